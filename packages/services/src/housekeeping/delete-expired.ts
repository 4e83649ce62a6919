import {
  addressChanges,
  checkouts,
  contactMessages,
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
  signInAttempts,
  smartReplies,
  userModelUsage,
} from '@doorman/db/schema'
import type { EmailKind } from '@doorman/domain/accounts/email-kinds'
import { contactRetentionDays } from '@doorman/domain/site/contact'
import { toPaymentCutoff } from '@doorman/domain/plans/plan'
import { replyIntervalMs } from '@doorman/domain/replies/may-reply'
import { keptDecisionRetentionMs, maxMoveDelayMs } from '@doorman/domain/screening/retention'
import { dayMs } from '@doorman/domain/time'
import { and, eq, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { deleteOldSent } from './delete-old-sent.ts'
import { endExpiredSessions } from './end-expired-sessions.ts'

/**
 * Used tokens stay known for longer than emails with links wait to be sent. Sending such an email
 * again would otherwise store its token again, as a new one.
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
/** For operators who look back over a year. */
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

/**
 * Deletes expired rows: login sessions, links, changes of address, our emails, OAuth attempts, decisions to keep, replies
 * of disconnected mailboxes, model usage, contact messages, webhook events, checkouts, payments,
 * customers that have ended, rate limits, and hashes of old sent messages. Ends moves that are no longer tried.
 */
export async function deleteExpired(ctx: Context): Promise<void> {
  const now = ctx.now()
  await endExpiredSessions(ctx)
  // By the real time, as sign-ins are made: the demo's clock may be months ahead.
  await ctx.db.delete(pendingSignIns).where(lt(pendingSignIns.expiresAt, sql`now()`))
  await ctx.db
    .delete(linkTokens)
    .where(lt(linkTokens.expiresAt, new Date(now.getTime() - linkRetentionMs)))
  await ctx.db
    .delete(emails)
    .where(
      and(
        inArray(emails.kind, deletedEmailKinds),
        lt(emails.createdAt, new Date(now.getTime() - emailRetentionMs)),
      ),
    )
  await ctx.db.delete(addressChanges).where(lt(addressChanges.expiresAt, now))
  await ctx.db.delete(signInAttempts).where(lt(signInAttempts.expiresAt, now))
  await ctx.db
    .delete(oauthAttempts)
    .where(lt(oauthAttempts.expiresAt, new Date(now.getTime() - attemptRetentionMs)))
  await ctx.db
    .delete(decisions)
    .where(
      and(
        eq(decisions.outcome, 'keep'),
        lt(decisions.decidedAt, new Date(now.getTime() - keptDecisionRetentionMs)),
      ),
    )
  await ctx.db
    .delete(smartReplies)
    .where(
      and(
        isNull(smartReplies.mailboxId),
        lt(smartReplies.claimedAt, new Date(now.getTime() - replyIntervalMs)),
      ),
    )
  await endOldMoves(ctx)
  await deleteOldSent(ctx)
  const monthAgoOn = new Date(now.getTime() - usageRetentionMs).toISOString().slice(0, 10)
  for (const usage of [modelUsage, userModelUsage])
    await ctx.db.delete(usage).where(lt(usage.dayOn, monthAgoOn))
  await ctx.db
    .delete(contactMessages)
    .where(lt(contactMessages.receivedAt, new Date(now.getTime() - contactRetentionMs)))
  await deletePayments(ctx)
  await ctx.db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()))
}

/**
 * A pause or lost access can keep a message from being set aside for a week. It stays in the inbox
 * then, and must not be listed as filtered for ever. A move that is under way keeps its lease. The week
 * of a message that the user moved after observing it begins with that action.
 */
async function endOldMoves({ db, now }: Context): Promise<void> {
  await db
    .update(decisions)
    .set({ state: 'gone', movedAt: now() })
    .where(
      and(
        eq(decisions.state, 'pending'),
        lt(
          sql`coalesce(${decisions.actionAt}, ${decisions.decidedAt})`,
          sql`${new Date(now().getTime() - maxMoveDelayMs).toISOString()}::timestamptz`,
        ),
        or(isNull(decisions.leasedUntil), lt(decisions.leasedUntil, now())),
      ),
    )
}

/** Payments are kept for tax law, and with them the id under which they are recorded. */
async function deletePayments({ db, now }: Context): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms)
  await db.delete(paymentEvents).where(lt(paymentEvents.receivedAt, before(eventRetentionMs)))
  await db.delete(checkouts).where(lt(checkouts.expiresAt, before(checkoutRetentionMs)))
  await db.delete(payments).where(lt(payments.paidAt, toPaymentCutoff(now())))
  const paid = db.select().from(payments).where(eq(payments.payerId, customers.id))
  await db
    .delete(customers)
    .where(and(isNull(customers.userId), isNotNull(customers.endedAt), notExists(paid)))
}
