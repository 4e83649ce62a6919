import type { Db } from '@doorman/db/client'
import { users } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { and, eq, not } from 'drizzle-orm'
import { orderEmails } from '../emails/order-email.ts'
import type { Context } from '../ports/context.ts'

/** Records that the user has opened a link that we emailed. The first time, we welcome them. */
export async function confirmAddress(ctx: Context, tx: Db, userId: UserId): Promise<void> {
  const confirmed = await tx
    .update(users)
    .set({ emailVerified: true })
    .where(and(eq(users.id, userId), not(users.emailVerified)))
    .returning({ userId: users.id })
  await orderEmails(
    ctx,
    tx,
    confirmed.map((user) => ({ ...user, kind: 'welcome' as const, occasion: 'once' })),
  )
}
