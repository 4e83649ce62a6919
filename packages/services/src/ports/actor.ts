import type { UserId } from '@doorman/domain/ids'

/** The signed-in user who makes a request, and their login session. */
export type Actor = { readonly userId: UserId; readonly sessionId: string }

/** Where a request comes from, whether or not its sender is signed in. */
export type Visitor = {
  readonly cookie: string | undefined
  /** Key for rate limits: an IPv4 address, or the /64 prefix that an IPv6 customer gets. */
  readonly network: string
}
