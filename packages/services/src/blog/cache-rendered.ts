import { renderMarkdown } from './render-markdown.ts'

/** A cache of rendered articles, by their text, that drops the least recently used. */
export function cacheRendered(
  maxEntries = 100,
  render: (markdown: string) => string = renderMarkdown,
): (markdown: string) => string {
  const cache = new Map<string, string>()
  return (markdown) => {
    const html = cache.get(markdown) ?? render(markdown)
    cache.delete(markdown)
    cache.set(markdown, html)
    for (const oldest of cache.keys()) {
      if (cache.size <= maxEntries) break
      cache.delete(oldest)
    }
    return html
  }
}
