import { expect, test } from 'vitest'
import { toAsciiDomain } from '../mail/ascii-domain.ts'
import { findDmarcResult } from '../mail/authentication-results.ts'
import { MessageHeaders, type Message } from '../mail/message.ts'
import { isWhitelisted } from './whitelist.ts'

const list = new Set(['vendor.com', 'xn--bcher-kva.de', 'news.partner.co.uk'])

function messageFrom(address: string | null, results = ''): Message {
  return {
    from: address === null ? null : { name: 'vendor.com', address },
    to: [],
    cc: [],
    replyTo: null,
    subject: 'vendor.com',
    body: { text: 'pat@vendor.com', html: null },
    headers: new MessageHeaders([['Authentication-Results', results]]),
  }
}

test.each([
  'pat@vendor.com',
  'Pat@VENDOR.com',
  'pat+tag@vendor.com',
  '"any@where.com"@vendor.com',
  'pat@bücher.de',
  'pat@BÜCHER.de',
  'pat@xn--bcher-kva.de',
  'pat@news.partner.co.uk',
])('%s is whitelisted', (address) => {
  expect(isWhitelisted(messageFrom(address), 'pass', list)).toBe(true)
})

test.each([
  ['a subdomain', 'pat@mail.vendor.com'],
  ['the domain above', 'pat@partner.co.uk'],
  ['a longer name', 'pat@myvendor.com'],
  ['the name in front of another', 'pat@vendor.com.attacker.com'],
  ['the name in the local part', 'vendor.com@attacker.com'],
  ['the address in quotes', '"pat@vendor.com"@attacker.com'],
  ['two at signs', 'pat@vendor.com@attacker.com'],
  ['another suffix', 'pat@vendor.co'],
  ['a digit for a letter', 'pat@vend0r.com'],
  ['a Cyrillic letter', 'pat@vend\u043er.com'],
  ['all of it in Cyrillic', 'pat@\u0432\u0435\u043d\u0434\u043e\u0440.com'],
  ['a Greek letter', 'pat@vend\u03bfr.com'],
  ['the punycode of a look-alike', `pat@${toAsciiDomain('vend\u043er.com')}`],
  ['punycode of plain letters', 'pat@xn--vendor-.com'],
  ['an accent', 'pat@vendór.com'],
  ['a plain letter for a marked one', 'pat@bucher.de'],
  ['full width', 'pat@ｖｅｎｄｏｒ.com'],
  ['a full-width dot', 'pat@vendor．com'],
  ['an ideographic dot', 'pat@vendor。com'],
  ['a soft hyphen', 'pat@ven\u00addor.com'],
  ['a zero-width space', 'pat@vendor\u200b.com'],
  ['a mark that reverses the direction', 'pat@\u202emoc.rodnev'],
  ['a comment', 'pat@vendor.com(.attacker.com)'],
  ['a dot at the end', 'pat@vendor.com.'],
  ['no domain', 'pat@'],
  ['several senders, or none,', null],
])('%s: %s is not whitelisted', (_case, address) => {
  expect(isWhitelisted(messageFrom(address), 'pass', list)).toBe(false)
})

test.each(['fail', 'none'] as const)('a listed domain does not count if DMARC is %s', (dmarc) => {
  expect(isWhitelisted(messageFrom('pat@vendor.com'), dmarc, list)).toBe(false)
})

test.each([
  ['delivered directly', true, 'dmarc=pass header.from=vendor.com'],
  ['spoofed', false, 'spf=fail; dmarc=fail (p=NONE dis=NONE) header.from=vendor.com'],
  [
    'forwarded (which breaks SPF and DKIM)',
    false,
    'arc=pass (i=1 dmarc=pass fromdomain=vendor.com); dkim=fail; spf=fail; dmarc=fail header.from=vendor.com',
  ],
  [
    'sent through a list with its own signature',
    false,
    'dkim=pass header.d=list.example; spf=pass',
  ],
])('a message of a listed domain, %s, is whitelisted: %s', (_case, expected, results) => {
  const message = messageFrom('pat@vendor.com', `mx.google.com; ${results}`)
  expect(isWhitelisted(message, findDmarcResult(message, ['mx.google.com']), list)).toBe(expected)
})

test('an empty whitelist lets no domain through', () => {
  expect(isWhitelisted(messageFrom('pat@vendor.com'), 'pass', new Set())).toBe(false)
})
