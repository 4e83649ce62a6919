import type { Message } from '../mail/message.ts'
import { toMailboxAddress } from '../mail/own-addresses.ts'
import { lookUp, type Fact, type ValueOf } from './fact.ts'
import {
  isAutomatic,
  isCalendar,
  isMailingList,
  isReceipt,
  isServiceNotification,
} from './message-kinds.ts'
import { hourMs } from '../time.ts'
import type { Policy } from './policy.ts'
import { keptDecisionRetentionMs } from './retention.ts'
import type { SenderFacts, SenderReason } from './sender-facts.ts'
import { thresholds } from './thresholds.ts'
import { isBeyondDoubt, isUnsure, type Verdict } from './verdict.ts'

// Why did this email stay in my inbox? Every answer is a row of the table below.
//
// The rows are tried from top to bottom. The first that applies keeps the message, and its
// sentence is what the user reads, so the order is part of the product. The stages go from cheap to
// expensive, and a fact is looked up only when a row that needs it is reached. A message for which
// no row applies is filtered.

/** The facts that the rules need. Each row names one of these. */
type KeepFacts = Omit<
  SenderFacts,
  'hasWrittenToDomain' | 'isFollowUp' | 'earlierMailFromSender'
> & {
  /** The author's address, mostly the one in From; `null` if it cannot be read. */
  readonly sender: string | null
  readonly isInInbox: boolean
  readonly arrival: {
    /** True if the provider reported a new message, false in the first scan of a mailbox. */
    readonly isNewArrival: boolean
    readonly ageMs: number
    /** How old it was when the user connected the mailbox. Negative if it came later. */
    readonly ageAtConnectionMs: number
    /** True if it was delivered elsewhere and the user moved it to the inbox. */
    readonly wasMovedToInbox: boolean
  }
  /** The message replies "We've met before" to a smart response. Costs database queries. */
  readonly isAppeal: Fact<boolean>
  readonly message: Message
  /**
   * Number of words that the classifier would judge: the sender's own and, for a bump, those of the
   * sender's quoted earlier message. Reads the body.
   */
  readonly wordsToJudge: Fact<number>
  readonly judgement: {
    readonly verdict: Verdict
    readonly policy: Policy
    /** The user has written to others at the sender's domain. */
    readonly hasWrittenToDomain: boolean
    /** The sender was typed into a contact form. */
    readonly viaContactForm?: boolean
  }
}

/**
 * The stages, in the order in which their rows are tried:
 * - `failure`: never tried. The pipeline gives these reasons when it cannot read a message, or cannot
 *   find out in time whether the user has written to the sender.
 * - `arrival`: before the user's settings are loaded.
 * - `sender`: asks the index of correspondents. Until it is complete, searches at the provider.
 * - `envelope`: reads addresses, subject and headers.
 * - `text`: reads the body.
 * - `verdict`: runs the classifier.
 * - `last`: only for a message that would be filtered. May cost up to four searches.
 */
type Stage = 'failure' | 'arrival' | 'sender' | 'envelope' | 'text' | 'verdict' | 'last'

type Test = {
  [Name in keyof KeepFacts]: {
    readonly needs: Name
    readonly applies: (fact: ValueOf<KeepFacts[Name]>) => boolean
  }
}[keyof KeepFacts]

type KeepRule = {
  readonly reason: string
  readonly stage: Stage
  /** What the user reads. */
  readonly sentence: string
  /**
   * Reasons to filter that this row outweighs. A blocked sender stays blocked even if the user
   * once wrote to them: declining an offer is also an email to its sender.
   */
  readonly outweighs: readonly SenderReason[]
} & (Test | { readonly needs: null })

/** A message that came right after the connection must not seem older because clocks differ. */
const maxClockSkewMs = hourMs

/** A message with fewer words says too little to be judged. */
export const minWordsToJudge = 5

