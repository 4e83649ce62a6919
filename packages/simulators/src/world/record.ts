import type { Service } from './faults.ts'
import type { MailStore } from './mail-store.ts'

/** A mail that left a simulated mailbox, whether or not anybody here received it. */
export type Sending = {
  readonly mailbox: string
  readonly at: Date
  readonly recipients: readonly string[]
  readonly raw: Uint8Array
}

export type Drafting = {
  readonly mailbox: string
  readonly at: Date
  readonly what: 'created' | 'changed' | 'sent' | 'deleted'
  readonly draftId: string
}

/** A person let the app in, and the app has its tokens. */
export type GrantStart = {
  readonly provider: Service
  readonly mailbox: string
  readonly at: Date
  /** Of the mailbox, when access was granted. */
  readonly accessEndCount: number
}

/** The app gave back what it was granted. */
export type GrantEnd = { readonly provider: Service; readonly mailbox: string; readonly at: Date }

/** The app no longer wants to be told of changes. */
export type WatchEnd = { readonly provider: Service; readonly mailbox: string; readonly at: Date }

export type SeenRequest = {
  readonly provider: Service
  readonly at: Date
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** `null` where no answer came. */
  readonly status: number | null
}

/** A notification that left for the product. */
export type Notification = {
  readonly provider: Service
  readonly at: Date
  readonly url: string
  readonly body: string
  /** `null` where nobody answered. */
  readonly status: number | null
}

const kept = 20_000

/** What really happened, for tests to judge by. Requests and notifications are kept up to a number, all else for good. */
export class WorldRecord {
  readonly sends: Sending[] = []
  readonly drafts: Drafting[] = []
  readonly grants: GrantStart[] = []
  readonly grantEnds: GrantEnd[] = []
  readonly watchEnds: WatchEnd[] = []
  readonly requests: SeenRequest[] = []
  readonly notifications: Notification[] = []
  readonly #units = new Map<string, number>()

  /** The app was let in, has not given that back, and the owner has not taken it away. */
  isGranted(store: MailStore): boolean {
    const isOfStore = ({ mailbox }: GrantStart | GrantEnd) => mailbox === store.address
    const grant = this.grants.findLast(isOfStore)
    const end = this.grantEnds.findLast(isOfStore)
    if (!grant || (end && end.at >= grant.at)) return false
    return store.accessEndSince(grant.accessEndCount) === null
  }

  addRequest(request: SeenRequest): void {
    this.requests.push(request)
    if (this.requests.length > kept) this.requests.splice(0, kept / 2)
  }

  addNotification(notification: Notification): void {
    this.notifications.push(notification)
    if (this.notifications.length > kept) this.notifications.splice(0, kept / 2)
  }

  spendUnits(mailbox: string, units: number): void {
    this.#units.set(mailbox, this.unitsSpent(mailbox) + units)
  }

  /** Gmail's quota units, over all time. */
  unitsSpent(mailbox: string): number {
    return this.#units.get(mailbox) ?? 0
  }
}
