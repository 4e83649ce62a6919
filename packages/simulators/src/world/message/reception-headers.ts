import type { SimulatedProvider } from '../mailbox/stored-message.ts'
import type { Random } from '../random.ts'
import { toDateHeader } from './compose.ts'
import { prependHeaders, type Header, type MessageHeaders } from './mime.ts'

/** The receiving provider's result for SPF, DKIM and DMARC. */
export type AuthenticationResult = 'pass' | 'fail' | 'none'

export type Reception = {
  readonly provider: SimulatedProvider
  readonly headers: MessageHeaders
  readonly to: string
  readonly at: Date
  readonly authentication: AuthenticationResult
  /** Where the message is delivered. */
  readonly folders: Iterable<string>
}

/** Adds the headers a provider adds on receipt: its trace, and its authentication results. */
export function addReceptionHeaders(
  raw: Uint8Array,
  reception: Reception,
  random: Random,
): Uint8Array {
  const { headers, to } = reception
  const sender = headers.addresses('from')[0]?.address ?? 'unknown@unknown.invalid'
  const returnPath = headers.find('return-path') ?? `<${sender}>`
  const trace: Header[] = [
    { name: 'Delivered-To', value: to },
    { name: 'Authentication-Results', value: toResults(reception, sender, returnPath) },
    { name: 'Received', value: toReceived(reception, sender, random) },
    ...(reception.provider === 'microsoft' ? [toDeliveryNote(reception)] : []),
  ]
  const isNew = headers.find('return-path') === null
  return prependHeaders(raw, isNew ? [{ name: 'Return-Path', value: returnPath }, ...trace] : trace)
}

/**
 * Google starts with its authserv-id `mx.google.com` (RFC 8601). Exchange Online
 * writes none, and adds its own result `compauth`
 * (https://learn.microsoft.com/defender-office-365/message-headers-eop-mdo).
 */
function toResults(
  { provider, authentication: result }: Reception,
  sender: string,
  returnPath: string,
): string {
  const domain = domainOf(sender)
  const from = returnPath.replace(/[<>]/g, '') || `postmaster@${domain}`
  if (provider === 'google')
    return (
      `mx.google.com; dkim=${result} header.i=@${domain} header.s=s1; ` +
      `spf=${result} smtp.mailfrom=${from}; dmarc=${result} header.from=${domain}`
    )
  const action = result === 'fail' ? 'quarantine' : 'none'
  return (
    `spf=${result} smtp.mailfrom=${domainOf(from)}; dkim=${result} header.d=${domain};` +
    `dmarc=${result} action=${action} header.from=${domain};compauth=${result} reason=100`
  )
}

function toReceived({ provider, to, at }: Reception, sender: string, random: Random): string {
  const by = provider === 'google' ? 'mx.google.com' : 'mail.protection.outlook.com'
  return `from mail.${domainOf(sender)} by ${by} with ESMTPS id ${random.hex(16)} for <${to}>; ${toDateHeader(at)}`
}

/**
 * Exchange Online notes the folder: inbox, junk, or the custom one of a rule
 * (https://help.it.ox.ac.uk/examine-junk-mail-delivery).
 */
function toDeliveryNote({ folders }: Reception): Header {
  const [folder = 'inbox'] = folders
  const dest = folder === 'inbox' ? 'I' : folder === 'junk' ? 'J' : 'C;OFR:CustomRules'
  return {
    name: 'X-Microsoft-Antispam-Mailbox-Delivery',
    value: `ucf:0;jmr:0;auth:0;dest:${dest};ENG:(910005)(944506478)(944626604)`,
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
