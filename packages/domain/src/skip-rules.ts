import {
  isAutomatic,
  isCalendar,
  isMailingList,
  isReceipt,
  isServiceNotification,
} from './mail-kinds.ts'
import type { Message } from './message.ts'
import type { Relationship, Standing } from './sender-facts.ts'

/** What we know before judging a word. What could not be found out is left at its cautious value. */
export type ScreeningFacts = {
  readonly relationship: Relationship
  /** The domain is on the user's list, and DMARC passed for it. */
  readonly isWhitelisted: boolean
  /** `null` where the user has said nothing of the sender. */
  readonly standing: Standing | null
  /** It answers in a thread that the user took part in. */
  readonly answersTheUser: boolean
  /** From one of the user's own addresses. */
  readonly isOwnAddress: boolean
  /** Words of the sender's own, quotes and signature gone. */
  readonly ownWordCount: number
  /** Somebody else in To or Cc is one the user has written to. Absent where nobody has looked yet. */
  readonly hasCommonContact?: boolean
  /** Earlier mail of the sender in the same thread was filtered. Absent where nobody keeps decisions. */
  readonly isFollowUp?: boolean
}

/** Fewer words than this say too little to judge anybody by. */
export const fewestWords = 5

/**
 * Reasons to leave a message alone. The first match wins and is shown to the
 * user, so the order is part of the product.
 */
const skipRules = [
  { reason: 'own-address', applies: (_, facts) => facts.isOwnAddress },
  { reason: 'internal', applies: (_, facts) => facts.relationship.sameOrg },
  {
    reason: 'known-contact',
    applies: (_, { relationship }) =>
      relationship.hasWrittenToSender || relationship.hasWrittenToDomain,
  },
  { reason: 'whitelisted', applies: (_, facts) => facts.isWhitelisted },
  { reason: 'restored-sender', applies: (_, facts) => facts.standing === 'trusted' },
  { reason: 'reply', applies: (_, facts) => facts.answersTheUser },
  { reason: 'service-notification', applies: isServiceNotification },
  { reason: 'receipt', applies: isReceipt },
  { reason: 'calendar', applies: isCalendar },
  { reason: 'mailing-list', applies: isMailingList },
  { reason: 'automatic', applies: isAutomatic },
  {
    reason: 'too-little-text',
    applies: (_, { isFollowUp = false, ownWordCount }) => !isFollowUp && ownWordCount < fewestWords,
  },
  // Last, for it costs most: a connected mailbox is asked only where the mail would be set aside.
  { reason: 'common-contact', applies: (_, facts) => facts.hasCommonContact === true },
] as const satisfies readonly SkipRule[]

export type SkipReason = (typeof skipRules)[number]['reason']

/**
 * A block counts for more than any other rule: a refusal is a mail to them too,
 * and whoever is unwanted also writes briefly, or sends invitations.
 */
const strongerThanBlock: ReadonlySet<SkipReason> = new Set(['own-address', 'internal', 'reply'])

export function findSkipReason(message: Message, facts: ScreeningFacts): SkipReason | null {
  const isBlocked = facts.standing === 'blocked'
  const rules = skipRules.filter(({ reason }) => !isBlocked || strongerThanBlock.has(reason))
  return rules.find((rule) => rule.applies(message, facts))?.reason ?? null
}

type SkipRule = {
  readonly reason: string
  readonly applies: (message: Message, facts: ScreeningFacts) => boolean
}
