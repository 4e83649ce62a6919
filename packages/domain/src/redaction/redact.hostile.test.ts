import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isThorough } from '../testing/sample.ts'
import { redact } from './redact.ts'

const seeded = { seed: 20_240_514, numRuns: isThorough ? 400 : 100 }

const words =
  'we would like to show you how our team can help with planning und wir freuen uns auf ein Gespräch nous pouvons en parler la semaine prochaine podemos hablar cuando quieras gostaria de saber mais possiamo sentirci presto graag hoor ik van je the quick answer is yes Anna Peter Marketing growth'.split(
    ' ',
  )

const word = fc.constantFrom(...words)
const prose = fc.array(word, { minLength: 1, maxLength: 30 }).map((list) => list.join(' '))
const punctuation = fc.constantFrom(' ', '\n', ' (', ', ', '. ', ': ', ' – ', '\t', ' "')

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((list) => list.join(''))

const name = fc.stringMatching(/^[a-z]{3,9}$/)
const email = fc
  .tuple(
    name,
    fc.constantFrom('', '+x', '.y'),
    name,
    fc.constantFrom('com', 'de', 'co.uk', 'example', 'io'),
  )
  .map(([local, tag, host, suffix]) => `${local}${tag}@${host}.${suffix}`)

const card = fc
  .tuple(
    fc.constantFrom('4', '51', '37', '6011', '2221'),
    digits(15),
    fc.constantFrom('', ' ', '-'),
  )
  .map(([prefix, rest, separator]) => {
    const length = prefix === '37' ? 14 : 15
    const body = (prefix + rest).slice(0, length)
    const whole = body + luhnDigit(body)
    return (whole.match(/.{1,4}/g) ?? []).join(separator)
  })

const iban = fc.tuple(digits(18), fc.constantFrom('', ' ')).map(([body, separator]) => {
  const check = String(98n - (BigInt(`${body}131400`) % 97n)).padStart(2, '0')
  return (`DE${check}${body}`.match(/.{1,4}/g) ?? []).join(separator)
})

const ssn = fc
  .tuple(
    fc.integer({ min: 1, max: 665 }),
    fc.integer({ min: 1, max: 99 }),
    fc.integer({ min: 1, max: 9999 }),
  )
  .map(([area, group, serial]) =>
    [
      String(area).padStart(3, '0'),
      String(group).padStart(2, '0'),
      String(serial).padStart(4, '0'),
    ].join('-'),
  )

const phone = fc
  .tuple(
    fc.constantFrom('+49 30 ', '+1 415 555 ', '+44 20 7946 ', '+4915112', '+33 6 12 34 '),
    digits(4),
  )
  .map(([prefix, rest]) =>
    prefix.startsWith('+33')
      ? `${prefix}${rest.slice(0, 2)} ${rest.slice(2)}`
      : prefix + rest + (prefix.startsWith('+49') ? '567' : ''),
  )

const ip = fc.oneof(
  fc.ipV4(),
  fc.ipV6().filter((address) => /\d/.test(address) && address !== '::'),
)

const url = fc
  .tuple(
    fc.constantFrom('https://', 'http://', 'www.', ''),
    name,
    fc.constantFrom('com', 'de', 'fr', 'it', 'example'),
    fc.constantFrom('', '/a', '/a?b=c'),
  )
  .map(([scheme, host, suffix, path]) => `${scheme}${host}.${suffix}${path}`)

const amount = fc
  .tuple(
    fc.integer({ min: 1, max: 9_999_999 }),
    fc.constantFrom('$#', '€ #', '# €', 'EUR #', '# USD', '# dollars', '#k €', '£#', '# Mio. Euro'),
    fc.constantFrom('en', 'de', 'fr', 'plain'),
  )
  .map(([value, frame, locale]) =>
    frame.replace('#', () => (locale === 'plain' ? String(value) : value.toLocaleString(locale))),
  )

const kinds = { email, card, iban, ssn, phone, ip, url, amount }

test.each(Object.entries(kinds))('no planted %s survives in any prose', (_kind, canary) => {
  fc.assert(
    fc.property(
      prose,
      punctuation,
      canary,
      punctuation,
      prose,
      (before, open, secret, close, after) => {
        const { text } = redact(before + open + secret + close + after, 'full')
        const revealing = secret.split(/\s/).filter((part) => /\d{4}|@|\w\.\w/.test(part))
        expect(revealing.filter((part) => text.includes(part))).toEqual([])
        expect(text).not.toContain(secret)
        expect(text).toMatch(/\[(?:email|phone|url|card|ssn|amount|ip|account)\]/)
      },
    ),
    seeded,
  )
})

test.each(Object.entries({ card, iban, phone, email, ssn }))(
  'invisible characters and look-alikes do not hide a %s',
  (_kind, canary) => {
    const disguise = fc.array(fc.constantFrom('\u200B', '\u00AD', '\u2060', '\uFEFF', ''), {
      minLength: 40,
      maxLength: 40,
    })
    fc.assert(
      fc.property(prose, canary, disguise, fc.boolean(), (before, secret, hidden, isWide) => {
        const wide = isWide
          ? secret.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
          : secret
        const disguised = Array.from(
          wide,
          (character, index) => character + (hidden[index] ?? ''),
        ).join('')
        const { text } = redact(`${before} ${disguised} ${before}`, 'full')
        expect(text.replace(/[\u200B\u00AD\u2060\uFEFF]/g, '')).not.toMatch(/\p{Nd}{3}|@/u)
      }),
      seeded,
    )
  },
)

test('ordinary words survive unchanged', () => {
  fc.assert(
    fc.property(prose, (text) => {
      expect(redact(text, 'full')).toEqual({ text, counts: {} })
    }),
    seeded,
  )
})

test('words around a planted secret survive unchanged', () => {
  fc.assert(
    fc.property(prose, fc.oneof(email, card, iban, ssn, url), prose, (before, secret, after) => {
      const { text } = redact(`${before} | ${secret} | ${after}`, 'full')
      expect(text.startsWith(`${before} | `) && text.endsWith(` | ${after}`)).toBe(true)
    }),
    seeded,
  )
})

const fragment = fc.oneof(
  ...Object.values(kinds),
  word,
  fc.constantFrom(
    'Tel',
    'account',
    'SSN',
    'version',
    'no.',
    'EUR',
    '$',
    '[email]',
    '[',
    ']',
    '+',
    '@',
    '://',
    'www.',
    '\u200B',
    '00',
    '1',
    '12',
    '2024',
    '\uFFFF',
  ),
)

test.each(['basic', 'full'] as const)('a second pass at level %s changes nothing', (level) => {
  const jumble = fc
    .array(fc.tuple(fragment, fc.constantFrom('', ' ', ', ', '-', '.', '\n')), { maxLength: 12 })
    .map((list) => list.flat().join(''))
  fc.assert(
    fc.property(jumble, (text) => {
      const once = redact(text, level).text
      expect(redact(once, level)).toEqual({ text: once, counts: {} })
    }),
    { ...seeded, numRuns: isThorough ? 3_000 : 500 },
  )
})

test('any text can be redacted, lone surrogates included', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 200 }),
      fc.array(fc.integer({ min: 0, max: 0xffff })),
      (points, units) => {
        const strange = String.fromCodePoint(...points) + String.fromCharCode(...units)
        const once = redact(strange, 'full').text
        expect(redact(once, 'full').text).toBe(once)
      },
    ),
    seeded,
  )
})

function luhnDigit(body: string): number {
  const sum = Array.from(body)
    .reverse()
    .map((digit, index) => (index % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return (10 - (sum % 10)) % 10
}
