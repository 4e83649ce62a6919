import { expect, test } from 'vitest'
import { toUnpaidSince } from './unpaid-since.ts'

const current = new Date('2026-11-01')

test.each([
  ['nothing was ever paid', [], '2026-11-01'],
  ['the current period is paid', ['2026-12-01', '2026-11-01'], '2026-11-01'],
  ['the current period is the first that is not paid', ['2026-10-01', '2026-11-01'], '2026-11-01'],
  ['the period before was not paid either', ['2026-09-01', '2026-10-01'], '2026-10-01'],
])('%s', (_case, ends, since) => {
  const paid = ends.map((end) => ({ periodEndsAt: new Date(end) }))
  expect(toUnpaidSince(current, paid)).toEqual(new Date(since))
})
