import { expect, test } from 'vitest'
import { formatSchedule, toLocalField, toPublication, toPublishedAt } from './publication.ts'

const now = new Date('2026-11-15T12:00:00Z')

test.each([
  [null, 'draft'],
  ['2026-11-15T11:59:00Z', 'published'],
  ['2026-11-15T12:01:00Z', 'scheduled'],
] as const)('an article with publishedAt %s is %s', (publishedAt, publication) => {
  expect(toPublication({ publishedAt }, now)).toBe(publication)
})

test('a time stays the same after conversion to the input’s format and back', () => {
  const time = '2026-11-20T09:30:00.000Z'
  expect(toPublishedAt({ isPublic: true, entered: toLocalField(time) }, now)).toBe(time)
  expect(toLocalField(null)).toBe('')
})

test('a public article without a time is published now, and a draft is not published', () => {
  expect(toPublishedAt({ isPublic: true, entered: '' }, now)).toBe(now.toISOString())
  expect(toPublishedAt({ isPublic: false, entered: '2026-11-20T09:30' }, now)).toBeNull()
})

test.each([
  ['2026-11-20T09:00:00', 'Nov 20 at 9:00 AM'],
  ['2027-01-02T17:30:00', 'Jan 2, 2027 at 5:30 PM'],
  ['2026-11-15T23:59:00', 'today at 11:59 PM'],
])('an article scheduled for %s goes public %s', (localTime, words) => {
  const today = new Date('2026-11-15T12:00:00')
  const text = formatSchedule(new Date(localTime).toISOString(), today)
  expect(text.replaceAll('\u202f', ' ')).toBe(words)
})
