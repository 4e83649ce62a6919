import { expect, test } from 'vitest'
import { toShownDomain } from './shown-domain.ts'

test.each([
  ['vendor.example', 'vendor.example'],
  ['xn--mnchen-3ya.example', 'münchen.example'],
  ['mail.xn--r8jz45g.example', 'mail.例え.example'],
])('%s is shown as %s', (domain, shown) => {
  expect(toShownDomain(domain)).toBe(shown)
})

test.each(['xn--a.example', 'xn--0.example'])(
  '%s, which does not convert back to itself, is shown in ASCII',
  (domain) => {
    expect(toShownDomain(domain)).toBe(domain)
  },
)
