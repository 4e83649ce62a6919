import { expect, test } from 'vitest'
import { toDomain, toSender, toSubject } from './sender.ts'

test.each([
  ['Pat Vendor <pat@vendor.example>', 'Pat Vendor', 'pat@vendor.example'],
  ['"Vendor, Pat" <pat@vendor.example>', 'Vendor, Pat', 'pat@vendor.example'],
  ['יעל <yael@vendor.example>', 'יעל', 'yael@vendor.example'],
  ['Pat <3 mail <pat@vendor.example>', 'Pat <3 mail', 'pat@vendor.example'],
  ['<pat@vendor.example>', 'pat@vendor.example', 'pat@vendor.example'],
  ['pat@vendor.example', 'pat@vendor.example', 'pat@vendor.example'],
  ['', 'Unknown sender', ''],
])('%j is from %j', (from, name, address) => {
  expect(toSender(from)).toEqual({ name, address })
})

test('an empty subject is shown as (no subject)', () => {
  expect([' ', 'Quick question'].map(toSubject)).toEqual(['(no subject)', 'Quick question'])
})

test.each([
  ['pat@vendor.example', 'vendor.example'],
  ['"a@b"@vendor.example', 'vendor.example'],
  ['Unknown sender', ''],
  ['pat@', ''],
  ['', ''],
])('the domain of %j is %j', (address, domain) => {
  expect(toDomain(address)).toBe(domain)
})
