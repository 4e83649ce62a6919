import fc from 'fast-check'
import { expect, test } from 'vitest'
import { productName } from '../brand.ts'
import { overridePhrase } from './override-phrase.ts'
import { maxReplyChars } from '../plans/plan.ts'
import {
  defaultReplyText,
  isSmartResponseOn,
  ReplyText,
  toReplySubject,
  toReplyText,
} from './smart-response.ts'

test('the default text is valid and does not mention the product', () => {
  expect(ReplyText.parse(defaultReplyText)).toBe(defaultReplyText)
  for (const hasOverride of [true, false])
    expect(toReplyText(defaultReplyText, { hasOverride })).not.toContain(productName)
})

test('the override phrase is added with Pro only', () => {
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
])('the reply text %j is accepted', (text) => {
  expect(ReplyText.parse(text)).toBe(text)
})

test.each([
  ['', 'write a reply'],
  [' \n\t ', 'write a reply'],
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
])('the reply text %j is refused, and the error mentions “%s”', (text, reason) => {
  const { error } = ReplyText.safeParse(text)
  expect(error?.issues[0]?.message).toContain(reason)
})

test('line ends and spaces are normalised', () => {
  expect(ReplyText.parse('  Hello\r\n\r\n\r\n\r\nthere \t you\rBcc: nobody  ')).toBe(
    'Hello\n\nthere you\nBcc: nobody',
  )
})

test('an accepted text is accepted unchanged the next time', () => {
  const isStable = (text: string) => {
    const { success, data } = ReplyText.safeParse(text)
    return !success || ReplyText.parse(data) === data
  }
  // Unlike `unit: 'binary'`, this needs no table of all characters, which takes a second.
  const texts = fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 80 })
    .map((points) => String.fromCodePoint(...points))
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
])('the reply to %j has the subject %j', (subject, expected) => {
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
])(
  'agreed at $agreedAt, enabled $autoReplyEnabled, Pro $isPro: smart responses on is $isOn',
  (row) => {
    expect(isSmartResponseOn(row)).toBe(row.isOn)
  },
)
