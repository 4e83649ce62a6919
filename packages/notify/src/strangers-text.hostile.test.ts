import { expect, test } from 'vitest'
import { toStrangersText } from './strangers-text.ts'

const seen = (text: string) => toStrangersText(text, 60).replaceAll('\u200c', '')

test.each([
  ['an ordinary subject', 'Quick question, Ann?', 'Quick question, Ann?'],
  ['line breaks', 'Hi\r\nBcc: x\u2028y', 'Hi Bcc: x y'],
  ['a reversed reading direction', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['hidden characters', 'pay\u200bpal\u2060\ufeff', 'paypal'],
  ['Hebrew', 'שלום', 'שלום'],
  ['an emoji made of several characters', '👩\u200d🚀', '👩\u200d🚀'],
])('%s: %j is shown as one safe line', (_name, text, shown) => {
  expect(seen(text)).toBe(shown)
})

test('stacked accents are cut', () => {
  expect(seen(`Z${'\u0301'.repeat(500)}algo`).normalize('NFD')).toBe('Z\u0301\u0301\u0301algo')
})

test.each([
  ['x'.repeat(500), `${'x'.repeat(59)}…`],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['😀'.repeat(500), `${'😀'.repeat(29)}…`],
])('a long text is cut with an ellipsis', (text, shown) => {
  expect(seen(text)).toBe(shown)
})

/** What mail programs look for. They link the longest run without spaces or odd characters. */
const autolink = /[a-z][a-z0-9+.-]*:\/\/\S|www\.|[\w-]+[.．。｡][a-z]{2,}|[\w.+-]+[@＠][\w-]/i

test.each([
  'https://evil.example/restore?token=1',
  'see HTTP://EVIL.EXAMPLE.',
  'www.evil.example',
  'evil.example/path',
  'evil。example',
  'pat@vendor.example',
  '"Bank" <service＠bank.example>',
  'javascript://evil.example/%0Aalert(1)',
  '.evil.example',
])('%j does not become a link', (text) => {
  expect(text).toMatch(autolink)
  expect(toStrangersText(text, 100)).not.toMatch(autolink)
})

test('a hidden character does not protect a link from being broken', () => {
  expect(toStrangersText('evil.\u200bexample', 100)).not.toMatch(autolink)
})
