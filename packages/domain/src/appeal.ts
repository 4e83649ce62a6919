import type { DmarcResult } from './authentication-results.ts'
import type { Message } from './message.ts'
import { toMailboxAddress } from './own-addresses.ts'
import { isBounce, isBulk, isOurs, refusesAutomaticReplies } from './reply-manners.ts'

/** A mail that answers a smart response of ours, and what is known of the two. */
export type AppealCandidate = {
  readonly message: Message
  /** What is new in it says that they have met. */
  readonly saysPhrase: boolean
  readonly dmarc: DmarcResult
  readonly ownAddresses: readonly string[]
  /** Whom we answered, as `toMailboxAddress` has it. */
  readonly answered: string
  readonly isPro: boolean
  /** This reply of ours has been appealed against before. */
  readonly isRepeated: boolean
  /** The user has made up their mind about the sender: theirs is the last word. */
  readonly isSettled: boolean
  /** In the user's mailboxes, in the last day. */
  readonly appealsOfUser: number
}

/** More than anybody has forgotten acquaintances. */
export const mostAppealsPerDay = 10

/** Reasons why an answer lets nobody in. It is then a mail like any other. */
const refusals = [
  { reason: 'no-phrase', applies: ({ saysPhrase }) => !saysPhrase },
  { reason: 'not-pro', applies: ({ isPro }) => !isPro },
  {
    reason: 'other-sender',
    applies: ({ message: { from }, answered }) =>
      from === null || toMailboxAddress(from.address) !== answered,
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
  { reason: 'settled-sender', applies: ({ isSettled }) => isSettled },
  { reason: 'repeated', applies: ({ isRepeated }) => isRepeated },
  { reason: 'limit', applies: ({ appealsOfUser }) => appealsOfUser >= mostAppealsPerDay },
] as const satisfies readonly Refusal[]

export type AppealRefusal = (typeof refusals)[number]['reason']

/** Why an answer to our reply is no appeal; `null` where its sender is to be let in. */
export function findAppealRefusal(candidate: AppealCandidate): AppealRefusal | null {
  return refusals.find((refusal) => refusal.applies(candidate))?.reason ?? null
}

type Refusal = {
  readonly reason: string
  readonly applies: (candidate: AppealCandidate) => boolean
}
