import {
  addressChanges,
  checkouts,
  contactMessages,
  correspondentIndexes,
  customers,
  decisions,
  emails,
  linkTokens,
  modelUsage,
  oauthAttempts,
  paymentEvents,
  payments,
  pendingSignIns,
  rateLimits,
  sentMessages,
  signInAttempts,
  smartReplies,
  userModelUsage,
} from '@doorman/db/schema'
import type { EmailKind } from '@doorman/domain/accounts/email-kinds'
import { toPaymentCutoff } from '@doorman/domain/plans/plan'
import { replyIntervalMs } from '@doorman/domain/replies/may-reply'
import { sentMessageRetentionMs } from '@doorman/domain/screening/correspondents'
import { keptDecisionRetentionMs } from '@doorman/domain/screening/retention'
import { contactRetentionDays } from '@doorman/domain/site/contact'
import { dayMs } from '@doorman/domain/time'
import {
  and,
  eq,
  exists,
  getTableName,
  isNotNull,
  isNull,
  lt,
  notExists,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { DueRows } from './slices.ts'

/**
 * A used token is kept for longer than its email may wait to be sent. Otherwise, sending that email
 * a second time would store the same token as a new one, which would work again.
 */
const linkRetentionMs = dayMs
/** The outcome of a connection is kept for a day: a reload of the callback shows it again. */
const attemptRetentionMs = dayMs
/** The limits need one day. The rest is for operators who look back. */
const usageRetentionMs = 30 * dayMs
const contactRetentionMs = contactRetentionDays * dayMs
/** Stripe repeats an event for three days, and an operator can resend it for a month. */
const eventRetentionMs = 90 * dayMs
/** A browser that returns late still finds its checkout. */
const checkoutRetentionMs = 30 * dayMs
/** Lets operators look back over a year. */
const emailRetentionMs = 400 * dayMs
/**
 * The other kinds are ordered because of a state that lasts, such as a trial that has ended. Their
 * rows stay as long as the user: without them, the emails would be sent again.
 */
const deletedEmailKinds = [
  'verify-email',
  'reset-password',
  'set-password',
  'password-set',
  'password-changed',
  'second-factor-changed',
  'sign-in-linked',
  'address-taken',
  'sender-let-in',
  'mailbox-lost',
  'weekly-report',
  'confirm-old-address',
  'confirm-new-address',
  'address-changed',
] as const satisfies readonly EmailKind[]

export type ExpiredRows = DueRows & { readonly name: string }

/** What is deleted, and when. Each of these finds its rows by an index, whatever the table's size. */
export function listExpiredRows(now: Date): readonly ExpiredRows[] {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const usageCutoffOn = ago(usageRetentionMs).toISOString().slice(0, 10)
  return [
    // `now()` is the real time, which sign-ins follow. The demo's clock may be months ahead.
    before(pendingSignIns.expiresAt, sql`now()`),
    before(linkTokens.expiresAt, ago(linkRetentionMs)),
    ...deletedEmailKinds.map((kind) => ({
      ...before(emails.createdAt, ago(emailRetentionMs), eq(emails.kind, kind)),
      name: `emails ${kind}`,
    })),
    before(addressChanges.expiresAt, now),
    before(signInAttempts.expiresAt, now),
    before(oauthAttempts.expiresAt, ago(attemptRetentionMs)),
    before(decisions.decidedAt, ago(keptDecisionRetentionMs), isKept),
    // Replies of disconnected mailboxes.
    before(smartReplies.claimedAt, ago(replyIntervalMs), isNull(smartReplies.mailboxId)),
    before(sentMessages.sentAt, ago(sentMessageRetentionMs), isOfCompleteIndex),
    before(modelUsage.dayOn, usageCutoffOn),
    before(userModelUsage.dayOn, usageCutoffOn),
    before(contactMessages.receivedAt, ago(contactRetentionMs)),
    before(paymentEvents.receivedAt, ago(eventRetentionMs)),
    before(checkouts.expiresAt, ago(checkoutRetentionMs)),
    before(payments.paidAt, toPaymentCutoff(now)),
    // After the payments: both are kept for tax law, under the id of the customer.
    { name: 'customers', table: customers, key: customers.id, isDue: isEndedAndUnpaid },
    before(rateLimits.expire, now.getTime()),
  ]
}

/** The rows whose `column` is before `cutoff`. */
function before(column: PgColumn, cutoff: unknown, which?: SQL): ExpiredRows {
  const { table } = column
  return { name: getTableName(table), table, key: column, isDue: and(which, lt(column, cutoff)) }
}

/** A literal, not a parameter: the planner matches it with the condition of a partial index. */
const isKept = sql`${decisions.outcome} = 'keep'`

/** An incomplete index keeps its messages, because a restart would count them again. */
const isOfCompleteIndex = exists(sql`(
  select from ${correspondentIndexes}
  where ${correspondentIndexes.mailboxId} = ${sentMessages.mailboxId}
    and ${correspondentIndexes.completedAt} is not null)`)

const paid = sql`(select from ${payments} where ${payments.payerId} = ${customers.id})`
const isEndedAndUnpaid = and(
  isNull(customers.userId),
  isNotNull(customers.endedAt),
  notExists(paid),
)
