import type { Signal } from '@doorman/domain/screening/signals'
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

/** Phrases among the first and the last tokens are features of their own. */
const endTokens = 25

export function toPhraseFeatures(
  words: readonly string[],
  subject: readonly string[],
): { readonly features: Map<string, number>; readonly signals: ReadonlySet<Signal> } {
  const features = new Map<string, number>()
  const signals = new Set<Signal>()
  let cold = 0
  let legit = 0
  for (const finding of finder.count([...subject, '.', ...words]).keys()) {
    features.set(`g:${finding}`, 1)
    if (!isShown(finding)) continue
    signals.add(finding)
    if (finding in coldPhrases) cold++
    else legit++
  }
  for (const finding of finder.count(words.slice(0, endTokens)).keys())
    features.set(`h:${finding}`, 0.7)
  for (const finding of finder.count(words.slice(-endTokens)).keys())
    features.set(`t:${finding}`, 0.7)
  features.set('n:cold', cold / 3)
  features.set('n:legit', legit / 3)
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
