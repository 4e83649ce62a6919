import type { Verdict } from '@doorman/domain/decide'
import type { Classifier } from './classifier.ts'
import type { Judgeable } from './local/judgeable.ts'

export const certainPitch: Verdict = {
  category: 'sales',
  score: 0.995,
  signals: ['asks-for-a-call'],
}

/** Believes what it is told, and remembers what it was shown. */
export class FakeClassifier implements Classifier {
  verdict: Verdict = { category: 'other', score: 0.01, signals: [] }
  readonly seen: Judgeable[] = []
  /** Thrown once instead of a verdict. */
  failNextWith: Error | null = null

  async classify(mail: Judgeable): Promise<Verdict> {
    this.seen.push(mail)
    const failure = this.failNextWith
    this.failNextWith = null
    if (failure) throw failure
    return this.verdict
  }
}
