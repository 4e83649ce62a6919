import { readBody } from '@doorman/mail-text/read-body'
import type { DecisionId } from '@doorman/domain/ids'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { loadFilteredEmail } from './load-filtered-email.ts'
import { readFromMailbox } from './read-from-mailbox.ts'

export type Preview = { readonly text: string; readonly isCut: boolean }

/** A few pages. For more, users open the email in their mailbox. */
const maxChars = 20_000

/** Reads an email from its mailbox as plain text. It is not stored. */
export async function previewFilteredEmail(
  ctx: Context,
  actor: Actor,
  { id }: { readonly id: DecisionId },
): Promise<Preview> {
  const { mailboxId, providerMessageId } = await loadFilteredEmail(ctx, actor, { id })
  await ctx.limits.count('preview-user', actor.userId)
  const { message } = await readFromMailbox(ctx, mailboxId, (mailbox) =>
    mailbox.loadMessage(providerMessageId),
  )
  const { text, isCut } = toPreview(readBody(message.body).text)
  return { text, isCut: isCut || message.body.isExcerpt === true }
}

/** Never cuts a surrogate pair in half. */
function toPreview(text: string): Preview {
  const trimmed = text.trim()
  if (trimmed.length <= maxChars) return { text: trimmed, isCut: false }
  return { text: trimmed.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, ''), isCut: true }
}
