import { findAccessibleMailbox, markNeedsReconnect } from '@doorman/db/queries/mailboxes'
import { AppError } from '@doorman/domain/app-error'
import type { MailboxId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import type { Mailbox } from '@doorman/mail/mailbox'
import { mailFailures } from '../pipeline/mail-failure.ts'
import type { Context } from '../ports/context.ts'

/** Reads something from a mailbox while its user waits. Failures have a message for the user. */
export async function readFromMailbox<Result>(
  ctx: Context,
  mailboxId: MailboxId,
  read: (mailbox: Mailbox) => Promise<Result>,
): Promise<Result> {
  const row = await findAccessibleMailbox(ctx.db, mailboxId)
  if (!row) throw needsReconnect()
  try {
    return await read(await ctx.mail.openMailbox(row.grantId))
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    if (mailFailures[error.failure].forJob === 'needs-reconnect')
      await markNeedsReconnect(ctx.db, row)
    throw toAppError(error)
  }
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
