import { emails, settings, users } from '@doorman/db/schema'
import { and, eq, gt, notExists, sql } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { orderEmails } from './order-email.ts'

/** `now()` is the real time, which `createdAt` follows. The demo's clock may be months ahead. */
const isOfLastDay = gt(users.createdAt, sql`now() - interval '1 day'`)

/**
 * Orders notices of new users that are missing: a registration is committed before it orders its
 * emails, and the process may be killed in between. Users who registered while notices were off have
 * one that was dropped.
 */
export async function orderNewUserNotices(ctx: Context): Promise<void> {
  const [switches] = await ctx.db
    .select({ isOn: settings.newUserNotificationEnabled })
    .from(settings)
  if (!switches?.isOn) return
  await ctx.db.transaction(async (tx) => {
    const notice = tx
      .select()
      .from(emails)
      .where(and(eq(emails.userId, users.id), eq(emails.kind, 'new-user')))
    const unannounced = await tx
      .select({ userId: users.id })
      .from(users)
      .where(and(isOfLastDay, notExists(notice)))
    await orderEmails(
      ctx,
      tx,
      unannounced.map((user) => ({ ...user, kind: 'new-user' as const, occasion: 'once' })),
    )
  })
}
