import type { Service } from './faults.ts'
import type { MailStore } from './mailbox/mail-store.ts'

/** A message sent from a simulated mailbox, to simulated mailboxes or to any other address. */
export type SentMessage = {
  readonly mailbox: string
  readonly at: Date
  readonly recipients: readonly string[]
  readonly raw: Uint8Array
}

export type DraftEvent = {
  readonly mailbox: string
  readonly at: Date
  readonly what: 'created' | 'changed' | 'sent' | 'deleted'
  readonly draftId: string
}

/** A person granted the app access, and the app has its tokens. */
export type GrantStart = {
  readonly provider: Service
  readonly mailbox: string
  readonly at: Date
  /** `accessEndCount` of the mailbox when access was granted. */
  readonly accessEndCount: number
}

/** The app revoked its own grant. */
export type GrantEnd = { readonly provider: Service; readonly mailbox: string; readonly at: Date }

/** The app ended its watch or subscription. */
export type WatchEnd = { readonly provider: Service; readonly mailbox: string; readonly at: Date }

export type RecordedRequest = {
  readonly provider: Service
  readonly at: Date
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** `null`: no response was sent. */
  readonly status: number | null
}

/** A push notification sent to the product. */
export type RecordedNotification = {
  readonly provider: Service
  readonly at: Date
  readonly url: string
  readonly body: string
  /** `null`: no response came. */
  readonly status: number | null
}

const maxKept = 20_000

/**
 * What happened in the world, for tests to check. Only requests and notifications are limited in
 * number.
 */
export class WorldRecord {
  readonly sends: SentMessage[] = []
  readonly drafts: DraftEvent[] = []
  readonly grants: GrantStart[] = []
  readonly grantEnds: GrantEnd[] = []
  readonly watchEnds: WatchEnd[] = []
  readonly requests: RecordedRequest[] = []
  readonly notifications: RecordedNotification[] = []
  readonly #units = new Map<string, number>()

  /**
   * Whether the app has access: granted, and since then revoked neither by the app nor by the
   * owner.
   */
  isGranted(store: MailStore): boolean {
    const isForStore = ({ mailbox }: GrantStart | GrantEnd) => mailbox === store.address
    const grant = this.grants.findLast(isForStore)
    const end = this.grantEnds.findLast(isForStore)
    if (!grant || (end && end.at >= grant.at)) return false
    return store.findAccessEndSince(grant.accessEndCount) === null
  }

  addRequest(request: RecordedRequest): void {
    this.requests.push(request)
    if (this.requests.length > maxKept) this.requests.splice(0, maxKept / 2)
  }

  addNotification(notification: RecordedNotification): void {
    this.notifications.push(notification)
    if (this.notifications.length > maxKept) this.notifications.splice(0, maxKept / 2)
  }

  spendUnits(mailbox: string, units: number): void {
    this.#units.set(mailbox, this.unitsSpent(mailbox) + units)
  }

  /** Gmail's quota units since the start. */
  unitsSpent(mailbox: string): number {
    return this.#units.get(mailbox) ?? 0
  }
}
