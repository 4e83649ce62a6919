import {
  contactMessages,
  decisions,
  linkTokens,
  modelUsage,
  oauthAttempts,
  rateLimits,
  sessions,
  smartReplies,
  userModelUsage,
} from '@doorman/db/schema'
import { contactRetentionDays } from '@doorman/domain/site/contact'
import { replyIntervalMs } from '@doorman/domain/replies/may-reply'
import { keptDecisionRetentionMs, maxMoveDelayMs } from '@doorman/domain/screening/retention'
import { dayMs } from '@doorman/domain/time'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'

/** The outcome of a connection is kept for a day: a reload of the callback shows it again. */
const attemptRetentionMs = dayMs
/** The limits need one day. The rest is for operators who look back. */
const usageRetentionMs = 30 * dayMs
const contactRetentionMs = contactRetentionDays * dayMs

/**
 * Deletes expired rows: login sessions, links, OAuth attempts, decisions to keep, replies of
 * disconnected mailboxes, model usage, contact messages and rate limits. Ends moves that are no
 * longer tried.
 */
export async function deleteExpired(ctx: Context): Promise<void> {
  const now = ctx.now()
  await ctx.db.delete(sessions).where(lt(sessions.expiresAt, now))
  await ctx.db.delete(linkTokens).where(lt(linkTokens.expiresAt, now))
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
  const monthAgoOn = new Date(now.getTime() - usageRetentionMs).toISOString().slice(0, 10)
  for (const usage of [modelUsage, userModelUsage])
    await ctx.db.delete(usage).where(lt(usage.dayOn, monthAgoOn))
  await ctx.db
    .delete(contactMessages)
    .where(lt(contactMessages.receivedAt, new Date(now.getTime() - contactRetentionMs)))
  await ctx.db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()))
}

/**
 * A pause or lost access can keep a message from being set aside for a week. It stays in the inbox
 * then, and must not be listed as filtered for ever. A move that is under way keeps its lease.
 */
async function endOldMoves({ db, now }: Context): Promise<void> {
  await db
    .update(decisions)
    .set({ state: 'gone', movedAt: now() })
    .where(
      and(
        eq(decisions.state, 'pending'),
        lt(decisions.decidedAt, new Date(now().getTime() - maxMoveDelayMs)),
        or(isNull(decisions.leasedUntil), lt(decisions.leasedUntil, now())),
      ),
    )
}
