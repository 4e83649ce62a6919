import type { Signal } from '@doorman/domain/screening/signals'
import { isWordFeature } from './word-features.ts'

const maxSignals = 6
/** Signals with less evidence than this are not shown. */
const minEvidence = 0.05

/**
 * The signals that explain a verdict, strongest first. The evidence of a signal is the sum over its
 * features. `first-contact`, which is true of every stranger, comes after signals that are specific
 * to this message. Words that belong to no signal are summed up as one signal and come last.
 */
export function explain({
  evidence,
  signals,
  speaksForCold,
}: {
  /** How much each feature added to the sum. Above zero it is evidence for cold outreach. */
  readonly evidence: readonly (readonly [string, number])[]
  readonly signals: ReadonlySet<Signal>
  readonly speaksForCold: boolean
}): readonly Signal[] {
  const sums = new Map<Signal, number>()
  const wording: Signal = speaksForCold ? 'worded-like-outreach' : 'worded-like-ordinary-mail'
  for (const [name, added] of evidence) {
    const signal = isWordFeature(name) ? wording : findSignal(name, signals)
    if (signal) sums.set(signal, (sums.get(signal) ?? 0) + (speaksForCold ? added : -added))
  }
  const relevant = [...sums].filter(([, sum]) => sum > minEvidence)
  const named = relevant
    .filter(([signal]) => signal !== wording)
    .toSorted(([, one], [, other]) => other - one)
    .map(([signal]) => signal)
    .toSorted((one, other) => Number(one === 'first-contact') - Number(other === 'first-contact'))
    .slice(0, maxSignals - 1)
  return relevant.some(([signal]) => signal === wording) ? [...named, wording] : named
}

/** `g:flatters`, `t:flatters` and the hint `g:flatters~` all belong to the signal `flatters`. */
function findSignal(name: string, signals: ReadonlySet<Signal>): Signal | undefined {
  const named = envelopeSignals[name] ?? name.slice(name.indexOf(':') + 1).replace(/~$/, '')
  // A member of the set is a signal.
  return signals.has(named as Signal) ? (named as Signal) : undefined
}

const envelopeSignals: Readonly<Record<string, Signal>> = {
  'e:thread claimed': 'pretends-to-reply',
  'e:bulk': 'writes-in-bulk',
  'e:way-out': 'writes-in-bulk',
  'e:tracking-pixel': 'writes-in-bulk',
  'e:freemail': 'writes-privately',
  'e:freemail-offer': 'writes-privately',
  'e:earlier 1': 'wrote-before-unanswered',
  'e:earlier 2': 'writes-often',
  'e:earlier 3': 'writes-often',
  'e:earlier 0': 'first-contact',
}
