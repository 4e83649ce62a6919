import { getDomain } from 'tldts'

export function localPartOf(address: string): string {
  return address.slice(0, Math.max(0, address.lastIndexOf('@')))
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

/** The part of a domain that somebody registered: `mail.shop.co.uk` belongs to `shop.co.uk`. */
export function registeredDomain(domain: string): string {
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain
}
