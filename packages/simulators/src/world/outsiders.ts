import { createHash } from 'node:crypto'
import { compose, type Composition } from './compose.ts'
import type { Outsider, ReceivedMail } from './world.ts'

/** Answers everything, answers to its answers included. */
export function loopRobot(address: string): Outsider {
  return { address, answer: (mail) => [reply(address, mail, 'Thank you for your message.')] }
}

/** A sender who knows the user after all, and says so in the words the smart response asks for. */
export function oldAcquaintance(address: string): Outsider {
  return {
    address,
    answer: (mail) => [reply(address, mail, 'We’ve met before, at the fair in June.')],
  }
}

/** As RFC 3834 wants it: marked as automatic, and silent to what is automatic itself. */
export function outOfOffice(address: string): Outsider {
  return {
    address,
    answer: (mail) =>
      (mail.headers.find('auto-submitted') ?? 'no') === 'no'
        ? [reply(address, mail, 'I am away until Monday.', { headers: [automatic] })]
        : [],
  }
}

/** Nobody lives there: the mail system says so, in a report from the empty sender (RFC 3464). */
export function bouncingAddress(address: string): Outsider {
  const daemon = `mailer-daemon@${domainOf(address)}`
  return {
    address,
    answer: (mail) => [
      reply(daemon, mail, toReport(address), {
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

/** Goes back to whoever wrote, in the thread. */
export function reply(
  from: string,
  { headers, at }: ReceivedMail,
  text: string,
  { headers: extra = [], ...rest }: Partial<Composition> = {},
): Uint8Array {
  const messageId = headers.find('message-id') ?? ''
  const name = createHash('sha256').update(`${from} ${messageId}`).digest('hex').slice(0, 16)
  return compose({
    from,
    to: headers.find('reply-to') ?? headers.find('from') ?? '',
    subject: `Re: ${(headers.find('subject') ?? '').replace(/^(?:re:\s*)+/i, '')}`,
    text,
    date: at,
    messageId: `<${name}@${domainOf(from)}>`,
    headers: [
      { name: 'In-Reply-To', value: messageId },
      { name: 'References', value: `${headers.find('references') ?? ''} ${messageId}`.trim() },
      ...extra,
    ],
    ...rest,
  })
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
