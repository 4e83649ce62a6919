import { expect, test } from 'vitest'
import { toPeriodEnd, type Interval } from './periods.ts'

const seconds = (text: string) => new Date(text).getTime() / 1000

function listPeriodEnds(anchor: string, interval: Interval, count: number): string[] {
  let end = seconds(anchor)
  return Array.from({ length: count }, () => {
    end = toPeriodEnd(seconds(anchor), interval, end)
    return new Date(end * 1000).toISOString().replace('.000Z', 'Z')
  })
}

test('a monthly period that began on the 31st ends on the last day of shorter months', () => {
  expect(listPeriodEnds('2027-01-31T09:30:15Z', 'month', 4)).toEqual([
    '2027-02-28T09:30:15Z',
    '2027-03-31T09:30:15Z',
    '2027-04-30T09:30:15Z',
    '2027-05-31T09:30:15Z',
  ])
})

test('a monthly period that began on the 31st ends on February 29 in a leap year', () => {
  expect(listPeriodEnds('2028-01-31T00:00:00Z', 'month', 2)).toEqual([
    '2028-02-29T00:00:00Z',
    '2028-03-31T00:00:00Z',
  ])
})

test('a yearly period that began on a leap day returns to it four years later', () => {
  expect(listPeriodEnds('2028-02-29T23:59:59Z', 'year', 4)).toEqual([
    '2029-02-28T23:59:59Z',
    '2030-02-28T23:59:59Z',
    '2031-02-28T23:59:59Z',
    '2032-02-29T23:59:59Z',
  ])
})

test('months pass the end of a year', () => {
  expect(listPeriodEnds('2026-11-15T12:00:00Z', 'month', 2)).toEqual([
    '2026-12-15T12:00:00Z',
    '2027-01-15T12:00:00Z',
  ])
})
