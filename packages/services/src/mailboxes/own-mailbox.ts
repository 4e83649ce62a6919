import { mailboxes } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { MailboxId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'

/** A mailbox as a request names it. Another user's mailbox is treated as not found. */
export type OwnMailbox = { readonly provider: MailProvider; readonly mailboxId: MailboxId }

export function isOwn(actor: Actor, { provider, mailboxId }: OwnMailbox) {
  return and(isOwnAccount(actor, mailboxId), eq(mailboxes.provider, provider))
}

/** The same as `isOwn`, for requests that don't name the provider. */
export function isOwnAccount({ userId }: Actor, mailboxId: MailboxId) {
  return and(eq(mailboxes.id, mailboxId), eq(mailboxes.userId, userId))
}

export function notConnected(): AppError {
  return new AppError('not-found', 'This account isn’t connected.')
}
