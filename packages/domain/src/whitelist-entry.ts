import { getPublicSuffix } from 'tldts'
import { domainOf } from './address-parts.ts'
import { toAsciiDomain } from './ascii-domain.ts'

/**
 * The domain somebody means who enters one, an address or a link, in the form in
 * which domains are compared. `null` where there is none that mail could come from.
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

/** Not a whole country's, nor a number. */
function isRegistered(domain: string): boolean {
  return (
    domain.includes('.') &&
    !/\.\d+$/.test(domain) &&
    getPublicSuffix(domain, { allowPrivateDomains: false }) !== domain
  )
}
