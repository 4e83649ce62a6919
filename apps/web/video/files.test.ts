import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toCaptions } from './captions.ts'

const folder = new URL('../public/video/', import.meta.url)

test.each([
  ['doorman.mp4', 2_500_000],
  ['doorman.webm', 2_500_000],
  ['poster.avif', 40_000],
])('41: %s is there and weighs at most %d bytes', (name, mostBytes) => {
  const { size } = statSync(new URL(name, folder))
  expect(size).toBeGreaterThan(0)
  expect(size).toBeLessThanOrEqual(mostBytes)
})

test('41: the captions tell the story as the site has it', () => {
  expect(readFileSync(new URL('captions.vtt', folder), 'utf8')).toBe(toCaptions())
})
