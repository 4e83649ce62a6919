import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText, maxTextChars } from './clean-text.ts'

/** Unlike `unit: 'binary'`, this needs no table of all characters, which takes a second. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 60 })
  .map((points) => String.fromCodePoint(...points))

const rows: readonly (readonly [name: string, text: string, cleaned: string])[] = [
  ['plain prose stays', 'Hello Pat,\n\nsee you at 10.', 'Hello Pat,\n\nsee you at 10.'],
  [
    'accents and emoji stay',
    'Grüße aus Łódź, ça va ❤️ ½ ² ™ …',
    'Grüße aus Łódź, ça va ❤️ ½ ² ™ …',
  ],
  ['NUL and other control characters are removed', 'a\u0000b\u0007c\u001b[0m\u007f', 'abc[0m'],
  ['lone surrogates are removed', 'a\ud800b\udc00c 😀', 'abc 😀'],
  ['bidi controls are removed', 'pay \u202egnp.exe\u202c \u2066now\u2069', 'pay gnp.exe now'],
  ['zero-width characters are removed', 'un\u200bsub\u200dscri\ufeffbe\u2060', 'unsubscribe'],
  ['soft hyphens and joiners are removed', 'Ange\u00adbot\u034f', 'Angebot'],
  ['invisible tag characters are removed', 'hi\u{e0048}\u{e0049}', 'hi'],
  [
    'every kind of line end becomes a line feed',
    'a\r\nb\rc\u2028d\u2029e\u0085f\fg',
    'a\nb\nc\nd\ne\nf\ng',
  ],
  ['odd spaces and tabs become ordinary spaces', 'a\u00a0b\u2003c\u3000d\te', 'a b c d e'],
  ['mathematical letters become plain letters', '𝗤𝘂𝗶𝗰𝗸 𝓬𝓪𝓵𝓵', 'Quick call'],
  ['full-width letters become plain letters', 'ｆｒｅｅ　ｄｅｍｏ：', 'free demo:'],
  ['ligatures become plain letters', 'oﬀer ﬁne', 'offer fine'],
  ['decomposed accents are composed', 'Mu\u0308ller', 'Müller'],
  ['other alphabets stay', 'Привет 你好 שלום', 'Привет 你好 שלום'],
]

describe('in cleaned text', () => {
  test.each(rows)('%s', (_name, text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned)
  })

  test('one letter has at most a few accents', () => {
    expect(cleanText('a' + '\u0323\u0301'.repeat(5000)).length).toBeLessThan(10)
  })

  test('long text is cut, but never inside a character', () => {
    const cleaned = cleanText('x' + '😀'.repeat(maxTextChars))
    expect(cleaned.length).toBe(maxTextChars - 1)
    expect(cleaned.isWellFormed()).toBe(true)
  })

  test('there is never a control character or a lone surrogate', () => {
    fc.assert(
      fc.property(anyText, fc.string({ unit: 'grapheme' }), (odd, text) => {
        const cleaned = cleanText(odd + text + String.fromCharCode(0xd83d))
        expect(cleaned).not.toMatch(/[\p{Cc}--\n]|\p{Cs}/v)
        expect(cleaned.isWellFormed()).toBe(true)
      }),
    )
  })

  test('a second cleaning changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const cleaned = cleanText(text)
        expect(cleanText(cleaned)).toBe(cleaned)
      }),
    )
  })
})
