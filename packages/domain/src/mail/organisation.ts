import { domainOf, registeredDomain } from './address-parts.ts'
import { toAsciiDomain } from './ascii-domain.ts'
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

/** Whether one of the user's own addresses is at the same organisation. Never true for freemail. */
export function isSameOrganisation(address: string, ownAddresses: readonly string[]): boolean {
  const domain = toOrganisationDomain(address)
  return domain !== null && ownAddresses.some((own) => toOrganisationDomain(own) === domain)
}

/** `null` if the domain belongs to no single organisation, such as gmail.com. */
export function toOrganisationDomain(address: string): string | null {
  const domain = toAsciiDomain(domainOf(address))
  if (domain === null || isFreemail(domain)) return null
  return registeredDomain(domain)
}
