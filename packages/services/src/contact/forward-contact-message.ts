import { contactMessages } from '@doorman/db/schema'
import type { ContactMessageId } from '@doorman/domain/ids'
import { NotifyError } from '@doorman/notify/notify-error'
import { eq } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'

/** Emails a visitor's message to the operator. If the relay refuses it, the row remains. */
export async function forwardContactMessage(
  ctx: Context,
  { contactMessageId }: { contactMessageId: ContactMessageId },
): Promise<void | 'given-up'> {
  const [stored] = await ctx.db
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.id, contactMessageId))
  if (!stored) return
  const { name, email, message } = stored
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
