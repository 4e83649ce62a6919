import { users } from '@doorman/db/schema'
import { emailKinds, type EmailKind } from '@doorman/domain/accounts/email-kinds'
import { toDayIn } from '@doorman/domain/time'
import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Context } from '../ports/context.ts'
import type { orderEarlierEmailJob } from '../ports/jobs.ts'
import { orderEmails } from './order-email.ts'

/**
 * Orders an email that a process of version 0.2 enqueued, so that no password reset is lost while
 * processes are replaced. Can be deleted in the version after the next.
 *
 * A job that is repeated after a crash orders nothing new: one email per payload and day.
 */
export async function orderEarlierEmail(
  ctx: Context,
  job: z.output<(typeof orderEarlierEmailJob)['payload']>,
): Promise<void> {
  const kind = toKind(job.kind)
  const subjectId = job.decisionId ?? job.mailboxId
  if (kind === undefined) return
  const occasion = ['0.2', subjectId, toDayIn('UTC', ctx.now())].filter(Boolean).join(' ')
  await ctx.db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, job.userId))
    if (user)
      await orderEmails(ctx, tx, [
        { userId: user.id, kind, occasion, ...(subjectId && { subjectId }) },
      ])
  })
}

function toKind(name: string): EmailKind | undefined {
  if (name === 'one-mailbox-active') return 'plan-ended'
  return emailKinds.find((kind) => kind === name)
}
