import { parse } from 'tldts'

/** Reserved for documents and tests, so on no list of real suffixes. */
const reserved = /\.(?:example|test|invalid)$/i

/** Whether a host name could be registered: something in front of a real public suffix. */
export function isPublicDomain(host: string): boolean {
  if (reserved.test(host)) return true
  const { domain, isIcann } = parse(host, { allowPrivateDomains: false })
  return domain !== null && isIcann === true
}
