import fc from 'fast-check'
import { expect, test } from 'vitest'
import { productName } from './brand.ts'
import { overridePhrase } from './override-phrase.ts'
import { maxReplyChars } from './plan.ts'
import {
  defaultReplyText,
  isSmartResponseOn,
  ReplyText,
  toReplySubject,
  toReplyText,
} from './smart-response.ts'

test('F67: our own text passes, in both plans without a word about us', () => {
  expect(ReplyText.parse(defaultReplyText)).toBe(defaultReplyText)
  for (const hasOverride of [true, false])
    expect(toReplyText(defaultReplyText, { hasOverride })).not.toContain(productName)
})

test('the phrase comes with Pro, and the free plan never promises it', () => {
  expect(toReplyText('Hello', { hasOverride: true })).toMatch(`Hello\n\n`)
  expect(toReplyText('Hello', { hasOverride: true })).toContain(overridePhrase)
  expect(toReplyText('Hello', { hasOverride: false })).toBe('Hello')
})

test.each([
  'Thanks, e.g. for your time, i.e. no.',
  'Danke für Ihre Nachricht. Ich melde mich 🙂',
  '谢谢。我会回复。',
  'Price < value & terms; 3.5 % at 10:30',
  'x'.repeat(maxReplyChars),
])('%j may be sent', (text) => {
  expect(ReplyText.parse(text)).toBe(text)
})

test.each([
  ['', 'write what'],
  [' \n\t ', 'write what'],
  ['x'.repeat(maxReplyChars + 1), '600 characters'],
  ['hello \0 there', 'plain text'],
  ['hello \u202e there', 'plain text'],
  ['half \ud800 a sign', 'plain text'],
  ['<b>hello</b>', 'HTML'],
  ['hello<!-- -->', 'HTML'],
  ['a &nbsp; b', 'HTML'],
  ['see https://example.com/x', 'links'],
  ['see HTTP://10.0.0.1', 'links'],
  ['www.example.com', 'links'],
  ['go to example.com.', 'links'],
  ['(shop.example.co.uk)', 'links'],
  ['bücher.de', 'links'],
  ['192.0.2.7', 'links'],
  ['write to me@example.com', 'links'],
  ['Dear {name}', 'curly'],
  [`Filtered by ${productName.toUpperCase()}, which is great`, 'advertise'],
  ['Just say: We’ve met before', 'phrase'],
])('F67: %j is refused with a reason', (text, reason) => {
  const { error } = ReplyText.safeParse(text)
  expect(error?.issues[0]?.message).toContain(reason)
})

test('line ends and spaces are tidied, so that no header can follow', () => {
  expect(ReplyText.parse('  Hello\r\n\r\n\r\n\r\nthere \t you\rBcc: nobody  ')).toBe(
    'Hello\n\nthere you\nBcc: nobody',
  )
})

test('what is accepted once is accepted as it stands the next time', () => {
  const isStable = (text: string) => {
    const { success, data } = ReplyText.safeParse(text)
    return !success || ReplyText.parse(data) === data
  }
  const texts = fc.string({ unit: 'binary', maxLength: 80 })
  expect(fc.check(fc.property(texts, isStable))).toMatchObject({ failed: false })
})

test.each([
  ['Quick question', 'Re: Quick question'],
  ['Re: Quick question', 'Re: Quick question'],
  ['RE : Quick question', 'RE : Quick question'],
  ['re[2]: Quick question', 're[2]: Quick question'],
  ['Reality check', 'Re: Reality check'],
  ['AW: Frage', 'Re: AW: Frage'],
  ['', 'Re:'],
  ['Hello\r\nBcc: eve@evil.example', 'Re: Hello Bcc: eve@evil.example'],
  ['x'.repeat(400), `Re: ${'x'.repeat(246)}`],
])('F65: %j is answered as %j', (subject, expected) => {
  expect(toReplySubject(subject)).toBe(expected)
})

const agreedAt = new Date('2025-03-03')
test.each([
  { agreedAt: null, autoReplyEnabled: false, isPro: false, isOn: false },
  { agreedAt: null, autoReplyEnabled: true, isPro: false, isOn: false },
  { agreedAt: null, autoReplyEnabled: false, isPro: true, isOn: false },
  { agreedAt: null, autoReplyEnabled: true, isPro: true, isOn: false },
  { agreedAt, autoReplyEnabled: false, isPro: false, isOn: true },
  { agreedAt, autoReplyEnabled: true, isPro: false, isOn: true },
  { agreedAt, autoReplyEnabled: false, isPro: true, isOn: false },
  { agreedAt, autoReplyEnabled: true, isPro: true, isOn: true },
])('186: agreed $agreedAt, switched on $autoReplyEnabled, Pro $isPro: on is $isOn', (row) => {
  expect(isSmartResponseOn(row)).toBe(row.isOn)
})
