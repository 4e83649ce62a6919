import type { World } from '../../world/world.ts'
import type { Grants } from '../oauth/grants.ts'
import type { Watches } from '../pubsub/watches.ts'
import type { QuotaMeter } from './quota-units.ts'
import type { SendingLimit } from './sending-limit.ts'

/** The state of Gmail, apart from the mailboxes themselves. */
export type GmailState = {
  readonly world: World
  readonly grants: Grants
  readonly quota: QuotaMeter
  readonly sendingLimit: SendingLimit
  readonly watches: Watches
  /** The stored message of each draft, by draft id. */
  readonly drafts: Map<string, string>
  readonly keepsMessageIds: boolean
}
