import type { Dictionaries } from '../model/dictionary.ts'
import { toOtherFeatures, toTextFeatures, type Features } from '../model/features.ts'
import { toName } from '../model/feature-key.ts'
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

/** How much of a message the model sees: everything, or only subject and body. */
export type View = 'with-facts' | 'words-alone'

/** Makes both views of a message, so that the model also learns to judge by words alone. */
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
  return isWritten(message) ? ['with-facts', 'words-alone'] : ['words-alone']
}

/**
 * The text is nearly always the same in both views, so its features are made once. It differs if
 * only From shows that a contact form sent the message, or that the sender quotes their own message.
 */
async function toViews(
  message: LabelledMessage,
  dictionaries: Dictionaries,
  numbers: Map<string, number>,
): Promise<Example[]> {
  let text: TextRow | null = null
  const examples: Example[] = []
  for (const view of viewsOf(message)) {
    const record = toRecord(message, view)
    const read = toMessage(record)
    const judgeable = await findJudgeable(
      read,
      toSenderFacts(record, read),
      readLater(read, 'full'),
    )
    if (judgeable === null) {
      examples.push({ message, view, judgeable, row: null })
      continue
    }
    if (text?.ownText !== judgeable.ownText) text = toTextRow(judgeable, dictionaries, numbers)
    const { features } = toOtherFeatures(judgeable, text.features, toName)
    const other = toFeatureRow(features, numbers)
    examples.push({ message, view, judgeable, row: join(text.row, other) })
  }
  return examples
}

type TextRow = ReturnType<typeof toTextRow>

function toTextRow(judgeable: Judgeable, dictionaries: Dictionaries, numbers: Map<string, number>) {
  const features = toTextFeatures(judgeable, dictionaries, toName)
  return { ownText: judgeable.ownText, features, row: toFeatureRow(features.features, numbers) }
}

function join(one: Row, other: Row): Row {
  return {
    at: Int32Array.of(...one.at, ...other.at),
    values: Float64Array.of(...one.values, ...other.values),
  }
}

/** Features as a row. A feature that has no number yet gets the next one. */
export function toFeatureRow(features: Features<string>, numbers: Map<string, number>): Row {
  const at = Int32Array.from(features.keys(), (name) => {
    const known = numbers.get(name) ?? numbers.size
    numbers.set(name, known)
    return known
  })
  return { at, values: Float64Array.from(features.values()) }
}

function toRecord({ record }: LabelledMessage, view: View): MessageRecord {
  return view === 'with-facts'
    ? record
    : { ...record, from: null, to: null, replyTo: null, headers: null, facts: null }
}
