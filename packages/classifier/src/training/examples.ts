import { toFeatures, type Features } from '../local/features.ts'
import type { Judgeable } from '../local/judgeable.ts'
import { prepareMail } from '../local/prepare-mail.ts'
import { toKnownFacts, toMessage } from '../mail-record.ts'
import type { LabelledMail } from './read-corpus.ts'

/** A labelled mail as the model meets it: with its envelope and facts, or with its words alone. */
export type Example = {
  readonly mail: LabelledMail
  readonly view: View
  /** `null`: a rule leaves it alone, and the model never sees it. */
  readonly features: Features | null
  readonly judgeable: Judgeable | null
}

export type View = 'with-facts' | 'words-alone'

/** Both views of written mail, so that the model learns to do without an envelope. */
export function toExamples(mails: readonly LabelledMail[]): Example[] {
  return mails.flatMap((mail) =>
    mail.origin === 'written'
      ? [toExample(mail, 'words-alone'), toExample(mail, 'with-facts')]
      : [toExample(mail, 'words-alone')],
  )
}

function toExample(mail: LabelledMail, view: View): Example {
  const record =
    view === 'with-facts' ? mail.record : { ...mail.record, headers: null, facts: null }
  const prepared = prepareMail(toMessage(record), toKnownFacts(record), 'full')
  const judgeable = prepared.kind === 'judgeable' ? prepared.mail : null
  return { mail, view, judgeable, features: judgeable && toFeatures(judgeable).features }
}
