import { toTokens } from '../local/tokens.ts'
import { toMessage } from '../mail-record.ts'
import type { LabelledMail } from './read-corpus.ts'

/** Of the mails with a name in them, so many at least are from or to somebody of that name. */
const fewestBearers = 0.4

/**
 * The words that name the people and firms of these mails. Hands that never met hit on
 * the same names, so that they look like words of the language.
 */
export function findPeople(mails: readonly LabelledMail[]): ReadonlySet<string> {
  const counts = new Map<string, { all: number; borne: number }>()
  for (const { record } of mails) {
    const { from, to, subject, body } = toMessage(record)
    const bearers = new Set([from, ...to].flatMap((one) => toTokens(one?.name ?? '')))
    for (const word of new Set(toTokens(`${subject} ${body.text ?? ''}`))) {
      const { all, borne } = counts.get(word) ?? { all: 0, borne: 0 }
      counts.set(word, { all: all + 1, borne: borne + Number(bearers.has(word)) })
    }
  }
  const names = [...counts].filter(([, { all, borne }]) => borne >= all * fewestBearers)
  return new Set(names.map(([word]) => word))
}
