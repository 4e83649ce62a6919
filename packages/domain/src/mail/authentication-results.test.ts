import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDmarcResult, type AuthservId } from './authentication-results.ts'
import { MessageHeaders, type Message } from './message.ts'

const gmail: readonly AuthservId[] = ['mx.google.com']
const outlook: readonly AuthservId[] = [null, 'hotmail.com']

function messageFrom(address: string | null, ...results: string[]): Message {
  return {
    from: address === null ? null : { name: 'Pat', address },
    to: [],
    cc: [],
    replyTo: null,
    subject: '',
    body: { text: '', html: null },
    headers: new MessageHeaders(results.map((value) => ['Authentication-Results', value])),
  }
}

const atGmail = (...results: string[]) =>
  findDmarcResult(messageFrom('pat@vendor.com', ...results), gmail)
const atOutlook = (...results: string[]) =>
  findDmarcResult(messageFrom('pat@vendor.com', ...results), outlook)

test('Gmail reports that DMARC passed', () => {
  expect(
    atGmail(`mx.google.com;
       dkim=pass header.i=@vendor.com header.s=selector1 header.b="b57z8qh/";
       arc=pass (i=1 spf=pass spfdomain=vendor.com dkim=pass dmarc=fail fromdomain=vendor.com);
       spf=pass (google.com: domain of pat@vendor.com designates 2a01:111::601 as permitted sender) smtp.mailfrom=pat@vendor.com;
       dmarc=pass (p=NONE sp=REJECT dis=NONE) header.from=vendor.com`),
  ).toBe('pass')
})

test.each([
  'spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=vendor.com; dkim=pass (signature was verified) header.d=vendor.com;dmarc=pass action=none header.from=vendor.com;compauth=pass reason=100',
  'spf=pass (sender IP is 192.0.2.1)\r\n smtp.mailfrom=reply.vendor.com; company.com; dkim=pass (signature was\r\n verified) header.d=reply.vendor.com;company.com; dmarc=pass action=none\r\n header.from=vendor.com;',
  'hotmail.com; spf=pass (sender IP is 192.0.2.1; alignment mode is strict) smtp.mailfrom=pat@vendor.com; dmarc=pass header.from=vendor.com; x-hmca=pass header.id=pat@vendor.com',
  'dmarc=pass (p=reject sp=reject pct=100) action=none header.from=vendor.com; dkim=none (message not signed)',
])('Outlook reports that DMARC passed: %s', (results) => {
  expect(atOutlook(results)).toBe('pass')
})

test.each([
  ['fail', 'dmarc=fail action=oreject header.from=vendor.com'],
  ['fail', 'spf=fail; dmarc=fail action=none header.from=vendor.com; compauth=fail reason=000'],
  ['none', 'dmarc=none action=none header.from=vendor.com'],
  ['none', 'dmarc=bestguesspass action=none header.from=vendor.com; compauth=pass reason=109'],
  ['none', 'dmarc=temperror action=none header.from=vendor.com'],
  ['none', 'dmarc=permerror action=none header.from=vendor.com'],
  ['none', 'dkim=none (message not signed) header.d=none;dmarc=none header.from=vendor.com;'],
  ['none', 'spf=pass smtp.mailfrom=vendor.com; compauth=pass reason=100'],
  ['none', ''],
] as const)('%s: Outlook reports %j', (expected, results) => {
  expect(atOutlook(results)).toBe(expected)
})

const pass = 'dmarc=pass header.from=vendor.com'

