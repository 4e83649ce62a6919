import { expect, test } from 'vitest'
import { findExcesses, type Measurement } from './budgets.ts'

const good: Measurement = {
  performance: 100,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  lcpMs: 1_200,
  cls: 0,
  tbtMs: 0,
  kilobytes: 60,
}

test('a good page is within every budget', () => {
  expect(findExcesses('public', good)).toEqual([])
})

test('every budget that a page exceeds is named', () => {
  const bad = {
    performance: 94,
    accessibility: 94,
    bestPractices: 94,
    seo: 94,
    lcpMs: 1_801,
    cls: 0.021,
    tbtMs: 51,
    kilobytes: 60,
  }
  expect(findExcesses('public', bad)).toEqual([
    'performance 94, at least 95',
    'accessibility 94, at least 95',
    'best practices 94, at least 95',
    'SEO 94, at least 95',
    'LCP 1801 ms, at most 1800',
    'CLS 0.021, at most 0.02',
    'TBT 51 ms, at most 50',
  ])
})

test('a page of the app may score 90 for performance, and its SEO does not count', () => {
  const app = { ...good, performance: 90, seo: 50, lcpMs: 2_700, tbtMs: 180 }
  expect(findExcesses('app', app)).toEqual([])
  expect(findExcesses('app', { ...app, performance: 89 })).toHaveLength(1)
})
