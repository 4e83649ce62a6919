import { toAsciiDomain } from '@doorman/domain/ascii-domain'
import { domainToUnicode } from 'node:url'

/** A domain as people write it, where that reads back as the same domain. */
export function toShownDomain(domain: string): string {
  const shown = domainToUnicode(domain)
  return toAsciiDomain(shown) === domain ? shown : domain
}
