import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toCaptions } from './captions.ts'

const folder = new URL('../public/video/', import.meta.url)

test.each([
  ['doorman.mp4', 2_500_000],
  ['doorman.webm', 2_500_000],
  ['poster.avif', 40_000],
])('%s exists and has at most %d bytes', (name, maxBytes) => {
  const { size } = statSync(new URL(name, folder))
  expect(size).toBeGreaterThan(0)
  expect(size).toBeLessThanOrEqual(maxBytes)
})

test('the caption file contains the site’s texts', () => {
  expect(readFileSync(new URL('captions.vtt', folder), 'utf8')).toBe(toCaptions())
})
