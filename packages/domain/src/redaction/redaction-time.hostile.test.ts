import { cpuUsage } from 'node:process'
import { expect, test } from 'vitest'
import { isThorough } from '../testing/sample.ts'
import { redact } from './redact.ts'

const small = isThorough ? 40_000 : 10_000
const large = 10 * small

test.each([
  ['digits', '1'],
  ['at signs', '@'],
  ['labels', 'a.'],
  ['digits and commas', '1,'],
  ['digits and spaces', '1 '],
  ['digits and dashes', '1-'],
  ['parentheses', '('],
  ['schemes', 'http://'],
  ['zero-width characters', '\u200B'],
  ['digits and zero-width characters', '1\u200B'],
  ['full-width digits', '\uFF11'],
  ['colons', ':'],
  ['pluses and digits', '+1 '],
  ['phone numbers', '+49 30 1234567 '],
  ['halves of card numbers', '4111 '],
  ['halves of IBANs', 'DE89 3704 '],
  ['currency signs and digits', '$1'],
  ['words for accounts', 'account no. '],
  ['words for phones', 'Tel. me '],
  ['words "at"', ' at '],
  ['number words', 'one hundred '],
  ['open quotes and at signs', '"@'],
  ['letters', 'a'],
  ['spaces', ' '],
])(
  'ten times as many %s take about ten times as long',
  { timeout: 60_000, retry: 2 },
  (_name, unit) => {
    const toText = (length: number) => unit.repeat(Math.ceil(length / unit.length))
    redact(toText(small), 'full')
    const smallMs = Math.min(timeOf(toText(small)), timeOf(toText(small)))
    const largeMs = timeOf(toText(large))
    expect(largeMs).toBeLessThan(40 * Math.max(smallMs, 2))
  },
)

/** Processor time, so that a busy machine does not distort it. */
function timeOf(text: string): number {
  const start = cpuUsage()
  redact(text, 'full')
  const { user, system } = cpuUsage(start)
  return (user + system) / 1_000
}
