import { linkTokens, rateLimits, sessions } from '@doorman/db/schema'
import { lt } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** Deletes what has run out: login sessions, links, counters. */
export async function forgetExpired(ctx: Context): Promise<void> {
  const now = ctx.now()
  await ctx.db.delete(sessions).where(lt(sessions.expiresAt, now))
  await ctx.db.delete(linkTokens).where(lt(linkTokens.expiresAt, now))
  await ctx.db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()))
}
