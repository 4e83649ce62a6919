import type { ViewEndReason } from '@doorman/domain/accounts/audit'
import type { UserId } from '@doorman/domain/ids'

/** The signed-in user who makes a request, and their login session. */
export type Actor = {
  readonly userId: UserId
  readonly sessionId: string
  /** Set while an admin views the app as this user: the admin's id. */
  readonly viewerId?: UserId | undefined
  /** Why the admin's view of a user has ended, until their browser switches back. */
  readonly viewEndedBy?: ViewEndReason
}

/** An admin who makes a request as themselves. The audit log records who they are and from where. */
export type Admin = Actor & { readonly ip: string }

/** Where a request comes from, whether or not its sender is signed in. */
export type Visitor = {
  readonly cookie: string | undefined
  /** Key for rate limits: an IPv4 address, or the /64 prefix that an IPv6 customer gets. */
  readonly network: string
  readonly userAgent?: string | undefined
}
