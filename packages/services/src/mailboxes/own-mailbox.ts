import { mailboxes } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { MailboxId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'

/** A mailbox as a request names it. Another user's mailbox is treated as not found. */
export type OwnMailbox = { readonly provider: MailProvider; readonly mailboxId: MailboxId }

export function isOwn({ userId }: Actor, { provider, mailboxId }: OwnMailbox) {
  return and(
    eq(mailboxes.id, mailboxId),
    eq(mailboxes.userId, userId),
    eq(mailboxes.provider, provider),
  )
}

export function notConnected(): AppError {
  return new AppError('not-found', 'This account isn’t connected.')
}
