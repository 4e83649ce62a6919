import type { DmarcResult } from '../mail/authentication-results.ts'
import type { Message } from '../mail/message.ts'
import { toMailboxAddress } from '../mail/own-addresses.ts'
import { isBounce, isBulk, isOurs, refusesAutomaticReplies } from './reply-manners.ts'

/** A message that replies to a smart response, and what is known about the two. */
export type AppealCandidate = {
  readonly message: Message
  /** The new text of the message contains the phrase "We've met before". */
  readonly saysPhrase: boolean
  readonly dmarc: DmarcResult
  readonly ownAddresses: readonly string[]
  /** The recipient of our reply, as `toMailboxAddress` returns it. */
  readonly repliedTo: string
  readonly isPro: boolean
  /** The sender has appealed against this reply before. */
  readonly isRepeated: boolean
  /** The user has already trusted or blocked the sender. An appeal does not change that. */
  readonly hasReputation: boolean
  /** Appeals in all mailboxes of the user in the last 24 hours. */
  readonly appealsToday: number
}

/** More appeals than this on one day are abuse, not forgotten contacts. */
export const maxAppealsPerDay = 10

/** Reasons to refuse an appeal. The message is then judged like any other. */
const refusals = [
  { reason: 'no-phrase', applies: ({ saysPhrase }) => !saysPhrase },
  { reason: 'not-pro', applies: ({ isPro }) => !isPro },
  {
    reason: 'other-sender',
    applies: ({ message: { from }, repliedTo }) =>
      from === null || toMailboxAddress(from.address) !== repliedTo,
  },
  { reason: 'unproven-sender', applies: ({ dmarc }) => dmarc !== 'pass' },
  {
    reason: 'automatic',
    applies: ({ message, ownAddresses }) =>
      refusesAutomaticReplies(message) ||
      isBounce(message) ||
      isBulk(message) ||
      isOurs(message, ownAddresses),
  },
  { reason: 'has-reputation', applies: ({ hasReputation }) => hasReputation },
  { reason: 'repeated', applies: ({ isRepeated }) => isRepeated },
  { reason: 'limit', applies: ({ appealsToday }) => appealsToday >= maxAppealsPerDay },
] as const satisfies readonly Refusal[]

export type AppealRefusal = (typeof refusals)[number]['reason']

/** Why the message is not an appeal; `null` if its sender gets through. */
export function findAppealRefusal(candidate: AppealCandidate): AppealRefusal | null {
  return refusals.find((refusal) => refusal.applies(candidate))?.reason ?? null
}

type Refusal = {
  readonly reason: string
  readonly applies: (candidate: AppealCandidate) => boolean
}
