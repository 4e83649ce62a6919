import type { Chance } from './chance.ts'
import { toMailDate } from './compose.ts'
import type { Provider } from './mail-store.ts'
import { prependHeaders, type Header, type MailHeaders } from './mime.ts'

/** What the receiving provider found out about a mail. */
export type Authentication = 'pass' | 'fail' | 'none'

export type Reception = {
  readonly provider: Provider
  readonly headers: MailHeaders
  readonly to: string
  readonly at: Date
  readonly authentication: Authentication
}

/** The mail with what a provider writes on top of it at the door: its own trace, and its own judgement of the sender. */
export function stamp(raw: Uint8Array, reception: Reception, chance: Chance): Uint8Array {
  const { headers, to } = reception
  const sender = headers.addresses('from')[0]?.address ?? 'unknown@unknown.invalid'
  const returnPath = headers.find('return-path') ?? `<${sender}>`
  const trace: Header[] = [
    { name: 'Delivered-To', value: to },
    { name: 'Authentication-Results', value: toResults(reception, sender, returnPath) },
    { name: 'Received', value: toReceived(reception, sender, chance) },
  ]
  const isNew = headers.find('return-path') === null
  return prependHeaders(raw, isNew ? [{ name: 'Return-Path', value: returnPath }, ...trace] : trace)
}

/**
 * Google names itself first (RFC 8601). Exchange Online writes no authserv-id and
 * adds a verdict of its own, `compauth`
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

function toReceived({ provider, to, at }: Reception, sender: string, chance: Chance): string {
  const by = provider === 'google' ? 'mx.google.com' : 'mail.protection.outlook.com'
  return `from mail.${domainOf(sender)} by ${by} with ESMTPS id ${chance.hex(16)} for <${to}>; ${toMailDate(at)}`
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
