import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { listOtherRecipients } from '@doorman/domain/common-contact'
import type { Message } from '@doorman/domain/message'
import type { Mailbox } from '@doorman/mail/mailbox'

/** Whether somebody else in To or Cc is one the user has written to. Up to four searches: ask it last. */
export async function hasCommonContact(
  { address: ownAddress, ownAddresses }: MailboxRow,
  mailbox: Mailbox,
  message: Message,
): Promise<boolean> {
  for (const address of listOtherRecipients(message, [ownAddress, ...ownAddresses]))
    if (await mailbox.hasSent({ address })) return true
  return false
}
