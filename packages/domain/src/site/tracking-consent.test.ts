import { expect, test } from 'vitest'
import { readConsent } from './tracking-consent.ts'

test.each([
  [undefined, undefined, null],
  ['sidebar_state=true; tracking_consent=yes', undefined, 'yes'],
  ['tracking_consent=no', '0', 'no'],
  ['tracking_consent=perhaps', undefined, null],
  ['not_tracking_consent=yes', undefined, null],
  ['tracking_consent=yes', '1', 'no'],
])('the cookie %s and Sec-GPC %s mean %s', (cookie, gpc, answer) => {
  expect(readConsent({ cookie, gpc })).toBe(answer)
})
