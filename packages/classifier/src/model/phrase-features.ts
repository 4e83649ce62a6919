import type { Signal } from '@doorman/domain/screening/signals'
import type { ToKey } from './feature-key.ts'
import { coldPhrases } from './lexicon-cold.ts'
import { legitPhrases } from './lexicon-legit.ts'
import { PhraseFinder } from './phrases.ts'

/**
 * A single word, or a phrase marked with `~` in the lexicon, only hints at a signal: the model
 * weighs it, but users are not shown the signal.
 */
type Finding = Signal | `${Signal}~`

const finder = new PhraseFinder<Finding>(
  [...Object.entries(coldPhrases), ...Object.entries(legitPhrases)].flatMap(([name, list]) =>
    list
      .split(';')
      .map((phrase) => phrase.trim().replaceAll(/\s+/g, ' '))
      .filter((phrase) => phrase !== '')
      .map((phrase): [Finding, string] => {
        const isHint = phrase.startsWith('~') || !phrase.includes(' ')
        // The lexicons are records by signal.
        return [(isHint ? `${name}~` : name) as Finding, phrase.replace(/^~/, '')]
      }),
  ),
)

/** Phrases among the first and the last tokens are separate features. */
const endTokens = 25

export function toPhraseFeatures<Key>(
  words: readonly string[],
  subject: readonly string[],
  toKey: ToKey<Key>,
): { readonly features: Map<Key, number>; readonly signals: ReadonlySet<Signal> } {
  const all = new Set<Finding>()
  const nearStart = new Set<Finding>()
  const nearEnd = new Set<Finding>()
  const tokens = [...subject, '.', ...words]
  const firstWord = tokens.length - words.length
  finder.find(tokens, (finding, start, end) => {
    all.add(finding)
    if (start < firstWord) return
    if (end <= firstWord + endTokens) nearStart.add(finding)
    if (start >= tokens.length - endTokens) nearEnd.add(finding)
  })
  const signals = new Set([...all].filter(isShown))
  const cold = [...signals].filter((signal) => signal in coldPhrases).length
  const features = new Map<Key, number>()
  const add = (kind: string, name: string, value: number) => {
    const key = toKey(kind, name)
    if (key !== undefined) features.set(key, value)
  }
  for (const finding of all) add('g', finding, 1)
  for (const finding of nearStart) add('h', finding, 0.7)
  for (const finding of nearEnd) add('t', finding, 0.7)
  add('n', 'cold', cold / 3)
  add('n', 'legit', (signals.size - cold) / 3)
  return { features, signals }
}

const phraseFeature = /^[ght]:(.+?)~?$/

/**
 * The side a phrase was collected for: 1 for cold outreach, -1 for legitimate; 0 for other
 * features.
 */
export function findDirection(name: string): -1 | 0 | 1 {
  const [, signal = ''] = phraseFeature.exec(name) ?? []
  if (signal in coldPhrases) return 1
  return signal in legitPhrases ? -1 : 0
}

function isShown(finding: Finding): finding is Signal {
  return !finding.endsWith('~')
}
