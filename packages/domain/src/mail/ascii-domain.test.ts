import * as fc from 'fast-check'
import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { toAsciiDomain } from './ascii-domain.ts'

test.each([
  ['example.com', 'example.com'],
  ['Example.COM', 'example.com'],
  ['_dmarc.example.com', '_dmarc.example.com'],
  ['bücher.de', 'xn--bcher-kva.de'],
  ['BÜCHER.de', 'xn--bcher-kva.de'],
  ['bu\u0308cher.de', 'xn--bcher-kva.de'],
  ['XN--BCHER-KVA.de', 'xn--bcher-kva.de'],
  ['straße.de', 'xn--strae-oqa.de'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ['日本語.jp', 'xn--wgv71a119e.jp'],
  ['ex\u0430mple.com', 'xn--exmple-4nf.com'],
])('%s is compared as %s', (domain, ascii) => {
  expect(toAsciiDomain(domain)).toBe(ascii)
})

test.each([
  '',
  '.',
  'example..com',
  'example.com.',
  'exam ple.com',
  'example.com\n',
  'example.com(x)',
  'example.com,evil.com',
  '[127.0.0.1]',
  'ｅxample.com',
  'example．com',
  'ﬁnance.com',
  'ban\u212a.com',
  'exam\u00adple.com',
  'exam\u200bple.com',
  'example\u202e.com',
  'example\ud800.com',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(130)}com`,
  `${'ü'.repeat(60)}.com`,
])('%j is not a domain', (domain) => {
  expect(toAsciiDomain(domain)).toBeNull()
})

const letter = fc.constantFrom(
  ...'abcxyz019-äéñçøßšžłабвгдеёαβγδあいう漢字한글नेपालעברית💡'.match(/./gu)!,
)
const label = fc
  .array(letter, { minLength: 1, maxLength: 12 })
  .map((letters) => `a${letters.join('')}b`)
  .filter((text) => text === text.normalize('NFKC'))

test('other scripts become the same punycode as in URLs', () => {
  fc.assert(
    fc.property(label, (text) => {
      const expected = domainToASCII(`${text}.com`)
      fc.pre(expected !== '')
      expect(toAsciiDomain(`${text}.com`)).toBe(expected)
    }),
    { seed: 20_240_514, numRuns: 500 },
  )
})
