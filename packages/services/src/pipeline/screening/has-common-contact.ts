import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import type { Message } from '@doorman/domain/mail/message'
import { listOtherRecipients } from '@doorman/domain/screening/common-contact'
import type { Mailbox } from '@doorman/mail/mailbox'

/** Whether the user has written to someone else in To or Cc. Costs up to four provider searches. */
export async function hasCommonContact(
  { address: ownAddress, ownAddresses }: MailboxRow,
  mailbox: Mailbox,
  message: Message,
): Promise<boolean> {
  for (const address of listOtherRecipients(message, [ownAddress, ...ownAddresses]))
    if (await mailbox.hasUserSent({ toAddress: address })) return true
  return false
}