test.each([
  `mx.google.com; ${pass}`,
  `MX.Google.COM; DMARC=Pass HEADER.From=Vendor.COM`,
  `mx.google.com 1; ${pass}`,
  `"mx.google.com"; ${pass}`,
  `mx.google.com (a (nested (one)) with \\) and ; in it); ${pass}`,
  `(first) mx.google.com (second) 1 (third) ; (fourth) dmarc (fifth) = (sixth) pass (seventh) header.from (eighth) = (ninth) vendor.com (tenth)`,
  'mx.google.com; dmarc/1=pass header.from=vendor.com',
  'mx.google.com; dmarc=pass(p=NONE) header.from=vendor.com',
  'mx.google.com; dmarc=pass reason="it; just = (did" header.from=vendor.com',
  'mx.google.com; dmarc=pass header.from="vendor.com"',
  'mx.google.com; dmarc=pass header.from="ven\\dor.com"',
  'mx.google.com; dmarc=pass header.from="pat lee"@vendor.com',
  `mx.google.com; x-dmarc=fail; ${pass}`,
  'mx.google.com; dmarc=pass header.from=pat@vendor.com',
  'mx.google.com; dmarc=pass header.from=@vendor.com',
  'mx.google.com;\r\n\tdmarc=pass\r\n\t header.from=vendor.com ;',
  'mx.google.com; spf=pass smtp.mailfrom=bounce=ann=company.com@vendor.com; dmarc=pass header.from=vendor.com',
  'mx.google.com; dmarc=pass header.from=mail.vendor.com',
  `mx.google.com; ${pass}; ${pass}`,
])('%j is read as pass', (results) => {
  expect(atGmail(results)).toBe('pass')
})

test.each([
  'mx.google.com; none',
  'mx.google.com',
  'mx.google.com;;;',
  `mx.google.com 2; ${pass}`,
  `mx.google.com 1 1; ${pass}`,
  `mx.google.com; x-${pass}`,
  'mx.google.com; dmarc/2=pass header.from=vendor.com',
  'mx.google.com; dmarc=pass',
  'mx.google.com; dmarc=pass smtp.mailfrom=vendor.com',
  'mx.google.com; dmarc=pass header.from=',
  'mx.google.com; dmarc=pass header.from==vendor.com',
  'mx.google.com; dmarc=pass header.from=vendor.com header.from=vendor.com',
  'mx.google.com; dmarc=pass header.from=vendor.com and so on',
  'mx.google.com; dmarc=passed header.from=vendor.com',
  'mx.google.com; dmarc=pass header.from=vendor.com(.attacker.com)',
  'mx.google.com; dmarc=pass header.from=vendor.com(.attacker.com',
  'mx.google.com; dmarc=pass header.from=vendor.com(x).attacker.com',
  `mx.google.com; ${pass}; spf=pass (never closed`,
  `mx.google.com; ${pass}; dkim=pass header.b="never closed`,
  `mx.google.com; ${pass}; spf=pass (ends in a backslash\\`,
  `mx.google.com (never closed; ${pass}`,
  `mx.google.com; (${pass})`,
  `mx.google.com; dkim=pass reason="; ${pass}; "`,
  `mx.google.com; dkim=pass; dmarc pass header.from=vendor.com`,
  `mx.google.com; ${pass}; dmarc=none`,
])('%j contains no reliable result', (results) => {
  expect(atGmail(results)).toBe('none')
})

test.each([
  ['another domain passed', 'mx.google.com; dmarc=pass header.from=attacker.com'],
  [
    'a domain that only begins with the sender’s passed',
    'mx.google.com; dmarc=pass header.from=vendor.com.attacker.com',
  ],
  ['two results differ', `mx.google.com; ${pass}; dmarc=fail header.from=vendor.com`],
  [
    'two domains passed',
    'mx.google.com; dmarc=pass header.from=attacker.com; dmarc=pass header.from=vendor.com',
  ],
])('DMARC fails if %s', (_case, results) => {
  expect(atGmail(results)).toBe('fail')
})

test.each([
  ['a quoted local part in a property', `smtp.mailfrom="x; ${pass}; y"@attacker.com`],
  [
    'a quoted local part in a comment',
    `(google.com: domain of "x); ${pass}; (y"@attacker.com designates 192.0.2.1 as permitted sender)`,
  ],
  ['an escaped quote', `smtp.mailfrom="x\\"; ${pass}; \\"y"@attacker.com`],
  ['an escaped quote in a comment', `(domain of "x\\"); ${pass}; (\\"y"@attacker.com)`],
  ['a comment within a comment', `(helo (); ${pass}; ())`],
])('%s cannot inject a result', (_case, injected) => {
  expect(atGmail(`mx.google.com; spf=pass ${injected}`)).toBe('none')
})

