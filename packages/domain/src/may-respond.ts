import type { DmarcResult } from './authentication-results.ts'
import { isServiceNotification } from './mail-kinds.ts'
import type { Message } from './message.ts'
import {
  isBounce,
  isBulk,
  isForUserAlone,
  isOurs,
  refusesAutomaticReplies,
} from './reply-manners.ts'
import type { SmartResponseFacts } from './smart-response.ts'

/** A filtered message that may be answered, and all that speaks for or against it. */
export type ReplyCandidate = SmartResponseFacts & {
  readonly message: Message
  /** `null` where the sender gave none: then nothing could refer to it. */
  readonly messageId: string | null
  readonly ageMs: number
  /** When it was decided, it was certain enough, news, and the user wanted it answered. */
  readonly isMeant: boolean
  /** Still set aside, as we left it. */
  readonly isHeld: boolean
  /** The user has made up their mind about the sender since. */
  readonly isSettled: boolean
  readonly isObserveOnly: boolean
  readonly dmarc: DmarcResult
  readonly ownAddresses: readonly string[]
  /** An operator has stopped all replies. */
  readonly isStopped: boolean
  readonly replies: RecentReplies
}

/** What was answered lately, whether or not it went out in the end. */
export type RecentReplies = {
  /** In the user's name, in 30 days; a reply that came back counts for ever. */
  readonly toSender: number
  /** The rest: in the last day, unless named otherwise. */
  readonly toOrganisation: number
  readonly ofMailboxInHour: number
  readonly ofMailbox: number
  readonly ofUser: number
  readonly bouncedOfMailbox: number
  readonly inAllInHour: number
}

/** RFC 3834 asks for seven days at least. */
export const answeredOnceInMs = 30 * 86_400_000

/** Far below what providers let anybody send. */
export const replyLimits = {
  organisationPerDay: 1,
  mailboxPerHour: 5,
  mailboxPerDay: 20,
  userPerDay: 50,
  bouncesPerDay: 5,
  /** A brake: more than this, from all users together, is no longer our users' mail but a fault of ours. */
  allPerHour: 2_000,
} as const

const hourMs = 3_600_000

/** An answer after that is no answer any more. The free plan is looked at once a day. */
function toReplyWindowMs(isPro: boolean): number {
  return isPro ? hourMs : 25 * hourMs
}

/** Reasons to stay silent. An automatic reply is the one thing that cannot be taken back, so any one of them is enough. */
const silenceRules = [
  { reason: 'stopped', applies: ({ isStopped }) => isStopped },
  { reason: 'not-agreed', applies: ({ agreedAt }) => agreedAt === null },
  {
    reason: 'switched-off',
    applies: ({ isPro, autoReplyEnabled }) => isPro && !autoReplyEnabled,
  },
  { reason: 'not-meant', applies: ({ isMeant }) => !isMeant },
  { reason: 'observe-only', applies: ({ isObserveOnly }) => isObserveOnly },
  { reason: 'not-held', applies: ({ isHeld }) => !isHeld },
  { reason: 'settled-sender', applies: ({ isSettled }) => isSettled },
  { reason: 'no-sender', applies: ({ message }) => message.from === null },
  {
    reason: 'own-mail',
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
  {
    reason: 'reply-to-elsewhere',
    applies: ({ message: { from, replyTo } }) =>
      replyTo !== null && replyTo.address !== from?.address,
  },
  { reason: 'unproven-sender', applies: ({ dmarc }) => dmarc !== 'pass' },
  { reason: 'no-message-id', applies: ({ messageId }) => messageId === null },
  { reason: 'too-old', applies: ({ ageMs, isPro }) => ageMs > toReplyWindowMs(isPro) },
  { reason: 'answered-before', applies: ({ replies }) => replies.toSender > 0 },
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
    applies: ({ replies }) => replies.bouncedOfMailbox >= replyLimits.bouncesPerDay,
  },
  { reason: 'brake', applies: ({ replies }) => replies.inAllInHour >= replyLimits.allPerHour },
] as const satisfies readonly SilenceRule[]

export type SilenceReason = (typeof silenceRules)[number]['reason']

/** Why a filtered message is not answered; `null` where it may be. */
export function findSilenceReason(candidate: ReplyCandidate): SilenceReason | null {
  return silenceRules.find((rule) => rule.applies(candidate))?.reason ?? null
}

type SilenceRule = {
  readonly reason: string
  readonly applies: (candidate: ReplyCandidate) => boolean
}
