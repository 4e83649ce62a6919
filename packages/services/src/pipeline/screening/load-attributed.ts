import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { attributeToAuthor } from '@doorman/mail-text/contact-form/attribute-to-author'
import type { Mailbox, ReceivedMessage } from '@doorman/mail/mailbox'

type OwnAddresses = Pick<MailboxRow, 'address' | 'ownAddresses'>

/** Loads a message. The sender of a contact-form message is its author, not the form. */
export async function loadAttributed(
  mailbox: Mailbox,
  row: OwnAddresses,
  id: ProviderMessageId,
): Promise<ReceivedMessage> {
  return attributeReceived(await mailbox.loadMessage(id), row)
}

export function attributeReceived(received: ReceivedMessage, row: OwnAddresses): ReceivedMessage {
  const message = attributeToAuthor(received.message, [row.address, ...row.ownAddresses])
  return message === received.message ? received : { ...received, message }
}
