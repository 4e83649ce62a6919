import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Dictionary, minStemLength } from './dictionary.ts'
import { languages } from './language.ts'
import { toTokens } from './tokens.ts'

const dictionary = new Dictionary(
  'angebot=offer\nangebo*=offers\nwir=we\noferujemy=we offer\nab=from\n',
)

test.each([
  ['wir angebot', 'we offer'],
  ['angebote', 'offers'],
  ['oferujemy', 'we offer'],
  // In no dictionary, and shorter than a stem.
  ['dana _num ? abc', 'dana _num ? abc'],
])('%s is %s in English', (words, english) => {
  expect(dictionary.translate(words.split(' ')).join(' ')).toBe(english)
})

test('the longest stem decides', () => {
  const stems = new Dictionary('rechn*=calculate\nrechnung*=invoice\n')
  expect(stems.translate(['rechnungen', 'rechner'])).toEqual(['invoice', 'calculate'])
})

test('a dictionary translates the same way when it is used again', () => {
  const words = ['wir', 'angebote']
  const first = dictionary.translate(words)
  expect(dictionary.translate(words)).toEqual(first)
})

test('a word of a million letters stays one word', () => {
  expect(dictionary.translate(['x'.repeat(1_000_000)])).toHaveLength(1)
})

const folder = new URL('../../model/dictionaries/', import.meta.url)
const files = readdirSync(folder).map((name) => ({
  name,
  lines: readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n'),
}))

test('every language but English has a dictionary', () => {
  const others = languages.filter((language) => language !== 'en')
  expect(files.map(({ name }) => name).toSorted()).toEqual(others.map((one) => `${one}.txt`))
})

describe.each(files)('$name', ({ lines }) => {
  const entries = lines.map((line) => line.split('='))

  test('is sorted, has no duplicates, and every line is word=english', () => {
    expect(lines).toEqual(lines.toSorted())
    const words = entries.map(([word]) => word)
    expect(new Set(words).size).toBe(words.length)
    expect(entries.filter((parts) => parts.length !== 2 || parts.includes(''))).toEqual([])
  })

  test('words and translations are in the form that toTokens returns', () => {
    const asRead = (text: string) => toTokens(text).join(' ')
    const unreachable = entries.filter(([word = '', english = '']) => {
      const bare = word.replace(/\*$/, '')
      return asRead(bare) !== bare || asRead(english) !== english
    })
    expect(unreachable).toEqual([])
  })

  test('stems are long enough', () => {
    const tooShort = entries.filter(
      ([word = '']) => /^.*\*$/.test(word) && word.length <= minStemLength,
    )
    expect(tooShort).toEqual([])
  })
})
