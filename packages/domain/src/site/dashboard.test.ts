import { describe, expect, test } from 'vitest'
import {
  timeRanges,
  toChart,
  toFilteredShare,
  toFirstDay,
  toTimeSaved,
  toTimeSavedInWords,
} from './dashboard.ts'

const today = '2026-03-01'

test.each([
  ['today', '2026-03-01'],
  ['week', '2026-02-23'],
  ['month', '2026-01-31'],
  ['90days', '2025-12-02'],
  ['all', null],
] as const)('the range %s begins on %s', (range, day) => {
  expect(toFirstDay(range, today)).toBe(day)
})

test('a leap day and the day on which clocks change count like any other day', () => {
  expect(toFirstDay('week', '2028-03-01')).toBe('2028-02-24')
  expect(toFirstDay('week', '2026-03-31')).toBe('2026-03-25')
})

test.each([
  [0, 0, 0],
  [236, 59, 1],
  [240, 60, 1],
  [412, 103, 1.7],
  [1, 0, 0],
  [2, 1, 0],
])('%i filtered emails save %i minutes, or %d hours', (filtered, minutes, hours) => {
  expect(toTimeSaved(filtered)).toEqual({ minutes, hours })
})

test.each([
  [0, '0 minutes'],
  [1, 'less than a minute'],
  [4, '1 minute'],
  [236, '59 minutes'],
  [240, '1 hour'],
  [412, '1.7 hours'],
])('%i filtered emails save %s, in words', (filtered, words) => {
  expect(toTimeSavedInWords(filtered)).toBe(words)
})

test.each([
  [0, 0, 0],
  [3, 1, 33.3],
  [100, 100, 100],
])('of %i processed messages, %i filtered ones are %d percent', (processed, filtered, share) => {
  expect(toFilteredShare({ processed, filtered })).toBe(share)
})

describe('the chart', () => {
  const counts = [
    { day: '2026-02-24', processed: 10, filtered: 4 },
    { day: '2026-02-28', processed: 5, filtered: 1 },
  ]

  test.each([
    ['today', 1],
    ['week', 7],
    ['month', 30],
    ['90days', 90],
  ] as const)('of %s has %i days, including days without messages', (range, days) => {
    const { step, points } = toChart(counts, range, today)
    expect(step).toBe('day')
    expect(points).toHaveLength(days)
    expect(points.at(-1)).toEqual({ day: '2026-03-01', processed: 0, filtered: 0 })
  })

  test('puts each count on its day, oldest first', () => {
    expect(toChart(counts, 'week', today).points.slice(0, 3)).toEqual([
      { day: '2026-02-23', processed: 0, filtered: 0 },
      { day: '2026-02-24', processed: 10, filtered: 4 },
      { day: '2026-02-25', processed: 0, filtered: 0 },
    ])
  })

  test('of all time begins with the first count', () => {
    expect(toChart(counts, 'all', today).points[0]).toMatchObject({ day: '2026-02-24' })
  })

  test('of a new user is a single empty day', () => {
    expect(toChart([], 'all', today)).toEqual({
      step: 'day',
      points: [{ day: '2026-03-01', processed: 0, filtered: 0 }],
    })
  })

  test('has one point per week, starting on Monday, beyond three months', () => {
    const { step, points } = toChart(
      [
        { day: '2025-09-07', processed: 2, filtered: 1 },
        { day: '2025-09-08', processed: 3, filtered: 2 },
        { day: '2025-09-14', processed: 4, filtered: 0 },
      ],
      'all',
      today,
    )
    expect(step).toBe('week')
    expect(points.slice(0, 3)).toEqual([
      { day: '2025-09-01', processed: 2, filtered: 1 },
      { day: '2025-09-08', processed: 7, filtered: 2 },
      { day: '2025-09-15', processed: 0, filtered: 0 },
    ])
    expect(points.at(-1)).toMatchObject({ day: '2026-02-23' })
  })

  test('has one point per month beyond two years', () => {
    const { step, points } = toChart(
      [
        { day: '2023-12-31', processed: 1, filtered: 1 },
        { day: '2024-02-29', processed: 1, filtered: 0 },
        { day: '2026-03-01', processed: 1, filtered: 1 },
      ],
      'all',
      today,
    )
    expect(step).toBe('month')
    expect(points).toHaveLength(28)
    expect(points.slice(0, 4).map(({ day }) => day)).toEqual([
      '2023-12-01',
      '2024-01-01',
      '2024-02-01',
      '2024-03-01',
    ])
    expect(points.at(-1)).toEqual({ day: '2026-03-01', processed: 1, filtered: 1 })
  })

  test.each(timeRanges)('of %s has fewer than 150 points, however old the account', (range) => {
    const old = [{ day: '2016-01-01', processed: 1, filtered: 1 }]
    expect(toChart(old, range, today).points.length).toBeLessThan(150)
  })
})
