import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AuthorCard } from './author-card.tsx'

const ann = { name: 'Ann', bio: 'Writes.', image: null, linkedinUrl: null, instagramUrl: null }

test('the card shows the author’s picture, name, bio and two links', () => {
  const html = renderToString(
    <AuthorCard
      author={{
        ...ann,
        image: '/ann.webp',
        linkedinUrl: 'https://www.linkedin.com/in/ann',
        instagramUrl: 'https://www.instagram.com/ann',
      }}
    />,
  )
  for (const part of ['/ann.webp', 'Ann on LinkedIn', 'Ann on Instagram', 'Writes.'])
    expect(html).toContain(part)
})

test('a missing link is left out', () => {
  const html = renderToString(
    <AuthorCard author={{ ...ann, instagramUrl: 'https://www.instagram.com/ann' }} />,
  )
  expect(html).toContain('Ann on Instagram')
  expect(html).not.toContain('LinkedIn')
})
