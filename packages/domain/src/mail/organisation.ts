import { domainOf, registeredDomain } from './address-parts.ts'
import { isFreemail } from './freemail.ts'
import { toMailboxAddress } from './own-addresses.ts'

/**
 * A key that is the same for all addresses of an organisation: its domain, or for freemail the
 * address itself.
 */
export function toOrganisation(address: string): string {
  const domain = registeredDomain(domainOf(address))
  return isFreemail(domain) ? (toMailboxAddress(address) ?? address) : domain
}
