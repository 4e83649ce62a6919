import { MessageHeaders, type Message } from '@doorman/domain/mail/message'
import { stranger } from '@doorman/domain/screening/sender-facts'
import { isThorough } from '@doorman/domain/testing/sample'
import { cpuUsage } from 'node:process'
import { describe, expect, test } from 'vitest'
import { cleanText, maxTextChars } from '@doorman/mail-text/clean-text'
import { readHtml } from '@doorman/mail-text/html/read-html'
import { attributeToAuthor } from '@doorman/mail-text/contact-form/attribute-to-author'
import { listQuoteHeads, newWords, ownAndQuotedWords, ownWords } from '@doorman/mail-text/own-words'
import { readText, toJudgeable } from './model/to-judgeable.ts'
import { toTokens } from './model/tokens.ts'

function toMessage(input: string): Message {
  return {
    from: { name: input, address: 'pat@vendor.example' },
    to: [{ name: '', address: 'ann@company.example' }],
    cc: [],
    replyTo: null,
    subject: `Re${input}`,
    body: { text: `Enough words to be judged by. ${input}`, html: null },
    headers: new MessageHeaders([['Message-ID', '<1@x>']]),
  }
}

const fill = (unit: string, chars: number) =>
  unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars)

const html: readonly (readonly [name: string, compose: (chars: number) => string])[] = [
  ['nested divisions', (chars) => fill('<div>', chars)],
  [
    'nested spans closed across a cell',
    (chars) => `<div><td>${fill('<span>', chars / 2)}${fill('</div>', chars / 2)}`,
  ],
  ['entities', (chars) => fill('&amp;', chars)],
  ['hexadecimal entities', (chars) => fill('&#x41;', chars)],
  ['one endless entity', (chars) => `&#${fill('1', chars)}`],
  ['table cells', (chars) => `<table><tr>${fill('<td>x</td>', chars)}`],
  ['unclosed cells', (chars) => fill('<td>x', chars)],
  ['closing brackets', (chars) => fill('>', chars)],
  ['opening brackets', (chars) => fill('<', chars)],
  ['ampersands', (chars) => fill('&', chars)],
  ['unfinished comments', (chars) => fill('<!--', chars)],
  ['unfinished attributes', (chars) => fill('<a b="', chars)],
  ['unfinished scripts', (chars) => fill('<script>', chars)],
  ['scripts', (chars) => fill('<script></script>', chars)],
  ['links', (chars) => fill('<a href=http://x.example/>z', chars)],
  ['styles', (chars) => fill('<i style="color:#fff;background:#fff">x</i>', chars)],
  ['one endless style', (chars) => `<i style="${fill('a:b;', chars)}">x`],
  ['style comments', (chars) => `<i style="${fill('/*', chars)}">x`],
  ['images', (chars) => fill('<img src=http://x.example/aaaaaaaaaaaaaaaaa>', chars)],
  ['lists', (chars) => fill('<ul><li>', chars)],
  ['quotes', (chars) => fill('<blockquote>x', chars)],
  ['preformatted lines', (chars) => `<pre>${fill('x\n', chars)}`],
  ['quoted-printable', (chars) => `=3D"${fill('=C3', chars)}`],
]

const text: readonly (readonly [name: string, compose: (chars: number) => string])[] = [
  ['one line', (chars) => fill('x', chars)],
  ['spaces', (chars) => fill(' ', chars)],
  ['line breaks', (chars) => fill('\n', chars)],
  ['“On ”', (chars) => fill('On ', chars)],
  ['lines of “On”', (chars) => fill('On\n', chars)],
  ['quote headers', (chars) => fill('On 3 Mar 2025, Pat wrote:\n> x\n', chars)],
  ['quote headers and blank lines', (chars) => fill(`Pat wrote:${'\n'.repeat(50)}`, chars)],
  [
    'header blocks',
    (chars) => '\n'.repeat(chars / 2) + fill('From: a\nTo: b\nSubject: c\n> d\n', chars / 2),
  ],
  ['unfinished header blocks', (chars) => fill('From: a\n', chars)],
  ['quote marks', (chars) => fill('>', chars)],
  ['quoted lines', (chars) => fill('> x\n', chars)],
  ['long quoted lines', (chars) => fill(`> ${'word '.repeat(14)}\nhalf\n`, chars)],
  ['rules', (chars) => fill('________\n', chars)],
  ['footers', (chars) => fill('to unsubscribe\n\n', chars)],
  ['beginnings of footers', (chars) => fill('ce message este mensaje dit bericht ', chars)],
  ['disclaimers', (chars) => `x\n\n${fill('this email is confidential\n\n', chars)}`],
  ['signatures', (chars) => fill('Best,\nPat Doe\n+44 1632 960 417\n', chars)],
  ['dashes', (chars) => fill('-- \n', chars)],
  ['phone digits', (chars) => fill('0123 456 ', chars)],
  ['dots', (chars) => fill('a.', chars)],
  ['bare dots', (chars) => fill('.', chars)],
  ['bare dashes and underscores', (chars) => fill('-_', chars)],
  ['pluses', (chars) => fill('+', chars)],
  ['half addresses', (chars) => fill('a.b+c@', chars)],
  ['form fields', (chars) => fill('Name: a\nEmail: a@b.example\n', chars)],
  ['form labels', (chars) => `Name: a\n${fill('Message:\n\n', chars)}`],
  ['form fields and choices', (chars) => `Name: a\n${fill('Request: b\nPhone: 1\n', chars)}`],
  ['rows of a form', (chars) => `Name Dale\n${fill('Email your message ', chars)}`],
  ['zero-width characters', (chars) => fill('\u200b', chars)],
  ['combining marks', (chars) => `a${fill('\u0301\u0323', chars)}`],
  ['lone surrogates', (chars) => fill('\ud800', chars)],
]

