import type { Signal } from '@doorman/domain/screening/signals'
import type { Features } from './features.ts'

const maxSignals = 6
/** Signals with less evidence than this are not shown. */
const minEvidence = 0.05

/**
 * Explains verdicts by their signals, strongest first. The evidence of a signal is the sum over its
 * features. `first-contact`, which is true of every stranger, comes after signals that are specific
 * to this message. Words that belong to no signal are summed up as one signal and come last.
 * `otherNames` are the names of the features that are not made of words.
 */
export function createExplainer(otherNames: ReadonlyMap<number, string>) {
  const signalNames = new Map(
    [...otherNames].map(([feature, name]) => [feature, toSignalName(name)]),
  )
  return ({
    features,
    weights,
    signals,
    speaksForCold,
  }: {
    readonly features: Features<number>
    /** Above zero, a feature is evidence for cold outreach. */
    readonly weights: Float32Array
    readonly signals: ReadonlySet<Signal>
    readonly speaksForCold: boolean
  }): readonly Signal[] => {
    const sums = new Map<Signal, number>()
    let words = 0
    const direction = speaksForCold ? 1 : -1
    for (const [feature, value] of features) {
      const added = direction * (weights[feature] ?? 0) * value
      const name = signalNames.get(feature)
      if (name === undefined) words += added
      else if (isOneOf(signals, name)) sums.set(name, (sums.get(name) ?? 0) + added)
    }
    const named = [...sums]
      .filter(([, sum]) => sum > minEvidence)
      .toSorted(([, one], [, other]) => other - one)
      .map(([signal]) => signal)
      .toSorted((one, other) => Number(one === 'first-contact') - Number(other === 'first-contact'))
      .slice(0, maxSignals - 1)
    if (words <= minEvidence) return named
    return [...named, speaksForCold ? 'worded-like-outreach' : 'worded-like-ordinary-mail']
  }
}

/** `g:flatters`, `t:flatters` and the hint `g:flatters~` all belong to the signal `flatters`. */
function toSignalName(feature: string): string {
  return envelopeSignals[feature] ?? feature.slice(feature.indexOf(':') + 1).replace(/~$/, '')
}

function isOneOf(signals: ReadonlySet<Signal>, name: string): name is Signal {
  return signals.has(name as Signal)
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
