import type { DmarcResult } from '../mail/authentication-results.ts'
import { isServiceNotification } from '../screening/message-kinds.ts'
import type { Message } from '../mail/message.ts'
import {
  isBounce,
  isBulk,
  isForUserAlone,
  isOurs,
  refusesAutomaticReplies,
} from './reply-manners.ts'
import type { SmartResponseFacts } from './smart-response.ts'
import { dayMs, hourMs } from '../time.ts'

/** A filtered message that may get a smart response, and the facts that decide it. */
export type ReplyCandidate = SmartResponseFacts & {
  readonly message: Message
  /** `null` if the message has no Message-ID. A reply could not refer to it. */
  readonly rfcMessageId: string | null
  readonly ageMs: number
  /** The decision allowed a reply (see decide), and the message was new. */
  readonly wasAllowed: boolean
  /** The message is still where we set it aside. */
  readonly isSetAside: boolean
  /** The user has trusted or blocked the sender since. */
  readonly hasReputation: boolean
  readonly isObserveOnly: boolean
  readonly dmarc: DmarcResult
  readonly ownAddresses: readonly string[]
  /** The own address that the reply comes from; `null` if the account may not send as it. */
  readonly replyFrom: string | null
  /** The index of correspondents knows everyone to whom the user has written. */
  readonly isIndexComplete: boolean
  readonly hasWrittenToSender: boolean
  readonly hasWrittenToDomain: boolean
  /** An operator has stopped all replies. */
  readonly isStopped: boolean
  readonly replies: RecentReplies
}

/** Counts of recent replies, including those that were never sent. */
export type RecentReplies = {
  /** This user's replies to the sender in the last 30 days. A bounced reply counts forever. */
  readonly toSender: number
  /** The counts below are of the last 24 hours, unless their name says otherwise. */
  readonly toOrganisation: number
  readonly ofMailboxInHour: number
  readonly ofMailbox: number
  readonly ofUser: number
  readonly bouncesOfMailbox: number
  readonly ofEveryoneInHour: number
}

/** A sender gets at most one reply in this time. RFC 3834 recommends at least seven days. */
export const replyIntervalMs = 30 * dayMs

/** Far below the sending limits of the providers. */
export const replyLimits = {
  organisationPerDay: 1,
  mailboxPerHour: 5,
  mailboxPerDay: 20,
  userPerDay: 50,
  bouncesPerDay: 5,
  /** Emergency brake for all users together: more replies than this mean that we have a bug. */
  everyonePerHour: 2_000,
} as const

/** How old a message may be to get a reply. On the free plan, mailboxes are checked once a day. */
function toReplyWindowMs(isPro: boolean): number {
  return isPro ? hourMs : 25 * hourMs
}

/** Reasons not to reply. A single one is enough, because a sent reply cannot be recalled. */
const silenceRules = [
  { reason: 'stopped', applies: ({ isStopped }) => isStopped },
  { reason: 'not-agreed', applies: ({ agreedAt }) => agreedAt === null },
  {
    reason: 'switched-off',
    applies: ({ isPro, autoReplyEnabled }) => isPro && !autoReplyEnabled,
  },
  { reason: 'not-allowed', applies: ({ wasAllowed }) => !wasAllowed },
  { reason: 'observe-only', applies: ({ isObserveOnly }) => isObserveOnly },
  { reason: 'not-set-aside', applies: ({ isSetAside }) => !isSetAside },
  { reason: 'has-reputation', applies: ({ hasReputation }) => hasReputation },
  { reason: 'index-incomplete', applies: ({ isIndexComplete }) => !isIndexComplete },
  { reason: 'known-contact', applies: ({ hasWrittenToSender }) => hasWrittenToSender },
  { reason: 'known-organisation', applies: ({ hasWrittenToDomain }) => hasWrittenToDomain },
  { reason: 'no-sender', applies: ({ message }) => message.from === null },
  // Anyone may have typed the address: the reply could go to a stranger who never wrote.
  { reason: 'contact-form', applies: ({ message }) => message.viaContactForm === true },
  {
    reason: 'own-message',
    applies: ({ message, ownAddresses }) => isOurs(message, ownAddresses),
  },
  { reason: 'bounce', applies: ({ message }) => isBounce(message) },
  { reason: 'automatic', applies: ({ message }) => refusesAutomaticReplies(message) },
  { reason: 'no-reply-address', applies: ({ message }) => isServiceNotification(message) },
  { reason: 'bulk', applies: ({ message }) => isBulk(message) },
  {
    reason: 'not-for-user-alone',
    applies: ({ message, ownAddresses }) => !isForUserAlone(message, ownAddresses),
  },
  { reason: 'other-address', applies: ({ replyFrom }) => replyFrom === null },
  {
    reason: 'reply-to-elsewhere',
    applies: ({ message: { from, replyTo } }) =>
      replyTo !== null && replyTo.address !== from?.address,
  },
  { reason: 'unproven-sender', applies: ({ dmarc }) => dmarc !== 'pass' },
  { reason: 'no-message-id', applies: ({ rfcMessageId }) => rfcMessageId === null },
  { reason: 'too-old', applies: ({ ageMs, isPro }) => ageMs > toReplyWindowMs(isPro) },
  { reason: 'replied-before', applies: ({ replies }) => replies.toSender > 0 },
  {
    reason: 'organisation-limit',
    applies: ({ replies }) => replies.toOrganisation >= replyLimits.organisationPerDay,
  },
  {
    reason: 'mailbox-limit',
    applies: ({ replies }) =>
      replies.ofMailboxInHour >= replyLimits.mailboxPerHour ||
      replies.ofMailbox >= replyLimits.mailboxPerDay,
  },
  { reason: 'user-limit', applies: ({ replies }) => replies.ofUser >= replyLimits.userPerDay },
  {
    reason: 'too-many-bounces',
    applies: ({ replies }) => replies.bouncesOfMailbox >= replyLimits.bouncesPerDay,
  },
  {
    reason: 'emergency-brake',
    applies: ({ replies }) => replies.ofEveryoneInHour >= replyLimits.everyonePerHour,
  },
] as const satisfies readonly SilenceRule[]

export type SilenceReason = (typeof silenceRules)[number]['reason']

/** Why a filtered message gets no reply; `null` if it may get one. */
export function findReasonNotToReply(candidate: ReplyCandidate): SilenceReason | null {
  return silenceRules.find((rule) => rule.applies(candidate))?.reason ?? null
}

type SilenceRule = {
  readonly reason: string
  readonly applies: (candidate: ReplyCandidate) => boolean
}
