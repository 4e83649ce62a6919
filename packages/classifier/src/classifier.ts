import type { Verdict } from '@doorman/domain/decide'
import type { Judgeable } from './local/judgeable.ts'

/** Judges one message. Takes only redacted text, so an unredacted one does not compile. */
export type Classifier = {
  classify(mail: Judgeable): Promise<Verdict>
}
