import { parse } from 'tldts'

/** Reserved by RFC 2606, so not on the list of public suffixes. */
const reserved = /\.(?:example|test|invalid)$/i

/** Whether the host name is registrable: at least one label before a public suffix. */
export function isPublicDomain(host: string): boolean {
  if (reserved.test(host)) return true
  const { domain, isIcann } = parse(host, { allowPrivateDomains: false })
  return domain !== null && isIcann === true
}
