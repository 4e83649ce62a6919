import { getDomain } from 'tldts'

export function localPartOf(address: string): string {
  return address.slice(0, Math.max(0, address.lastIndexOf('@')))
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

/** The registered part of a domain: `shop.co.uk` for `mail.shop.co.uk`. */
export function registeredDomain(domain: string): string {
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain
}
