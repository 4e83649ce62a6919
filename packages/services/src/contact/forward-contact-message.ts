import { contactMessages } from '@doorman/db/schema'
import type { ContactMessageId } from '@doorman/domain/ids'
import { NotifyError } from '@doorman/notify/notify-error'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** Mails a visitor's message to the operator. Where the relay refuses it for good, the table still has it. */
export async function forwardContactMessage(
  ctx: Context,
  { contactMessageId }: { contactMessageId: ContactMessageId },
): Promise<void | 'given-up'> {
  const [written] = await ctx.db
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.id, contactMessageId))
  if (!written) return
  const { name, email, message } = written
  try {
    await ctx.notify.send(ctx.contactEmail, {
      kind: 'contact-message',
      name,
      email,
      message,
      url: `mailto:${encodeURIComponent(email)}`,
    })
  } catch (error) {
    if (error instanceof NotifyError && error.failure.kind === 'refused') return 'given-up'
    throw error
  }
}
