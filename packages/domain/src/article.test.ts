import { expect, test } from 'vitest'
import { findArticleFaults } from './article.ts'

const written = {
  title: 'Doors',
  slug: 'doors-and-keys',
  metaDescription: 'All about doors.',
  excerpt: 'In short, doors.',
  featuredImageAlt: '',
  content: '',
  categoryIds: ['privacy'],
}

test('an article without text and without words about its cover can be begun', () => {
  expect(findArticleFaults(written)).toEqual({})
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
])('%# is told beside its field', (change, faults) => {
  expect(findArticleFaults({ ...written, ...change })).toEqual(faults)
})
