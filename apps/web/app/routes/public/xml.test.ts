import { expect, test } from 'vitest'
import { toXmlText } from './xml.ts'

test.each([
  [
    `<a href="x">Tom & 'Ann'</a>`,
    '&lt;a href=&quot;x&quot;&gt;Tom &amp; &apos;Ann&apos;&lt;/a&gt;',
  ],
  ['a\u0000b\u0008c\ufffe', 'abc'],
  ['Grüße 🦆', 'Grüße 🦆'],
  ['lone \ud800 half', 'lone  half'],
])('%j is escaped for XML', (text, xml) => {
  expect(toXmlText(text)).toBe(xml)
})
