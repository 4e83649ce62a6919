import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * The id of the browser's request on whose behalf code runs: in the request itself, in the jobs it
 * enqueues, and in theirs. Log lines name it, so one failure can be followed through all processes.
 */
const current = new AsyncLocalStorage<string | undefined>()

/** `undefined`: the work has no request, such as a scheduled job. */
export function runForRequest<Result>(id: string | undefined, work: () => Result): Result {
  return current.run(id, work)
}

export function findRequestId(): string | undefined {
  return current.getStore()
}

/**
 * Chooses the id of a request. A page that calls our API in process passes its own id on. Only
 * trusted proxies may choose one: a stranger could make two requests look like one in the logs.
 */
export function createRequestIds(trustedProxies: string | false) {
  const proxies = toBlockList(trustedProxies)
  return (peer: string | undefined, proposed: unknown): string => {
    const inherited = findRequestId()
    if (inherited !== undefined) return inherited
    const isProposed = isRequestId(proposed) && peer !== undefined && isListed(proxies, peer)
    return isProposed ? proposed.toLowerCase() : randomUUID()
  }
}

export function isRequestId(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
  )
}

function toBlockList(proxies: string | false): BlockList {
  const list = new BlockList()
  for (const entry of proxies === false ? [] : proxies.split(',')) {
    const [address = '', prefix] = entry.trim().split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/** An IPv4 peer of a socket that listens on IPv6 has an address such as `::ffff:10.0.0.1`. */
function isListed(list: BlockList, peer: string): boolean {
  const address = peer.replace(/^::ffff:(?=\d+\.)/i, '')
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}
