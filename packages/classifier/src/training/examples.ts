import {
  toOtherFeatures,
  toTextFeatures,
  type Features,
  type TextFeatures,
} from '../local/features.ts'
import type { Judgeable } from '../local/judgeable.ts'
import { prepareRead, readLater } from '../local/prepare-mail.ts'
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
  const all = mails.flatMap((mail) => toViews(mail, numbers))
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

/** The text is the same in every view: it is read once. */
function toViews(mail: LabelledMail, numbers: Map<string, number>): Example[] {
  const read = readLater(toMessage(mail.record), 'full')
  let text: { readonly features: TextFeatures; readonly row: Row } | null = null
  return viewsOf(mail).map((view): Example => {
    const record = toRecord(mail, view)
    const prepared = prepareRead(toMessage(record), toKnownFacts(record), 'full', read)
    if (prepared.kind === 'skipped') return { mail, view, judgeable: null, row: null }
    text ??= toTextRow(toTextFeatures(prepared.mail), numbers)
    const other = number(toOtherFeatures(prepared.mail, text.features).features, numbers)
    return { mail, view, judgeable: prepared.mail, row: join(text.row, other) }
  })
}

function toTextRow(features: TextFeatures, numbers: Map<string, number>) {
  return { features, row: number(features.features, numbers) }
}

function join(one: Row, other: Row): Row {
  return {
    at: Int32Array.of(...one.at, ...other.at),
    values: Float64Array.of(...one.values, ...other.values),
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
