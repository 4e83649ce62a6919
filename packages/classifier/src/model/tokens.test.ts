import { expect, test } from 'vitest'
import { toTokens } from './tokens.ts'

test.each([
  ['Société GÉNÉRALE, straße', 'societe generale strasse'],
  ["We're glad you've come, don't go", 'were glad youve come dont go'],
  ["l'azienda dell’anno, j'ai vu", 'l azienda dell anno j ai vu'],
  ['Save 30% or $5,000 in 2026?', 'save _pct or _money in _year ?'],
  ['Call at 10:30 on 3/4, room 12!', 'call at _time on _time room _num !'],
  ['See https://x.example/a?b=c or mail ann@x.example', 'see _url or mail _mail'],
  ['Masked: [url] [email] [amount] [phone]', 'masked _url _mail _money _phone'],
  ['constructor toString __proto__', 'constructor tostring proto'],
  ['', ''],
])('%j becomes the tokens %j', (text, tokens) => {
  expect(toTokens(text).join(' ')).toBe(tokens)
})

test('a mask set by redaction and the thing itself give the same token', () => {
  expect(toTokens('Go to [url] for [amount]')).toEqual(toTokens('Go to www.x.example for €40'))
})

test('only the first 1,500 tokens of a long message are used', () => {
  expect(toTokens('word '.repeat(100_000))).toHaveLength(1_500)
})
