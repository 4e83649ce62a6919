import type { gmail_v1 } from '@googleapis/gmail'
import type { MailStore } from '../../world/mailbox/mail-store.ts'
import type { World } from '../../world/world.ts'
import type { Grants } from '../oauth/grants.ts'
import type { Watches } from '../pubsub/watches.ts'
import type { Quirks } from '../quirks.ts'
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
  /** What the owner has added under "Send mail as". Without an entry: the mailbox's aliases. */
  readonly aliases: Map<MailStore, readonly gmail_v1.Schema$SendAs[]>
  /** Accounts without Gmail. */
  readonly withoutMailbox: Set<MailStore>
  readonly quirks: Quirks
}
