import { expect, test } from 'vitest'
import { countForeignPictures } from './foreign-pictures.ts'

const own = '<img src="/media/a1/1200x800.webp" alt="A door" loading="lazy">'
const foreign = '<img alt="A door" loading="lazy">'

test.each([
  [own, 0],
  [`<p>${foreign}</p>`, 1],
  [`<p>${foreign} ${own}</p><p>${foreign}</p>`, 2],
  ['<p><code>&#x3C;img alt="A door"></code></p>', 0],
])('%j has %i pictures that are not shown', (html, count) => {
  expect(countForeignPictures(html)).toBe(count)
})
