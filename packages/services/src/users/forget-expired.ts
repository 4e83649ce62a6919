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
import { contactKeptDays } from '@doorman/domain/contact'
import { answeredOnceInMs } from '@doorman/domain/may-respond'
import { rememberedMs } from '@doorman/domain/remembered'
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Context } from '../context.ts'

const dayMs = 86_400_000
/** A connection made is remembered for a day, for whoever loads its last page again. */
const attemptsKeptMs = dayMs
/** A limit is a day's; an operator may want to look back. */
const keptUsageMs = 30 * dayMs
const contactKeptMs = contactKeptDays * dayMs

/**
 * Deletes what has run out: login sessions, links, connections begun, counters, what we know of
 * kept messages, whom a mailbox that is gone has answered, what was written to us.
 */
export async function forgetExpired(ctx: Context): Promise<void> {
  const now = ctx.now()
  await ctx.db.delete(sessions).where(lt(sessions.expiresAt, now))
  await ctx.db.delete(linkTokens).where(lt(linkTokens.expiresAt, now))
  await ctx.db
    .delete(oauthAttempts)
    .where(lt(oauthAttempts.expiresAt, new Date(now.getTime() - attemptsKeptMs)))
  await ctx.db
    .delete(decisions)
    .where(
      and(
        eq(decisions.outcome, 'keep'),
        lt(decisions.decidedAt, new Date(now.getTime() - rememberedMs)),
      ),
    )
  await ctx.db
    .delete(smartReplies)
    .where(
      and(
        isNull(smartReplies.mailboxId),
        lt(smartReplies.claimedAt, new Date(now.getTime() - answeredOnceInMs)),
      ),
    )
  const monthAgoOn = new Date(now.getTime() - keptUsageMs).toISOString().slice(0, 10)
  for (const usage of [modelUsage, userModelUsage])
    await ctx.db.delete(usage).where(lt(usage.dayOn, monthAgoOn))
  await ctx.db
    .delete(contactMessages)
    .where(lt(contactMessages.receivedAt, new Date(now.getTime() - contactKeptMs)))
  await ctx.db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()))
}
