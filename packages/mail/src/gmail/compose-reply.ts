import { domainOf } from '@doorman/domain/address-parts'
import { replyMarker } from '@doorman/domain/brand'
import nodemailer from 'nodemailer'
import type { Reply } from '../mailbox.ts'

/** Of a longer thread, the first and the newest. */
const maxReferences = 20

/** The reply as RFC 5322 has it, with the manners of RFC 3834. */
export async function composeReply(reply: Reply, date: Date): Promise<Buffer> {
  const transport = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { message } = await transport.sendMail({
    from: { name: '', address: reply.from },
    to: { name: '', address: reply.to },
    subject: reply.subject,
    text: reply.text,
    date,
    messageId: toMessageId(reply),
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

export function toMessageId({ claimId, from }: Reply): string {
  return `<${claimId}@${domainOf(from)}>`
}

function toReferences({ references, inReplyTo }: Reply): string[] {
  const all = [...new Set([...references.filter((id) => id !== inReplyTo), inReplyTo])]
  return all.length <= maxReferences ? all : [...all.slice(0, 1), ...all.slice(1 - maxReferences)]
}