export const keepRules = [
  {
    reason: 'gone',
    stage: 'failure',
    needs: null,
    outweighs: ['blocked-sender', 'follow-up'],
    sentence: 'It was deleted before we could look at it.',
  },
  {
    reason: 'could-not-be-checked',
    stage: 'failure',
    needs: null,
    outweighs: ['blocked-sender', 'follow-up'],
    sentence: 'We couldn’t check it.',
  },
  {
    // The index of correspondents was not complete in time: the sender may be a friend.
    reason: 'index-incomplete',
    stage: 'failure',
    needs: null,
    outweighs: ['blocked-sender', 'follow-up'],
    sentence: 'We’re still learning who you write to.',
  },
  {
    // Comes first: without a sender, no rule that protects known senders can apply.
    reason: 'no-sender',
    stage: 'arrival',
    needs: 'sender',
    applies: (sender) => sender === null || toMailboxAddress(sender) === null,
    outweighs: ['blocked-sender', 'follow-up'],
    sentence: 'We couldn’t tell who sent it.',
  },
  {
    reason: 'not-in-inbox',
    stage: 'arrival',
    needs: 'isInInbox',
    applies: (isInInbox) => !isInInbox,
    outweighs: ['blocked-sender', 'follow-up'],
    sentence: 'It had already left the inbox when we looked.',
  },
  {
    // Gmail and Microsoft also report an old message that the user moved or flagged.
    reason: 'long-there',
    stage: 'arrival',
    needs: 'arrival',
    applies: ({ isNewArrival, ageMs }) => isNewArrival && ageMs > keptDecisionRetentionMs,
    outweighs: ['blocked-sender', 'follow-up'],
    sentence: 'It had been in your mailbox for more than 30 days.',
  },
  {
    // Providers may report an older message as new when it changes. The first scan has already
    // checked the newest messages.
    reason: 'from-before',
    stage: 'arrival',
    needs: 'arrival',
    applies: ({ isNewArrival, ageAtConnectionMs }) =>
      isNewArrival && ageAtConnectionMs > maxClockSkewMs,
    outweighs: ['blocked-sender', 'follow-up'],
    sentence: 'It arrived before you connected this account.',
  },
  {
    reason: 'appeal',
    stage: 'arrival',
    needs: 'isAppeal',
    applies: (isAppeal) => isAppeal,
    outweighs: ['blocked-sender', 'follow-up'],
    sentence: 'The sender replied “We’ve met before”.',
  },
  {
    // After `appeal`: an appeal that the user moves out of junk still counts as an appeal.
    reason: 'moved-to-inbox',
    stage: 'arrival',
    needs: 'arrival',
    applies: ({ wasMovedToInbox }) => wasMovedToInbox,
    outweighs: ['blocked-sender', 'follow-up'],
    sentence: 'You moved this email to your inbox.',
  },
  {
    reason: 'own-address',
    stage: 'sender',
    needs: 'isOwnAddress',
    applies: (isOwnAddress) => isOwnAddress,
    outweighs: ['blocked-sender', 'follow-up'],
    sentence: 'It’s from one of your own addresses.',
  },
  {
    reason: 'internal',
    stage: 'sender',
    needs: 'isSameOrganisation',
    applies: (isSameOrganisation) => isSameOrganisation,
    outweighs: ['blocked-sender', 'follow-up'],
    sentence: 'It’s from your own organisation.',
  },
  {
    reason: 'known-contact',
    stage: 'sender',
    needs: 'hasWrittenToSender',
    applies: (hasWrittenToSender) => hasWrittenToSender,
    outweighs: ['follow-up'],
    sentence: 'You’ve emailed this sender before.',
  },
  {
    reason: 'whitelisted',
    stage: 'sender',
    needs: 'isWhitelisted',
    applies: (isWhitelisted) => isWhitelisted,
    outweighs: ['follow-up'],
    sentence: 'The sender’s domain is on your whitelist, and the email really came from there.',
  },
  {
    reason: 'restored-sender',
    stage: 'sender',
    needs: 'reputation',
    applies: (reputation) => reputation === 'trusted',
    outweighs: ['follow-up'],
    sentence: 'You trust this sender.',
  },
  {
    reason: 'reply',
    stage: 'sender',
    needs: 'answersTheUser',
    applies: (answersTheUser) => answersTheUser,
    outweighs: ['blocked-sender', 'follow-up'],
    sentence: 'It’s a reply to an email of yours.',
  },
  {
    reason: 'service-notification',
    stage: 'envelope',
    needs: 'message',
    applies: isServiceNotification,
    outweighs: ['follow-up'],
    sentence: 'It’s a notification from a service.',
  },
  {
    reason: 'receipt',
    stage: 'envelope',
    needs: 'message',
    applies: isReceipt,
    outweighs: ['follow-up'],
    sentence: 'It’s a receipt, an invoice or an order.',
  },
  {
    reason: 'calendar',
    stage: 'envelope',
    needs: 'message',
    applies: isCalendar,
    outweighs: ['follow-up'],
    sentence: 'It’s a calendar invitation, or a reply to one.',
  },
  {
    reason: 'mailing-list',
    stage: 'envelope',
    needs: 'message',
    applies: isMailingList,
    outweighs: ['follow-up'],
    sentence: 'It came through a mailing list, or it’s a newsletter.',
  },
  {
    reason: 'automatic',
    stage: 'envelope',
    needs: 'message',
    applies: isAutomatic,
    outweighs: ['follow-up'],
    sentence: 'It was sent automatically, like an out-of-office reply.',
  },
  {
    // Its first words alone don't show whether it is a pitch or, say, a long conversation.
    reason: 'too-large',
    stage: 'text',
    needs: 'message',
    applies: ({ body }) => body.isExcerpt === true,
    outweighs: [],
    sentence: 'It’s too large for us to read.',
  },
  {
    reason: 'too-little-text',
    stage: 'text',
    needs: 'wordsToJudge',
    applies: (wordsToJudge) => wordsToJudge < minWordsToJudge,
    outweighs: [],
    sentence: 'It’s too short to judge.',
  },
  {
    reason: 'unsure',
    stage: 'verdict',
    needs: 'judgement',
    applies: ({ verdict }) => isUnsure(verdict),
    outweighs: [],
    sentence: 'It might be cold, but we’re not sure enough to move it.',
  },
  {
    reason: 'not-cold',
    stage: 'verdict',
    needs: 'judgement',
    applies: ({ verdict: { category, score } }) => score < thresholds[category].filter,
    outweighs: [],
    sentence: 'It doesn’t look like cold outreach.',
  },
  {
    // The sender may be a customer's new account manager, or its accounts department.
    reason: 'known-organisation',
    stage: 'verdict',
    needs: 'judgement',
    applies: ({ verdict, hasWrittenToDomain }) => hasWrittenToDomain && !isBeyondDoubt(verdict),
    outweighs: [],
    sentence: 'You’ve emailed this organisation before.',
  },
  {
    // New customers use the form, too, and many of them write as briefly as a pitch does.
    reason: 'contact-form',
    stage: 'verdict',
    needs: 'judgement',
    applies: ({ verdict, viaContactForm }) => viaContactForm === true && !isBeyondDoubt(verdict),
    outweighs: [],
    sentence: 'It came through a contact form, and we weren’t sure it’s cold outreach.',
  },
  {
    reason: 'allowed-type',
    stage: 'verdict',
    needs: 'judgement',
    applies: ({ verdict, policy }) => !policy.unwanted.has(verdict.category),
    outweighs: [],
    sentence: 'It’s a kind of email you chose to receive.',
  },
  {
    reason: 'common-contact',
    stage: 'last',
    needs: 'hasCommonContact',
    applies: (hasCommonContact) => hasCommonContact,
    outweighs: ['follow-up'],
    sentence: 'Someone you’ve emailed is in the conversation.',
  },
] as const satisfies readonly KeepRule[]

