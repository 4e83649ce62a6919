import { domainOf, registeredDomain } from './address-parts.ts'
import { isFreemail } from './freemail.ts'
import { toMailboxAddress } from './own-addresses.ts'

/** Whoever shares a domain of their own. At a freemail provider, everybody is one of their own. */
export function toOrganisation(address: string): string {
  const domain = registeredDomain(domainOf(address))
  return isFreemail(domain) ? (toMailboxAddress(address) ?? address) : domain
}
