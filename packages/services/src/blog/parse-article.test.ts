import { expect, test } from 'vitest'
import { parseArticle } from './parse-article.ts'

const lines = {
  title: '"A title: with a colon"',
  slug: 'a-title',
  metaDescription: '"Long enough to tell a search engine what all of this is about."',
  excerpt: '"In short."',
  categories: '[privacy, how-it-works]',
  author: 'ann',
  publishedAt: '2026-03-01T09:00:00Z',
  featuredImageAlt: '"Shapes"',
}

function toFile(changes: Record<string, string> = {}): string {
  const entries = Object.entries({ ...lines, ...changes })
  return `---\n${entries.map(([name, value]) => `${name}: ${value}`).join('\n')}\n---\n\nThe body.\n\n---\n\nMore.\n`
}

test('front matter and body are parsed', () => {
  expect(parseArticle(toFile())).toMatchObject({
    title: 'A title: with a colon',
    slug: 'a-title',
    categories: ['privacy', 'how-it-works'],
    publishedAt: '2026-03-01T09:00:00Z',
    content: 'The body.\n\n---\n\nMore.',
  })
})

test('Windows line endings are accepted', () => {
  expect(parseArticle(toFile().replaceAll('\n', '\r\n')).content).toBe('The body.\n\n---\n\nMore.')
})

test('a changed file has another hash', () => {
  expect(parseArticle(toFile()).hash).not.toBe(parseArticle(`${toFile()}!`).hash)
})

test.each([
  ['no front matter', 'The body.'],
  ['a title that is too long', toFile({ title: `"${'x'.repeat(66)}"` })],
  ['a slug with capitals', toFile({ slug: 'A-Title' })],
  ['a slug with ..', toFile({ slug: '../admin' })],
  ['no category', toFile({ categories: '[]' })],
  ['an invalid date', toFile({ publishedAt: 'soon' })],
  ['an unknown field', toFile({ colour: 'red' })],
])('a file with %s is refused', (_what, file) => {
  expect(() => parseArticle(file)).toThrow()
})
