import { getPublicSuffix } from 'tldts'
import { domainOf } from '../mail/address-parts.ts'
import { toAsciiDomain } from '../mail/ascii-domain.ts'

/**
 * The domain in what the user entered: a domain, an address or a link. In the form in which domains
 * are compared; `null` if it contains no domain that can send email.
 */
export function toWhitelistEntry(entered: string): string | null {
  const withoutScheme = entered.trim().replace(/^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:)/i, '')
  const [host = ''] = domainOf(withoutScheme.split(/[/?#]/)[0] ?? '').split(':')
  const domain = toAsciiDomain(
    host
      .trim()
      .replace(/\.$/, '')
      .replace(/^www\./i, ''),
  )
  return domain !== null && isRegistered(domain) ? domain : null
}

/** Whether the domain is neither a public suffix such as co.uk nor an IP address. */
function isRegistered(domain: string): boolean {
  return (
    domain.includes('.') &&
    !/\.\d+$/.test(domain) &&
    getPublicSuffix(domain, { allowPrivateDomains: false }) !== domain
  )
}
