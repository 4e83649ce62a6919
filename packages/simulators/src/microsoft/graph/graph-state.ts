import type { MailStore } from '../../world/mailbox/mail-store.ts'
import type { World } from '../../world/world.ts'
import type { SyncStates } from '../delta/sync-states.ts'
import type { Grants } from '../login/grants.ts'
import type { ItemIds } from '../messages/item-ids.ts'
import type { Quirks } from '../quirks.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import type { MissingMailbox } from './missing-mailbox.ts'
import type { Throttle } from './throttle.ts'
import type { TokenSigner } from './token-signer.ts'

/** The state that all calls to Graph share. */
export type GraphState = {
  readonly world: World
  /** Base URL of Graph, without a trailing slash. */
  readonly graphUrl: string
  /** How Graph reaches the product. */
  readonly fetch: typeof globalThis.fetch
  readonly grants: Grants
  readonly tokenSigner: TokenSigner
  readonly subscriptions: Subscriptions
  readonly syncStates: SyncStates
  readonly quirks: Quirks
  /** Accounts without a mailbox, and how Graph says so. */
  readonly missingMailboxes: Map<MailStore, MissingMailbox>
  readonly throttle: Throttle
  readonly idsOf: (store: MailStore) => ItemIds
  /** Outlook on the web. */
  readonly webUrl: string
}
