import { toAsciiDomain } from '@doorman/domain/mail/ascii-domain'
import { domainToUnicode } from 'node:url'

/** A domain in its own script (münchen.example), if that converts back to the same domain. */
export function toShownDomain(domain: string): string {
  const shown = domainToUnicode(domain)
  return toAsciiDomain(shown) === domain ? shown : domain
}
