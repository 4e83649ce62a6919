import { expect, test } from 'vitest'
import { readLibrary } from './read-library.ts'

const { articles, authors, categories } = await readLibrary()
const slugs = articles.map(({ slug }) => slug)

test('there are at least sixteen articles in at least five categories', () => {
  expect(articles.length).toBeGreaterThanOrEqual(16)
  expect(new Set(articles.flatMap((article) => article.categories)).size).toBeGreaterThanOrEqual(5)
})

test.each(articles.map((article) => [article.slug, article] as const))(
  '%s has a known author and categories, 500 words and no broken links',
  (_slug, article) => {
    expect(authors.map(({ slug }) => slug)).toContain(article.author)
    expect(categories.map(({ slug }) => slug)).toEqual(expect.arrayContaining(article.categories))
    expect(article.content.match(/\d %.*/)?.[0]).toBeUndefined()
    const words = article.content.split(/\s+/).length
    expect(words).toBeGreaterThan(500)
    const links = [...article.content.matchAll(/\]\((\/blog\/[^)#]+)/g)].map((match) => match[1])
    expect(links.filter((link) => !slugs.includes(link?.slice(6) ?? ''))).toEqual([])
  },
)

test('slugs, titles and descriptions are unique', () => {
  for (const field of ['slug', 'title', 'metaDescription'] as const)
    expect(new Set(articles.map((article) => article[field])).size).toBe(articles.length)
})
