import { contactMessages } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { forwardContactMessageJob } from '../ports/jobs.ts'

/** Stores a visitor's message and enqueues its forwarding to the operator. */
export async function sendContactMessage(
  ctx: Context,
  visitor: Visitor,
  input: { name: string; email: string; message: string; website?: string | undefined },
): Promise<void> {
  await ctx.limits.count('contact-ip', visitor.network)
  const { website, ...message } = input
  // Honeypot: people don't see this field, so only bots fill it in. The message reveals nothing.
  if (website) throw new AppError('invalid', 'Please try again later.')
  const actor = await ctx.login.findActor(visitor.cookie)
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(contactMessages)
      .values({ ...message, receivedAt: ctx.now() })
      .returning({ id: contactMessages.id })
    if (row)
      await ctx.jobs.enqueue(tx, forwardContactMessageJob, {
        contactMessageId: row.id,
        // An admin who views the app as a user writes for themselves.
        userId: actor?.viewerId ?? actor?.userId,
      })
  })
}
