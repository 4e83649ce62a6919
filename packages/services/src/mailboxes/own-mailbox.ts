import { mailboxes } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { MailboxId } from '@doorman/domain/ids'
import type { Provider } from '@doorman/domain/mailbox'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '../context.ts'

/** A mailbox as people name it: somebody else's, or one at another provider, is none. */
export type OwnMailbox = { readonly provider: Provider; readonly mailboxId: MailboxId }

export function isOwn({ userId }: Actor, { provider, mailboxId }: OwnMailbox) {
  return and(
    eq(mailboxes.id, mailboxId),
    eq(mailboxes.userId, userId),
    eq(mailboxes.provider, provider),
  )
}

export function notConnected(): AppError {
  return new AppError('not-found', 'This account is not connected.')
}
