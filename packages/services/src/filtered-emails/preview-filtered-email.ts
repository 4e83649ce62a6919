import { readBody } from '@doorman/classifier/local/read-body'
import { findReachableMailbox, noteNeedsReconnect } from '@doorman/db/queries/mailboxes'
import { AppError } from '@doorman/domain/app-error'
import type { DecisionId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import type { Actor, Context } from '../context.ts'
import { loadFilteredEmail } from './load-filtered-email.ts'

export type Preview = { readonly text: string; readonly isCut: boolean }

/** A few pages; whoever wants more opens the mail itself. */
const mostChars = 20_000

/** Reads an email in its mailbox, as plain text. It passes through memory and is kept nowhere. */
export async function previewFilteredEmail(
  ctx: Context,
  actor: Actor,
  { id }: { readonly id: DecisionId },
): Promise<Preview> {
  const { mailboxId, messageId } = await loadFilteredEmail(ctx, actor, { id })
  await ctx.limits.count('preview-user', actor.userId)
  const row = await findReachableMailbox(ctx.db, mailboxId)
  if (!row) throw needsReconnect()
  try {
    const mailbox = await ctx.mail.openMailbox(row.grantId)
    const { message } = await mailbox.loadMail(messageId)
    return toPreview(readBody(message.body).text)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    if (error.failure === 'access-revoked' || error.failure === 'permission-missing')
      await noteNeedsReconnect(ctx.db, row)
    throw toRefusal(error)
  }
}

/** Not in the middle of a character. */
function toPreview(text: string): Preview {
  const trimmed = text.trim()
  if (trimmed.length <= mostChars) return { text: trimmed, isCut: false }
  return { text: trimmed.slice(0, mostChars).replace(/[\uD800-\uDBFF]$/, ''), isCut: true }
}

function toRefusal(error: MailError): AppError {
  switch (error.failure) {
    case 'gone':
      return new AppError('not-found', 'This email is no longer in your mailbox.', { cause: error })
    case 'too-large':
      return new AppError('conflict', 'This email is too large to be shown here.', { cause: error })
    case 'access-revoked':
    case 'permission-missing':
      return needsReconnect(error)
    case 'refused':
    case 'rate-limited':
    case 'unavailable':
      return new AppError(
        'unavailable',
        'Your mailbox is out of reach right now. Please try again.',
        { cause: error, ...(error.retryAfterMs !== null && { retryAfterMs: error.retryAfterMs }) },
      )
  }
}

function needsReconnect(cause?: MailError): AppError {
  return new AppError('conflict', 'Please connect this account again to see its mail.', { cause })
}
