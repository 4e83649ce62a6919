import { users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { NotifyError } from '@doorman/notify/notify-error'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { recordAct } from '../audit/record-act.ts'
import type { Admin } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { toTestEmail, type TestEmailType } from './test-emails.ts'
import { toUnsubscribe } from './unsubscribe-links.ts'

/**
 * Sends an example of an email to the admin's own address at once, so that they learn whether it
 * worked. The audit log has it first, because an email that the relay accepted cannot be recalled.
 */
export async function sendTestEmail(
  ctx: Context,
  admin: Admin,
  { emailType }: { readonly emailType: TestEmailType },
): Promise<void> {
  const { userId } = admin
  await ctx.limits.count('test-email-user', userId)
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new AppError('not-found', 'This account no longer exists.')
  const { publicUrl } = ctx
  const email = toTestEmail(emailType, { publicUrl, timeZone: user.timeZone, now: ctx.now() })
  await ctx.db.transaction((tx) =>
    recordAct(ctx, tx, admin, { act: 'send-test-email', details: { emailType } }),
  )
  try {
    await ctx.notify.send(user.email, email, {
      id: randomUUID(),
      isTest: true,
      ...((email.kind === 'trial-reminder' || email.kind === 'weekly-report') && {
        unsubscribe: toUnsubscribe(ctx, userId, email.kind),
      }),
    })
  } catch (error) {
    if (!(error instanceof NotifyError)) throw error
    ctx.report(error)
    throw new AppError('unavailable', problems[error.failure.kind], { cause: error })
  }
}

const problems: Record<NotifyError['failure']['kind'], string> = {
  unavailable: 'The mail server can’t be reached, or didn’t take the email. Please try again.',
  refused: 'The mail server refused your address.',
}
