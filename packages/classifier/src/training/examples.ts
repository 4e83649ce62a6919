import type { Dictionaries } from '../model/dictionary.ts'
import {
  toOtherFeatures,
  toTextFeatures,
  type Features,
  type TextFeatures,
} from '../model/features.ts'
import type { Judgeable } from '../model/judgeable.ts'
import { findJudgeable, readLater } from '../judge-message.ts'
import { toSenderFacts, toMessage, type MessageRecord } from '../message-record.ts'
import type { Row } from './logistic-regression.ts'
import { findPersonNames } from './person-names.ts'
import type { LabelledMessage } from './read-corpus.ts'

/** One view of a labelled message. */
export type Example = {
  readonly message: LabelledMessage
  readonly view: View
  /** `null` if a rule keeps the message, so that the model never sees it. */
  readonly judgeable: Judgeable | null
  /** Its features, by numbers that all examples share. */
  readonly row: Row | null
}

export type Examples = {
  readonly all: readonly Example[]
  /** Feature names by number. */
  readonly names: readonly string[]
  /** Names of people and firms: words that must not become features. */
  readonly personNames: ReadonlySet<string>
}

/**
 * How much of a message the model sees: `with-facts` everything, `with-addresses` no headers and no
 * facts, `words-alone` only subject and body.
 */
export type View = 'with-facts' | 'with-addresses' | 'words-alone'

/** Makes several views of every message, so that the model also learns to judge by words alone. */
export async function toExamples(
  messages: readonly LabelledMessage[],
  dictionaries: Dictionaries,
): Promise<Examples> {
  const numbers = new Map<string, number>()
  const all: Example[] = []
  for (const message of messages) all.push(...(await toViews(message, dictionaries, numbers)))
  return {
    all,
    names: [...numbers.keys()],
    personNames: findPersonNames(messages.filter(isWritten)),
  }
}

/** Collected messages seldom have addresses, so names cannot be found in them. */
function isWritten({ origin }: LabelledMessage): boolean {
  return origin === 'written'
}

function viewsOf(message: LabelledMessage): readonly View[] {
  return isWritten(message)
    ? ['with-facts', 'with-addresses', 'words-alone']
    : ['with-addresses', 'words-alone']
}

/** The text is the same in every view, so it is read once. */
async function toViews(
  message: LabelledMessage,
  dictionaries: Dictionaries,
  numbers: Map<string, number>,
): Promise<Example[]> {
  const text = readLater(toMessage(message.record), 'full')
  let textRow: { readonly features: TextFeatures; readonly row: Row } | null = null
  const examples: Example[] = []
  for (const view of viewsOf(message)) {
    const record = toRecord(message, view)
    const judgeable = await findJudgeable(toMessage(record), toSenderFacts(record), text)
    if (judgeable === null) {
      examples.push({ message, view, judgeable, row: null })
      continue
    }
    textRow ??= toTextRow(toTextFeatures(judgeable, dictionaries), numbers)
    const other = toFeatureRow(toOtherFeatures(judgeable, textRow.features).features, numbers)
    examples.push({ message, view, judgeable, row: join(textRow.row, other) })
  }
  return examples
}

function toTextRow(features: TextFeatures, numbers: Map<string, number>) {
  return { features, row: toFeatureRow(features.features, numbers) }
}

function join(one: Row, other: Row): Row {
  return {
    at: Int32Array.of(...one.at, ...other.at),
    values: Float64Array.of(...one.values, ...other.values),
  }
}

/** Features as a row. A feature that has no number yet gets the next one. */
export function toFeatureRow(features: Features, numbers: Map<string, number>): Row {
  const at = Int32Array.from(features.keys(), (name) => {
    const known = numbers.get(name) ?? numbers.size
    numbers.set(name, known)
    return known
  })
  return { at, values: Float64Array.from(features.values()) }
}

function toRecord({ record }: LabelledMessage, view: View): MessageRecord {
  if (view === 'with-facts') return record
  const bare = { ...record, headers: null, facts: null }
  return view === 'with-addresses' ? bare : { ...bare, from: null, to: null, replyTo: null }
}
