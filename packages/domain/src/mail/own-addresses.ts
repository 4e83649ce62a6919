import { domainOf, localPartOf } from './address-parts.ts'
import { toAsciiDomain } from './ascii-domain.ts'

/** Whether the address is one of the user's own, in any spelling and with any plus-tag. */
export function isOwnAddress(address: string, ownAddresses: readonly string[]): boolean {
  const mailbox = toMailboxAddress(address)
  return mailbox !== null && ownAddresses.some((own) => toMailboxAddress(own) === mailbox)
}

const googleDomains: ReadonlySet<string | null> = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that receives mail to an address: without case, quotes, plus-tag and, at Gmail, dots.
 * `null` for an invalid address.
 */
export function toMailboxAddress(address: string): string | null {
  const trimmed = address.trim()
  const domain = toAsciiDomain(domainOf(trimmed))
  const user = withoutTag(withoutQuotes(localPartOf(trimmed)).normalize('NFC').toLowerCase())
  // Only at gmail.com: Google ignores dots there, but not in domains of Google Workspace.
  const isGmail = googleDomains.has(domain)
  const mailbox = isGmail ? user.replaceAll('.', '') : user
  if (domain === null || mailbox === '') return null
  return `${mailbox}@${isGmail ? 'gmail.com' : domain}`
}

/** `"ann"@example.com` becomes ann. Quotes that are required stay. */
function withoutQuotes(localPart: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(localPart)?.[1]
  const plain = quoted?.replaceAll(/\\(.)/gs, '$1')
  return plain !== undefined && /^[^\s"(),:;<>@[\\\]]+$/.test(plain) ? plain : localPart
}

function withoutTag(user: string): string {
  const plus = user.startsWith('"') ? -1 : user.indexOf('+')
  return plus > 0 ? user.slice(0, plus) : user
}
