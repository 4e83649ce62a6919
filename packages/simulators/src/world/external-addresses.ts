import { createHash } from 'node:crypto'
import { compose, type Composition } from './message/compose.ts'
import type { ExternalAddress, ReceivedMessage } from './world.ts'

/** Replies to every message, including replies to its own replies. */
export function repliesToEverything(address: string): ExternalAddress {
  return {
    address,
    reply: (message) => [composeReply(address, message, 'Thank you for your message.')],
  }
}

/** Replies with the phrase that the smart response asks known senders for. */
export function repliesMetBefore(address: string): ExternalAddress {
  return {
    address,
    reply: (message) => [composeReply(address, message, 'We’ve met before, at the fair in June.')],
  }
}

/** Follows RFC 3834: the reply is marked as automatic, and automatic messages get none. */
export function repliesOutOfOffice(address: string): ExternalAddress {
  return {
    address,
    reply: (message) =>
      (message.headers.find('auto-submitted') ?? 'no') === 'no'
        ? [composeReply(address, message, 'I am away until Monday.', { headers: [automatic] })]
        : [],
  }
}

/**
 * No such mailbox: the mail server returns a delivery report with an empty return path (RFC 3464).
 */
export function bounces(address: string): ExternalAddress {
  const daemon = `mailer-daemon@${domainOf(address)}`
  return {
    address,
    reply: (message) => [
      composeReply(daemon, message, toReport(address), {
        contentType: 'multipart/report; report-type=delivery-status; boundary=report',
        headers: [{ name: 'Return-Path', value: '<>' }, automatic],
      }),
    ],
  }
}

const automatic = { name: 'Auto-Submitted', value: 'auto-replied' }

function toReport(address: string): string {
  return [
    '--report',
    'Content-Type: text/plain',
    '',
    `Your message to ${address} could not be delivered.`,
    '--report',
    'Content-Type: message/delivery-status',
    '',
    `Reporting-MTA: dns; mail.${domainOf(address)}`,
    '',
    `Final-Recipient: rfc822; ${address}`,
    'Action: failed',
    'Status: 5.1.1',
    '--report--',
  ].join('\n')
}

/** A reply to the sender, in the same thread. */
export function composeReply(
  from: string,
  { headers, at }: ReceivedMessage,
  text: string,
  { headers: extra = [], ...rest }: Partial<Composition> = {},
): Uint8Array {
  const original = headers.find('message-id') ?? ''
  const name = createHash('sha256').update(`${from} ${original}`).digest('hex').slice(0, 16)
  return compose({
    from,
    to: headers.find('reply-to') ?? headers.find('from') ?? '',
    subject: `Re: ${(headers.find('subject') ?? '').replace(/^(?:re:\s*)+/i, '')}`,
    text,
    date: at,
    rfcMessageId: `<${name}@${domainOf(from)}>`,
    headers: [
      { name: 'In-Reply-To', value: original },
      { name: 'References', value: `${headers.find('references') ?? ''} ${original}`.trim() },
      ...extra,
    ],
    ...rest,
  })
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
