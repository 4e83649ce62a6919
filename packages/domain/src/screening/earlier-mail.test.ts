import { expect, test } from 'vitest'
import { countEarlierMail } from './earlier-mail.ts'

test.each([
  ['a stranger', 0, 0, 0],
  ['a newsletter', 12, 0, 12],
  ['a second pitch', 0, 1, 1],
  ['a thirteenth pitch', 0, 12, 3],
  ['a thirteenth pitch to a mailbox in observe mode', 12, 12, 3],
  ['a shop with one message that was judged a pitch', 12, 1, 11],
])('%s: of %i kept and %i unwanted messages, %i count', (_, kept, unwanted, count) => {
  expect(countEarlierMail({ kept, unwanted })).toBe(count)
})
