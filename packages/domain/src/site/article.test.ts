import { expect, test } from 'vitest'
import { findArticleErrors } from './article.ts'

const written = {
  title: 'Doors',
  slug: 'doors-and-keys',
  metaDescription: 'All about doors.',
  excerpt: 'In short, doors.',
  featuredImageAlt: '',
  content: '',
  categoryIds: ['privacy'],
  publishedAt: '2026-11-17T09:00:00Z',
}

test('an article may start without content and without a description of its cover', () => {
  expect(findArticleErrors(written)).toEqual({})
})

test('a draft needs only a title and an address', () => {
  const draft = {
    ...written,
    metaDescription: '',
    excerpt: ' ',
    categoryIds: [],
    publishedAt: null,
  }
  expect(findArticleErrors(draft)).toEqual({})
  expect(Object.keys(findArticleErrors({ ...draft, title: '', slug: '' }))).toEqual([
    'title',
    'slug',
  ])
})

test.each([
  [{ title: ' ' }, { title: 'Please enter a title' }],
  [{ title: 'x'.repeat(121) }, { title: 'At most 120 characters' }],
  [{ slug: 'Doors' }, { slug: 'An address is lower-case words joined by hyphens' }],
  [
    { metaDescription: '', excerpt: '' },
    {
      metaDescription: 'Please enter a description for search engines',
      excerpt: 'Please enter an excerpt',
    },
  ],
  [{ featuredImageAlt: 'x'.repeat(301) }, { featuredImageAlt: 'At most 300 characters' }],
  [{ content: 'x'.repeat(100_001) }, { content: 'This article is too long' }],
  [{ categoryIds: [] }, { categoryIds: 'Please choose a category' }],
  [
    { categoryIds: ['a', 'b', 'c', 'd', 'e', 'f'] },
    { categoryIds: 'Please choose at most 5 categories' },
  ],
])('with %o, each invalid field gets its error', (change, errors) => {
  expect(findArticleErrors({ ...written, ...change })).toEqual(errors)
})