/** Measures processor time, so that a busy machine does not distort it. */
function measureMs(run: () => void): number {
  const start = cpuUsage()
  run()
  const { user, system } = cpuUsage(start)
  return (user + system) / 1_000
}

const rounds = 4
/** `npm test` reads a quarter of the text, which still tells linear from quadratic. */
const textChars = isThorough ? maxTextChars : maxTextChars / 4
/** Between linear (10) and quadratic (100), with room for noise. */
const maxGrowth = 70

/**
 * How much longer ten times the input takes: about 10 for linear work, 100 for quadratic. Times
 * below a millisecond count as one, because they are mostly noise. The large input is measured again
 * only while it seems too slow.
 */
function growth(
  read: (input: string) => unknown,
  compose: (chars: number) => string,
  chars: number,
): number {
  const small = compose(chars)
  const large = compose(chars * 10)
  read(small)
  let smallMs = Infinity
  for (let round = 0; round < rounds; round++)
    smallMs = Math.min(
      smallMs,
      measureMs(() => read(small)),
    )
  let found = Infinity
  for (let round = 0; round < rounds && found >= maxGrowth; round++)
    found = Math.min(found, measureMs(() => read(large)) / Math.max(1, smallMs))
  return found
}

describe('hostile text', () => {
  test.each([...html, ...text].map(([name, compose], index) => [name, compose, index] as const))(
    '%s: the result is clean and of bounded length',
    (_name, compose, index) => {
      // More than the longest result. `npm test` reads as much of every third.
      const input = compose(isThorough || index % 3 === 0 ? 220_000 : 22_000)
      for (const result of [
        readHtml(input).text,
        cleanText(input),
        ownWords(input).text,
        newWords(input),
      ]) {
        expect(result.length).toBeLessThanOrEqual(maxTextChars)
        expect(/[\p{Cc}--\n]|\p{Cs}/v.test(result)).toBe(false)
      }
    },
  )

  test.each(html)('%s: HTML is read in linear time', (_name, compose) => {
    expect(growth(readHtml, compose, textChars / 2)).toBeLessThan(maxGrowth)
  })

  test.each(text)('%s: text is cleaned in linear time', (_name, compose) => {
    expect(growth(cleanText, compose, textChars / 4)).toBeLessThan(maxGrowth)
  })

  test.each(text)('%s: quotes and signatures are removed in linear time', (_name, compose) => {
    expect(growth(ownWords, compose, textChars / 10)).toBeLessThan(maxGrowth)
  })

  test.each(text)('%s: quoted words are added in linear time', (_name, compose) => {
    const read = (input: string) => ownAndQuotedWords(input, Infinity)
    expect(growth(read, compose, textChars / 10)).toBeLessThan(maxGrowth)
  })

  test.each(text)('%s: the heads of quotes are listed in linear time', (_name, compose) => {
    expect(growth(listQuoteHeads, compose, textChars / 10)).toBeLessThan(maxGrowth)
  })

  test.each(text)('%s: the author in a form is found in linear time', (_name, compose) => {
    const read = (input: string) => {
      const sent = { ...toMessage(''), from: { name: '', address: 'form@company.example' } }
      return attributeToAuthor({ ...sent, subject: '', body: { text: input, html: null } }, [])
    }
    expect(growth(read, compose, textChars / 10)).toBeLessThan(maxGrowth)
  })

  test.each(text)('%s: tokens are made in linear time', (_name, compose) => {
    expect(growth(toTokens, compose, textChars / 10)).toBeLessThan(maxGrowth)
  })

  test.each(text)('%s: subject and body are prepared in linear time', (_name, compose) => {
    const prepare = (input: string) => {
      const message = toMessage(input)
      return toJudgeable(message, readText(message, 'full'), stranger)
    }
    expect(growth(prepare, compose, textChars / 10)).toBeLessThan(maxGrowth)
  })

  test.each(['', ' ', '\n', '<', '&', '>', '--', ':', '\u0000'])('%j does not throw', (input) => {
    expect(() => [
      readHtml(input).text,
      cleanText(input),
      ownWords(input),
      newWords(input),
      ownAndQuotedWords(input, 5),
    ]).not.toThrow()
  })
})
