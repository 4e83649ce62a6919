import { domainOf } from '@doorman/domain/mail/address-parts'
import { replyMarker } from '@doorman/domain/brand'
import nodemailer from 'nodemailer'
import type { Reply } from '../../mailbox.ts'
import type { Sender } from '../own-addresses.ts'

/** A longer thread keeps the first reference and the newest ones. */
const maxReferences = 20

/** The raw message (RFC 5322). Auto-Submitted marks it as automatic (RFC 3834). */
export async function composeReply(reply: Reply, sender: Sender, date: Date): Promise<Buffer> {
  const transport = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { message } = await transport.sendMail({
    from: sender,
    to: { name: '', address: reply.to },
    subject: reply.subject,
    text: reply.text,
    date,
    messageId: toRfcMessageId(reply),
    inReplyTo: reply.inReplyTo,
    references: toReferences(reply),
    headers: {
      'Auto-Submitted': 'auto-replied',
      'X-Auto-Response-Suppress': 'All',
      [replyMarker]: reply.claimId,
    },
  })
  return Buffer.from(message as Uint8Array)
}

export function toRfcMessageId({ claimId, from }: Reply): string {
  return `<${claimId}@${domainOf(from)}>`
}

function toReferences({ references, inReplyTo }: Reply): string[] {
  const all = [...new Set([...references.filter((id) => id !== inReplyTo), inReplyTo])]
  return all.length <= maxReferences ? all : [...all.slice(0, 1), ...all.slice(1 - maxReferences)]
}
