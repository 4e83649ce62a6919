import type { Verdict } from '@doorman/domain/screening/verdict'
import type { Judgeable } from './model/judgeable.ts'

/**
 * Judges one message. `Judgeable` holds redacted text only, so an unredacted message does not
 * compile.
 */
export type Classifier = {
  classify(message: Judgeable): Promise<Verdict>
}
