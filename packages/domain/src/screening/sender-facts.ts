import type { Fact } from './fact.ts'

/** What the user has decided about a sender: always let in, or always filtered. */
export type SenderReputation = 'trusted' | 'blocked'

/**
 * Reasons to filter a message because of its sender, whatever it says: the user reported the
 * sender as spam, or an earlier message of theirs in the same thread was filtered.
 */
export type SenderReason = 'blocked-sender' | 'follow-up'

/**
 * What the mailbox and the user's settings say about a sender. Lookups that cost something are
 * functions.
 */
export type SenderFacts = {
  /** The sender's address is one of the user's own. */
  readonly isOwnAddress: boolean
  /** The sender's domain is the user's own. Never true for a freemail domain. */
  readonly isSameOrganisation: boolean
  /** The user has written to the sender's address. */
  readonly hasWrittenToSender: Fact<boolean>
  /** The user has written to the sender's domain. Never true for a freemail domain. */
  readonly hasWrittenToDomain: Fact<boolean>
  /** The sender's domain is on the user's whitelist, and DMARC passed for it. */
  readonly isWhitelisted: boolean
  /** `null` if the user has neither trusted nor blocked the sender. */
  readonly reputation: SenderReputation | null
  /** The message replies to one that the user sent. */
  readonly answersTheUser: Fact<boolean>
  /** An earlier message from the sender in the same thread was filtered. */
  readonly isFollowUp: Fact<boolean>
  /** The user has written to someone else in To or Cc. */
  readonly hasCommonContact: Fact<boolean>
  /** How many messages the sender sent before this one; `null` if no mailbox was searched. */
  readonly earlierMailFromSender: Fact<number | null>
}

/** A sender of whom nothing is known, because no mailbox was searched. */
export const unknownSender: SenderFacts = {
  isOwnAddress: false,
  isSameOrganisation: false,
  hasWrittenToSender: false,
  hasWrittenToDomain: false,
  isWhitelisted: false,
  reputation: null,
  answersTheUser: false,
  isFollowUp: false,
  hasCommonContact: false,
  earlierMailFromSender: null,
}

/** How the user and a sender know each other, as the classifier sees it. */
export type Relationship = {
  readonly hasWrittenToSender: boolean
  readonly hasWrittenToDomain: boolean
  readonly sameOrg: boolean
  /** Received mail alone does not make a sender a contact. */
  readonly earlierMailFromSender: number
}

export const stranger: Relationship = {
  hasWrittenToSender: false,
  hasWrittenToDomain: false,
  sameOrg: false,
  earlierMailFromSender: 0,
}
