import { domainOf } from '../mail/address-parts.ts'
import { toAsciiDomain } from '../mail/ascii-domain.ts'
import type { DmarcResult } from '../mail/authentication-results.ts'
import type { Message } from '../mail/message.ts'

/**
 * Whether the sender's exact domain is on the user's whitelist and DMARC passed for it. `domains`
 * are results of `toAsciiDomain`. A subdomain needs its own entry.
 */
export function isWhitelisted(
  { from }: Message,
  dmarc: DmarcResult,
  domains: ReadonlySet<string>,
): boolean {
  const domain = from && toAsciiDomain(domainOf(from.address))
  return domain !== null && dmarc === 'pass' && domains.has(domain)
}
