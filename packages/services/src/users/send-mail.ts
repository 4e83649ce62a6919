import { users } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import type { Mail, MailKind } from '@doorman/notify/notify'
import { NotifyError } from '@doorman/notify/notify-error'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { issueLinkToken } from './link-tokens.ts'

/**
 * Writes one mail to a user. Secrets of links are made here, at the last
 * moment, so that none ever lies in the queue. A user deleted meanwhile gets
 * none, and an address that the relay refuses for good is given up.
 */
export async function sendMail(
  ctx: Context,
  { userId, kind }: { userId: UserId; kind: MailKind },
): Promise<void | 'given-up'> {
  const [user] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) return
  try {
    await ctx.notify.send(user.email, await compose(ctx, userId, kind))
  } catch (error) {
    if (error instanceof NotifyError && error.failure.kind === 'refused') return 'given-up'
    throw error
  }
}

async function compose(ctx: Context, userId: UserId, kind: MailKind): Promise<Mail> {
  switch (kind) {
    case 'verify-email':
    case 'reset-password': {
      const token = await issueLinkToken(ctx.db, { userId, purpose: kind, now: ctx.now() })
      return { kind, url: `${ctx.publicUrl}/${kind}?token=${token}` }
    }
    case 'password-changed':
    case 'address-taken':
      return { kind, url: `${ctx.publicUrl}/forgot-password` }
  }
}
