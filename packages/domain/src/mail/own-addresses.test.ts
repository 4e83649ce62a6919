import { expect, test } from 'vitest'
import { isOwnAddress, toMailboxAddress } from './own-addresses.ts'

const own = [
  'ann.lee@gmail.com',
  'ann@company.com',
  'Sales@Company.com',
  'ann+team@outlook.com',
  'jürgen@bücher.de',
  '"ann lee"@company.com',
  '"ann+1 lee"@company.com',
  '+1555@company.com',
]

test.each([
  'ann.lee@gmail.com',
  'annlee@gmail.com',
  'a.n.n.l.e.e@gmail.com',
  'ann..lee@gmail.com',
  'Ann.Lee@Gmail.com',
  'ANNLEE@GMAIL.COM',
  'ann.lee@googlemail.com',
  'annlee+shop@googlemail.com',
  'ann.lee+news@gmail.com',
  'ann.lee+a+b@gmail.com',
  'ann.lee+@gmail.com',
  '"ann.lee"@gmail.com',
  '"ann.lee+news"@gmail.com',
  '"a\\nn.lee"@gmail.com',
  '  ann.lee@gmail.com\n',
  'ann@company.com',
  'ann@COMPANY.com',
  'ann+list@company.com',
  'sales@company.com',
  'SALES+ann@company.com',
  'ann@outlook.com',
  'ann+other@outlook.com',
  'jürgen@xn--bcher-kva.de',
  'ju\u0308rgen@BÜCHER.de',
  'Jürgen+x@bücher.de',
  '"Ann Lee"@company.com',
  '+1555@company.com',
])('%j is the user’s own', (address) => {
  expect(isOwnAddress(address, own)).toBe(true)
})

test.each([
  '',
  'ann',
  '@gmail.com',
  '...@gmail.com',
  'ann.lee@',
  'ann.le@gmail.com',
  'ann-lee@gmail.com',
  'annlee.@company.com',
  'a.nn@company.com',
  's.ales@company.com',
  'ann@mail.company.com',
  'ann@company.com.attacker.com',
  'ann.lee@gmail.com.attacker.com',
  'ann.lee@gmail.co',
  '+ann@company.com',
  'bob+ann@company.com',
  '"ann.lee@gmail.com"@attacker.com',
  'ann.lee@gmail.com@attacker.com',
  '"ann@company.com',
  '"ann lee+x"@company.com',
  '"ann+2 lee"@company.com',
  'ann lee@company.com',
  '\u0430nn@company.com',
  'ann@comp\u0430ny.com',
  'ann.lee@ｇmail.com',
  'ann.lee@gma\u0131l.com',
  'ann@[192.0.2.1]',
])('%j belongs to someone else', (address) => {
  expect(isOwnAddress(address, own)).toBe(false)
})

test('without own addresses, no address is the user’s own', () => {
  expect(isOwnAddress('ann@company.com', [])).toBe(false)
})

test('the mailbox address has one spelling, and converting it again changes nothing', () => {
  const forms = own.map(toMailboxAddress)
  expect(forms).toEqual([
    'annlee@gmail.com',
    'ann@company.com',
    'sales@company.com',
    'ann@outlook.com',
    'jürgen@xn--bcher-kva.de',
    '"ann lee"@company.com',
    '"ann+1 lee"@company.com',
    '+1555@company.com',
  ])
  expect(forms.map((form) => toMailboxAddress(form ?? ''))).toEqual(forms)
})

test.each(['', 'ann', '@gmail.com', '...@gmail.com', 'ann@', 'ann@b c'])(
  '%j has no mailbox address',
  (address) => {
    expect(toMailboxAddress(address)).toBeNull()
  },
)
