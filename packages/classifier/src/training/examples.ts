import { toFeatures, type Features } from '../local/features.ts'
import type { Judgeable } from '../local/judgeable.ts'
import { prepareMail } from '../local/prepare-mail.ts'
import { toKnownFacts, toMessage, type MailRecord } from '../mail-record.ts'
import type { Row } from './logistic-regression.ts'
import { findPeople } from './people.ts'
import type { LabelledMail } from './read-corpus.ts'

/** A labelled mail as the model meets it: with all that is known of it, or with less. */
export type Example = {
  readonly mail: LabelledMail
  readonly view: View
  /** `null`: a rule leaves it alone, and the model never sees it. */
  readonly judgeable: Judgeable | null
  /** Its features, by the numbers that all examples share. */
  readonly row: Row | null
}

export type Examples = {
  readonly all: readonly Example[]
  /** Of the features, by number. */
  readonly names: readonly string[]
  /** Words that name somebody, and so tell nothing. */
  readonly people: ReadonlySet<string>
}

/** `with-addresses` has sender and recipients, and neither headers nor facts; `words-alone` has subject and body. */
export type View = 'with-facts' | 'with-addresses' | 'words-alone'

/** Several views of every mail, so that the model learns to do without an envelope. */
export function toExamples(mails: readonly LabelledMail[]): Examples {
  const numbers = new Map<string, number>()
  const all = mails.flatMap((mail) => viewsOf(mail).map((view) => toExample(mail, view, numbers)))
  return { all, names: [...numbers.keys()], people: findPeople(ownOf(mails)) }
}

/** Collected mail seldom says who wrote to whom, so it cannot show what is a name. */
function ownOf(mails: readonly LabelledMail[]): LabelledMail[] {
  return mails.filter(({ origin }) => origin === 'written')
}

function viewsOf({ origin }: LabelledMail): readonly View[] {
  return origin === 'written'
    ? ['with-facts', 'with-addresses', 'words-alone']
    : ['with-addresses', 'words-alone']
}

function toExample(mail: LabelledMail, view: View, numbers: Map<string, number>): Example {
  const record = toRecord(mail, view)
  const prepared = prepareMail(toMessage(record), toKnownFacts(record), 'full')
  const judgeable = prepared.kind === 'judgeable' ? prepared.mail : null
  return {
    mail,
    view,
    judgeable,
    row: judgeable && number(toFeatures(judgeable).features, numbers),
  }
}

/** Whatever has no number yet gets the next. */
export function number(features: Features, numbers: Map<string, number>): Row {
  const at = Int32Array.from(features.keys(), (name) => {
    const known = numbers.get(name) ?? numbers.size
    numbers.set(name, known)
    return known
  })
  return { at, values: Float64Array.from(features.values()) }
}

function toRecord({ record }: LabelledMail, view: View): MailRecord {
  if (view === 'with-facts') return record
  const bare = { ...record, headers: null, facts: null }
  return view === 'with-addresses' ? bare : { ...bare, from: null, to: null, replyTo: null }
}