test('only the topmost header of the provider counts, not those that came with the message', () => {
  const fail = 'dmarc=fail header.from=vendor.com'
  expect(atGmail(`mx.google.com; ${fail}`, `mx.google.com; ${pass}`)).toBe('fail')
  expect(atGmail(`mx.google.com; spf=none`, `mx.google.com; ${pass}`)).toBe('none')
  expect(atGmail(`mx.google.com; ${pass}`, `mx.google.com; ${fail}`)).toBe('pass')
  expect(atGmail(`mx.google.com; ${pass}; (never closed`, `mx.google.com; ${pass}`)).toBe('none')
  expect(atOutlook(fail, pass)).toBe('fail')
})

test('results of other servers are ignored', () => {
  expect(atGmail(`mx.attacker.com; ${pass}`)).toBe('none')
  expect(atGmail(`mx.google.com.attacker.com; ${pass}`)).toBe('none')
  expect(atGmail(pass)).toBe('none')
  expect(atOutlook(`mx.attacker.com; ${pass}`)).toBe('none')
  expect(atGmail(`list.example; dmarc=fail`, `mx.google.com; ${pass}`)).toBe('pass')
})

test('a message without the header has no result', () => {
  expect(atGmail()).toBe('none')
})

test.each([
  ['pass', 'pat@vendor.co.uk', 'vendor.co.uk'],
  ['pass', 'pat@news.vendor.co.uk', 'vendor.co.uk'],
  ['fail', 'pat@vendor.co.uk', 'attacker.co.uk'],
  ['fail', 'pat@ann.github.io', 'attacker.github.io'],
  ['pass', 'pat@xn--bcher-kva.de', 'bücher.de'],
  ['pass', 'pat@bücher.de', 'xn--bcher-kva.de'],
  ['fail', 'pat@vendor.com', 'vend\u043er.com'],
  ['none', 'pat@vendor.com', 'ｖendor.com'],
  ['fail', '"pat@vendor.com"@attacker.com', 'vendor.com'],
  ['none', 'pat@ｖendor.com', 'vendor.com'],
  ['none', null, 'vendor.com'],
] as const)(
  'DMARC is %s for a message from %s if the provider reports a pass for %s',
  (expected, address, domain) => {
    const message = messageFrom(address, `mx.google.com; dmarc=pass header.from=${domain}`)
    expect(findDmarcResult(message, gmail)).toBe(expected)
  },
)

const seeded = { seed: 20_240_514, numRuns: 1_000 }
const pieces =
  '( ) " \\ ; = pass dmarc header.from /1 mx.google.com attacker.com ü \ud83d \0 1 reason'.split(
    ' ',
  )
const piece = fc.constantFrom(' ', '\r\n ', ...pieces)

test('neither text below the header nor text in quotes produces a pass', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (list) => {
      const nonsense = list.join('')
      const real = 'mx.google.com; dmarc=fail header.from=vendor.com'
      expect(atGmail(real, nonsense, `mx.google.com; ${pass}`)).toBe('fail')
      expect(atGmail(`mx.google.com; spf=pass reason="${nonsense.replaceAll(/["\\]/g, '')}"`)).toBe(
        'none',
      )
    }),
    seeded,
  )
})

test.each([
  '(',
  '(a)',
  '"',
  '"a"',
  '\\',
  ';',
  '=',
  ' ',
  'a',
  'a=b ',
  'dmarc=pass ',
  '; dmarc=pass',
])('a header of 64 KB of %j is read as no result', (part) => {
  const long = part.repeat(Math.ceil(65_536 / part.length))
  expect(atGmail(`mx.google.com; ${long}`)).toBe('none')
})
