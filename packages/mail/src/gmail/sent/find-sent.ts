import { replyMarker } from '@doorman/domain/brand'
import { MessageHeaders } from '@doorman/domain/mail/message'
import { listNamedAddresses } from '../../address-headers.ts'
import type { ProviderMessageId, SentMessage } from '../../mailbox.ts'
import { findRfcMessageId } from '../../mime/to-message.ts'
import { quotaUnits, type GmailApi } from '../api/gmail-api.ts'
import { isGone } from '../api/gmail-error.ts'
import { toDate, toHeaders } from '../received-message.ts'

export type FoundSent = {
  readonly sentAt: Date
  /** `null` if Doorman sent it. */
  readonly byUser: SentMessage | null
}

const recipientHeaders = ['To', 'Cc', 'Bcc']
const metadataHeaders = [...recipientHeaders, 'Message-ID', replyMarker]

/** `null` if the message was deleted meanwhile. */
export async function findSent(api: GmailApi, id: string): Promise<FoundSent | null> {
  const request = { userId: 'me', id, format: 'metadata', metadataHeaders }
  try {
    const { payload, internalDate } = await api.read(quotaUnits.getMessage, (users, options) =>
      users.messages.get(request, options),
    )
    const headers = new MessageHeaders(toHeaders(payload ?? {}))
    const sentAt = toDate(internalDate)
    return { sentAt, byUser: headers.has(replyMarker) ? null : toSentMessage(id, headers, sentAt) }
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

function toSentMessage(id: string, headers: MessageHeaders, sentAt: Date): SentMessage {
  const values = recipientHeaders.flatMap((name) => headers.all(name))
  const recipients = new Set(listNamedAddresses(values).map(({ address }) => address))
  return {
    id: id as ProviderMessageId,
    rfcMessageId: findRfcMessageId(headers),
    sentAt,
    recipients: [...recipients],
  }
}
