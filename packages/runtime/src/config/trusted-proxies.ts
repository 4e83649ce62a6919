import { isIP } from 'node:net'

/** Larger networks include strangers, who could then claim any address. */
const minPrefixLength = { 4: 8, 6: 7 } as const

/**
 * What is wrong with a list of proxies, or `null`. We believe the visitor's address that a trusted
 * proxy names. If strangers are trusted, they choose their address, and limits per network fail.
 */
export function findProxyProblem(list: string): string | null {
  for (const entry of list.split(',').map((text) => text.trim())) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
    const version = isIP(address)
    if (version !== 4 && version !== 6) return 'must list addresses or networks, such as 10.0.0.0/8'
    const bits = version === 4 ? 32 : 128
    const length = Number(prefix ?? bits)
    if (length > bits) return `${entry} is not a network`
    // `::ffff:0:0/96` is every IPv4 address.
    const isMapped = version === 6 && /^[0:]*:ffff:/i.test(address) && prefix !== undefined
    if (isMapped || length < minPrefixLength[version])
      return `${entry} trusts strangers. Name only your own proxies.`
  }
  return null
}
