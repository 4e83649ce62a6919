import { expect, test } from 'vitest'
import { coldPhrases } from './lexicon-cold.ts'
import { legitPhrases } from './lexicon-legit.ts'
import { toTokens } from './tokens.ts'

const lists = [...Object.entries(coldPhrases), ...Object.entries(legitPhrases)].map(
  ([signal, list]) =>
    [signal, list.split(';').map((phrase) => phrase.trim().replace(/^~/, ''))] as const,
)

test.each(lists)('every phrase of %s can be matched and occurs once', (_signal, phrases) => {
  expect(new Set(phrases).size).toBe(phrases.length)
  const parts = phrases.flatMap((phrase) => phrase.split(' '))
  const unreachable = parts.filter(
    (part) =>
      !part.startsWith('_') &&
      toTokens(part.replace(/\*$/, '')).join(' ') !== part.replace(/\*$/, ''),
  )
  expect(unreachable).toEqual([])
})
