import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { byAuthor } from '@doorman/mail-text/contact-form/by-author'
import type { Mailbox, ReceivedMessage } from '@doorman/mail/mailbox'

type OwnAddresses = Pick<MailboxRow, 'address' | 'ownAddresses'>

/** Loads a message. If a contact form sent it, its sender is the author, not the form. */
export async function loadByAuthor(
  mailbox: Mailbox,
  row: OwnAddresses,
  id: ProviderMessageId,
): Promise<ReceivedMessage> {
  return toAuthored(await mailbox.loadMessage(id), row)
}

export function toAuthored(received: ReceivedMessage, row: OwnAddresses): ReceivedMessage {
  const message = byAuthor(received.message, [row.address, ...row.ownAddresses])
  return message === received.message ? received : { ...received, message }
}
