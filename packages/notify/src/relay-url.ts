import { isLoopback } from '@doorman/domain/accounts/loopback'

/**
 * Beyond this machine a relay must encrypt the connection, because our emails carry links that
 * reset passwords. The option goes into the URL, whose options take precedence over all others.
 */
export function toRelayUrl(url: string): string {
  const relay = new URL(url)
  if (relay.protocol === 'smtp:' && !isLoopback(relay.hostname))
    relay.searchParams.set('requireTLS', 'true')
  return relay.href
}
