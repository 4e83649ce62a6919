import { replyMarker } from '@doorman/domain/brand'
import { MessageHeaders } from '@doorman/domain/mail/message'
import { listNamedAddresses } from '../../address-headers.ts'
import { MailError } from '../../mail-error.ts'
import type { ProviderMessageId, SentMessage } from '../../mailbox.ts'
import { findRfcMessageId } from '../../mime/to-message.ts'
import type { GmailApi } from '../api/gmail-api.ts'
import { isGone } from '../api/gmail-error.ts'
import { gmail } from '../api/gmail-requests.ts'
import type { Message } from '../api/gmail-types.ts'
import { toDate, toHeaders } from '../received-message.ts'

const recipientHeaders = ['To', 'Cc', 'Bcc']
const metadataHeaders = [...recipientHeaders, 'Message-ID', replyMarker]

/** `null` for a message that no longer exists. */
export async function findEachSent(
  api: GmailApi,
  ids: readonly string[],
): Promise<readonly (SentMessage | null)[]> {
  const query = { format: 'metadata', metadataHeaders } as const
  const messages = await api.readEach(ids.map((id) => gmail.getMessage(id, query)))
  return messages.map((message, index) => {
    if (isGone(message)) return null
    if (message instanceof MailError) throw message
    return toSentMessage(ids[index] ?? '', message)
  })
}

function toSentMessage(id: string, { payload, internalDate }: Message): SentMessage {
  const headers = new MessageHeaders(toHeaders(payload ?? {}))
  const values = recipientHeaders.flatMap((name) => headers.all(name))
  const recipients = new Set(listNamedAddresses(values).map(({ address }) => address))
  return {
    id: id as ProviderMessageId,
    rfcMessageId: findRfcMessageId(headers),
    sentAt: toDate(internalDate),
    recipients: [...recipients],
    claimId: headers.get(replyMarker) ?? null,
  }
}
