import { toTokens } from '../model/tokens.ts'
import { toMessage } from '../message-record.ts'
import type { LabelledMessage } from './read-corpus.ts'

/**
 * A word counts as a name if a correspondent bears it in at least this share of the messages that
 * contain the word.
 */
const minShareOfBearers = 0.4

/**
 * Finds the words that are names of people or firms. Independent authors invent the same names
 * ("Dana"), so that names occur in many sources and look like ordinary words.
 */
export function findPersonNames(messages: readonly LabelledMessage[]): ReadonlySet<string> {
  const counts = new Map<string, { all: number; asName: number }>()
  for (const { record } of messages) {
    const { from, to, subject, body } = toMessage(record)
    const bearers = new Set([from, ...to].flatMap((one) => toTokens(one?.name ?? '')))
    for (const word of new Set(toTokens(`${subject} ${body.text ?? ''}`))) {
      const { all, asName } = counts.get(word) ?? { all: 0, asName: 0 }
      counts.set(word, { all: all + 1, asName: asName + Number(bearers.has(word)) })
    }
  }
  const names = [...counts].filter(([, { all, asName }]) => asName >= all * minShareOfBearers)
  return new Set(names.map(([word]) => word))
}
