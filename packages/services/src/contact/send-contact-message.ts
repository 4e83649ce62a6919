import { contactMessages } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { Context, Visitor } from '../context.ts'
import { forwardContactMessageJob } from '../jobs.ts'

/** Keeps what a visitor wrote, and has it forwarded to the operator. */
export async function sendContactMessage(
  ctx: Context,
  visitor: Visitor,
  input: { name: string; email: string; message: string; website?: string | undefined },
): Promise<void> {
  await ctx.limits.count('contact-ip', visitor.network)
  const { website, ...written } = input
  // Nobody sees that field. A program is told nothing it could learn from.
  if (website) throw new AppError('invalid', 'Please try again later.')
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(contactMessages)
      .values({ ...written, receivedAt: ctx.now() })
      .returning({ id: contactMessages.id })
    if (row) await ctx.jobs.enqueue(tx, forwardContactMessageJob, { contactMessageId: row.id })
  })
}