type Row = (typeof keepRules)[number]

export type KeepReason = Row['reason']

/** The facts that the rows of the stages `S` need. */
export type FactsFor<S extends Stage> = Pick<
  KeepFacts,
  NonNullable<Extract<Row, { readonly stage: S }>['needs']>
> &
  Partial<Pick<SenderFacts, 'reputation' | 'isFollowUp'>>

/**
 * The first row of these stages that applies. Looks a fact up only when a row that needs it is
 * reached.
 */
export async function findKeepReason<S extends Stage>(
  stages: readonly S[],
  facts: FactsFor<S>,
): Promise<KeepReason | null> {
  for (const rule of keepRules)
    if (
      (stages as readonly Stage[]).includes(rule.stage) &&
      rule.needs !== null &&
      (await outweighsSender(rule, facts)) &&
      (await applies(rule, facts as KeepFacts))
    )
      return rule.reason
  return null
}

/** Why a message is kept after its verdict; `null` if no rule of the stage `verdict` applies. */
export function findVerdictKeepReason(judgement: KeepFacts['judgement']): KeepReason | null {
  const rows = keepRules.filter((rule) => rule.stage === 'verdict')
  return rows.find((rule) => rule.applies(judgement))?.reason ?? null
}

async function outweighsSender(
  { outweighs }: KeepRule,
  { reputation, isFollowUp = false }: Partial<SenderFacts>,
): Promise<boolean> {
  if (reputation === 'blocked' && !outweighs.includes('blocked-sender')) return false
  return outweighs.includes('follow-up') || !(await lookUp(isFollowUp))
}

async function applies({ needs, applies }: Test, facts: KeepFacts): Promise<boolean> {
  const test: (fact: never) => boolean = applies
  return test((await lookUp(facts[needs])) as never)
}
