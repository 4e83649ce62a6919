import type { Verdict } from '@doorman/domain/screening/verdict'
import type { Classifier } from '../classifier.ts'
import type { Judgeable } from '../model/judgeable.ts'

export const certainPitch: Verdict = {
  category: 'sales',
  score: 0.995,
  signals: ['asks-for-a-call'],
}

/** Returns the verdict that a test sets, and records the messages it was given. */
export class FakeClassifier implements Classifier {
  verdict: Verdict = { category: 'other', score: 0.01, signals: [] }
  readonly seen: Judgeable[] = []
  /** Thrown once instead of a verdict. */
  failNextWith: Error | null = null

  async classify(message: Judgeable): Promise<Verdict> {
    this.seen.push(message)
    const failure = this.failNextWith
    this.failNextWith = null
    if (failure) throw failure
    return this.verdict
  }
}
