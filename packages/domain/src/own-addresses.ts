import { domainOf, localPartOf } from './address-parts.ts'
import { toAsciiDomain } from './ascii-domain.ts'

/** Whether mail to this address reaches the user: one of their addresses, however it is written or tagged. */
export function isOwnAddress(address: string, ownAddresses: readonly string[]): boolean {
  const mailbox = toMailboxAddress(address)
  return mailbox !== null && ownAddresses.some((own) => toMailboxAddress(own) === mailbox)
}

const googleDomains: ReadonlySet<string | null> = new Set(['gmail.com', 'googlemail.com'])

/** Where mail to an address ends up: without case, quotes, tag and, at Gmail, dots. `null` for what is no address. */
export function toMailboxAddress(address: string): string | null {
  const trimmed = address.trim()
  const domain = toAsciiDomain(domainOf(trimmed))
  const user = withoutTag(withoutQuotes(localPartOf(trimmed)).normalize('NFC').toLowerCase())
  // Only at Gmail itself: in a company's own domain two dots can be two people.
  const isGmail = googleDomains.has(domain)
  const mailbox = isGmail ? user.replaceAll('.', '') : user
  if (domain === null || mailbox === '') return null
  return `${mailbox}@${isGmail ? 'gmail.com' : domain}`
}

/** `"ann"@example.com` is ann; quotes that hold something together stay. */
function withoutQuotes(localPart: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(localPart)?.[1]
  const plain = quoted?.replaceAll(/\\(.)/gs, '$1')
  return plain !== undefined && /^[^\s"(),:;<>@[\\\]]+$/.test(plain) ? plain : localPart
}

function withoutTag(user: string): string {
  const plus = user.startsWith('"') ? -1 : user.indexOf('+')
  return plus > 0 ? user.slice(0, plus) : user
}
