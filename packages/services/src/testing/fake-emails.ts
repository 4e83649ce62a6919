import type { Db } from '@doorman/db/client'
import { emails, users } from '@doorman/db/schema'
import type { EmailKind } from '@doorman/domain/accounts/email-kinds'
import type { EmailId, UserId } from '@doorman/domain/ids'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { OrderedEmail } from '../emails/ordered-email.ts'
import { orderEmails, type EmailOrder } from '../emails/order-email.ts'
import { sendEmail } from '../emails/send-email.ts'
import type { Context } from '../ports/context.ts'

/** The same world with a clock that stands still. */
export function at(ctx: Context, time: string | Date): Context {
  return { ...ctx, now: () => new Date(time) }
}

export async function order(ctx: Context, orders: EmailOrder): Promise<EmailId> {
  await ctx.db.transaction((tx) => orderEmails(ctx, tx, [orders]))
  const ordered = await listOrdered(ctx.db, orders.userId, orders.kind)
  const id = ordered.at(-1)?.id
  if (!id) throw new Error('The email was not ordered')
  return id
}

/** What was ordered for a user, oldest first. */
export function listOrdered(
  db: Db,
  userId: UserId,
  kind: EmailKind,
): Promise<OrderedEmail['email'][]> {
  return db
    .select()
    .from(emails)
    .where(and(eq(emails.userId, userId), eq(emails.kind, kind)))
    .orderBy(asc(emails.createdAt))
}

/** Sends all emails that wait, at the context's time. */
export async function sendOrdered(ctx: Context): Promise<void> {
  const waiting = await ctx.db
    .select({ emailId: emails.id })
    .from(emails)
    .where(and(isNull(emails.sentAt), isNull(emails.droppedAt)))
    .orderBy(asc(emails.createdAt))
  for (const email of waiting) await sendEmail(ctx, email)
}

export async function changeUser(
  { db }: Context,
  { userId }: { readonly userId: UserId },
  values: Partial<typeof users.$inferInsert>,
): Promise<void> {
  await db.update(users).set(values).where(eq(users.id, userId))
}
