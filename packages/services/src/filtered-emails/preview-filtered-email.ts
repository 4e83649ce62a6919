import { readBody } from '@doorman/mail-text/read-body'
import { findAccessibleMailbox, markNeedsReconnect } from '@doorman/db/queries/mailboxes'
import { AppError } from '@doorman/domain/app-error'
import type { DecisionId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import { mailFailures } from '../pipeline/mail-failure.ts'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { loadFilteredEmail } from './load-filtered-email.ts'

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
  const row = await findAccessibleMailbox(ctx.db, mailboxId)
  if (!row) throw needsReconnect()
  try {
    const mailbox = await ctx.mail.openMailbox(row.grantId)
    const { message } = await mailbox.loadMessage(providerMessageId)
    const { text, isCut } = toPreview(readBody(message.body).text)
    return { text, isCut: isCut || message.body.isExcerpt === true }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    if (mailFailures[error.failure].forJob === 'needs-reconnect')
      await markNeedsReconnect(ctx.db, row)
    throw toAppError(error)
  }
}

/** Never cuts a surrogate pair in half. */
function toPreview(text: string): Preview {
  const trimmed = text.trim()
  if (trimmed.length <= maxChars) return { text: trimmed, isCut: false }
  return { text: trimmed.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, ''), isCut: true }
}

function toAppError(error: MailError): AppError {
  switch (error.failure) {
    case 'gone':
      return new AppError('not-found', 'This email is no longer in your mailbox.', { cause: error })
    case 'too-large':
      return new AppError('conflict', 'This email is too large to preview.', { cause: error })
    case 'access-revoked':
    case 'permission-missing':
      return needsReconnect(error)
    case 'no-mailbox':
    case 'refused':
    case 'rate-limited':
    case 'unavailable':
      return new AppError(
        'unavailable',
        'We can’t reach your mailbox right now. Please try again.',
        { cause: error, ...(error.retryAfterMs !== null && { retryAfterMs: error.retryAfterMs }) },
      )
  }
}

function needsReconnect(cause?: MailError): AppError {
  return new AppError('conflict', 'Reconnect this account to see its emails.', { cause })
}
