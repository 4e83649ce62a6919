import { expect, test } from 'vitest'
import { toWhitelistEntry } from './whitelist-entry.ts'

test.each([
  'example.com',
  '  Example.COM ',
  'https://www.Example.com/x',
  'http://example.com:8080/path?q=a@b#c',
  'https://user:secret@example.com/',
  '@example.com',
  'user@example.com',
  'mailto:user@example.com',
  'user@EXAMPLE.com.',
  'www.example.com',
  'example.com:25',
])('the entry %j is read as example.com', (entered) => {
  expect(toWhitelistEntry(entered)).toBe('example.com')
})

test.each([
  ['mail.example.com', 'mail.example.com'],
  ['shop.co.uk', 'shop.co.uk'],
  ['müller.de', 'xn--mller-kva.de'],
  ['https://MÜLLER.de/', 'xn--mller-kva.de'],
  ['xn--mller-kva.de', 'xn--mller-kva.de'],
  ['gmail.com', 'gmail.com'],
])('the entry %s is read as %s', (entered, domain) => {
  expect(toWhitelistEntry(entered)).toBe(domain)
})

test.each([
  '',
  '   ',
  '@',
  'com',
  'co.uk',
  'localhost',
  '*.example.com',
  '.example.com',
  'exa mple.com',
  'example..com',
  '192.168.0.1',
  '[::1]',
  'javascript:alert(1)',
  '=cmd|calc',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(200)}com`,
])('the entry %j contains no domain that can send email', (entered) => {
  expect(toWhitelistEntry(entered)).toBeNull()
})

test.each(['ｅxample.com', 'exam\u200Dple.com', 'example。com', 'ﬁne.com'])(
  'the entry %j imitates a domain and is refused',
  (entered) => {
    expect(toWhitelistEntry(entered)).toBeNull()
  },
)
