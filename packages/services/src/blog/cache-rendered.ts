import { renderArticle, type RenderedArticle } from './render-markdown.ts'

/** A cache of rendered articles, by their text, that drops the least recently used. */
export function cacheRendered(
  maxEntries = 100,
  render: (markdown: string) => RenderedArticle = renderArticle,
): (markdown: string) => RenderedArticle {
  const cache = new Map<string, RenderedArticle>()
  return (markdown) => {
    const rendered = cache.get(markdown) ?? render(markdown)
    cache.delete(markdown)
    cache.set(markdown, rendered)
    for (const oldest of cache.keys()) {
      if (cache.size <= maxEntries) break
      cache.delete(oldest)
    }
    return rendered
  }
}
