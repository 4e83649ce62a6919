import { createHash } from 'node:crypto'
import type { Library } from '../blog/import-articles.ts'
import type { Article } from '../blog/parse-article.ts'

let articleCount = 0

/** A new article with a slug of its own. */
export function fakeArticle(changes: Partial<Article> = {}): Article {
  articleCount += 1
  const article = {
    title: `Article ${articleCount}`,
    slug: `article-${articleCount}`,
    metaDescription: `What article ${articleCount} is about, in a sentence for search engines.`,
    excerpt: 'In short.',
    categories: ['privacy'],
    author: 'ann',
    publishedAt: '2026-01-01T09:00:00Z',
    featuredImageAlt: 'Shapes',
    content: 'Once upon a time.',
    ...changes,
  }
  const hash = createHash('sha256').update(JSON.stringify(article)).digest('hex')
  return { hash, ...article }
}

export function fakeLibrary(articles: readonly Article[]): Library {
  return {
    articles,
    authors: [{ slug: 'ann', name: 'Ann', bio: 'Writes.' }],
    categories: [
      { slug: 'privacy', name: 'Privacy', description: 'What stays yours.' },
      { slug: 'founders', name: 'Founders', description: 'For founders.' },
    ],
  }
}
