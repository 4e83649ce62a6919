import { renderMarkdown } from './render-markdown.ts'

/** Renders what is read again and again once. A changed text is another one, and those least read are forgotten. */
export function rememberRendered(
  most = 100,
  render: (markdown: string) => string = renderMarkdown,
): (markdown: string) => string {
  const known = new Map<string, string>()
  return (markdown) => {
    const html = known.get(markdown) ?? render(markdown)
    known.delete(markdown)
    known.set(markdown, html)
    for (const oldest of known.keys()) {
      if (known.size <= most) break
      known.delete(oldest)
    }
    return html
  }
}
