import { expect, test } from 'vitest'
import { toPlayerUrl } from './youtube.ts'

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com/watch?t=10&v=dQw4w9WgXcQ',
  'http://m.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ?si=share',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  'https://www.youtube.com/shorts/dQw4w9WgXcQ',
])('%s is a YouTube video', (link) => {
  expect(toPlayerUrl(link)).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
})

test.each([
  '',
  'guide.mp4',
  'https://example.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=../../attack',
  'https://www.youtube.com/@channel',
  'https://youtu.be/',
  'javascript://youtube.com/embed/dQw4w9WgXcQ',
])('%j is not a YouTube video', (link) => {
  expect(toPlayerUrl(link)).toBeNull()
})
