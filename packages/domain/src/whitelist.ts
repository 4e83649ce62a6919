import { domainOf } from './address-parts.ts'
import { toAsciiDomain } from './ascii-domain.ts'
import type { DmarcResult } from './authentication-results.ts'
import type { Message } from './message.ts'

/**
 * Whether the sender's domain, letter for letter, is on the user's list and
 * proven by DMARC. `domains` holds what `toAsciiDomain` makes; a subdomain needs
 * an entry of its own.
 */
export function isWhitelisted(
  { from }: Message,
  dmarc: DmarcResult,
  domains: ReadonlySet<string>,
): boolean {
  const domain = from && toAsciiDomain(domainOf(from.address))
  return domain !== null && dmarc === 'pass' && domains.has(domain)
}
