import type { Signal } from '@doorman/domain/signals'
import { isWordFeature } from './word-features.ts'

const mostSignals = 6
/** Less evidence than this is not worth telling. */
const least = 0.05

/**
 * What spoke for the verdict, strongest first: each signal with all that the
 * model made of it. What is true of every stranger comes after what this one
 * did. Words that belong to no signal are told as one, and last: it says least.
 */
export function explain({
  evidence,
  signals,
  speaksForCold,
}: {
  /** How much each feature added to the sum; above zero speaks for cold. */
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
  const telling = [...sums].filter(([, sum]) => sum > least)
  const named = telling
    .filter(([signal]) => signal !== wording)
    .toSorted(([, one], [, other]) => other - one)
    .map(([signal]) => signal)
    .toSorted((one, other) => Number(one === 'first-contact') - Number(other === 'first-contact'))
    .slice(0, mostSignals - 1)
  return telling.some(([signal]) => signal === wording) ? [...named, wording] : named
}

/** `g:flatters` and `t:flatters` both tell of flattery. A single word only hints (`g:flatters~`). */
function findSignal(name: string, signals: ReadonlySet<Signal>): Signal | undefined {
  const named = envelopeSignals[name] ?? name.slice(name.indexOf(':') + 1).replace(/~$/, '')
  // Membership of the set makes it one.
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
