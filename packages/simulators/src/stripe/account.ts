import type Stripe from 'stripe'
import type { Scheduled } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import type { EventLog, EventType } from './events.ts'

/** What happens to a subscription when the last retry of its invoice has failed. */
export type AfterRetries = 'cancel' | 'unpaid' | 'past-due'

export type AccountSettings = {
  /** The merchant, as customers see it. */
  readonly name: string
  /** Where the hosted pages are, without a trailing slash. */
  readonly baseUrl: string
  readonly isLive: boolean
  readonly afterRetries: AfterRetries
}

export type SubscriptionData = {
  readonly metadata: Readonly<Record<string, string>>
  readonly description: string | null
}

/** A merchant's account at Stripe with all its objects, as the API shows them. */
export class StripeAccount {
  readonly world: World
  readonly settings: AccountSettings
  readonly events: EventLog
  readonly customers = new Map<string, Stripe.Customer>()
  readonly deletedCustomers = new Map<string, Stripe.DeletedCustomer>()
  readonly products = new Map<string, Stripe.Product>()
  readonly prices = new Map<string, Stripe.Price>()
  /** With their line items, which the API shows only if asked to. */
  readonly checkoutSessions = new Map<string, Stripe.Checkout.Session>()
  readonly portalConfigurations = new Map<string, Stripe.BillingPortal.Configuration>()
  readonly portalSessions = new Map<string, Stripe.BillingPortal.Session>()
  readonly subscriptions = new Map<string, Stripe.Subscription>()
  readonly invoices = new Map<string, Stripe.Invoice>()
  readonly paymentMethods = new Map<string, Stripe.PaymentMethod>()
  /** What a checkout session's subscription will get, by session id. */
  readonly subscriptionData = new Map<string, SubscriptionData>()
  /** Open 3-D Secure challenges: each takes the result and returns where the browser goes next. */
  readonly challenges = new Map<string, (isPassed: boolean) => string>()
  /** The next step in each subscription's life, by subscription id. */
  readonly plannedSteps = new Map<string, Scheduled>()

  constructor(world: World, settings: AccountSettings, events: EventLog) {
    this.world = world
    this.settings = settings
    this.events = events
  }

  /** In seconds, as everywhere in Stripe's API. */
  now(): number {
    return Math.floor(this.world.clock.now().getTime() / 1000)
  }

  /** Such as `sub_1` and 23 more characters. */
  newId(prefix: string, length = 24): string {
    return `${prefix}_${this.world.random.token(length).replace(/[-_]/g, '0')}`
  }

  emit(type: EventType, object: object): void {
    this.events.add(type, object)
  }

  /** Changes an object and reports it. An update also names the values that it had before. */
  change<T extends object>(object: T, changes: Partial<T>, type: EventType): void {
    const previous: Partial<T> = {}
    for (const key of Object.keys(changes) as (keyof T)[])
      if (JSON.stringify(object[key]) !== JSON.stringify(changes[key])) previous[key] = object[key]
    const before = type.endsWith('.updated') ? structuredClone(previous) : undefined
    Object.assign(object, changes)
    this.events.add(type, object, before)
  }
}

/** The id of something that may be expanded. */
export function idOf(reference: string | { readonly id: string }): string {
  return typeof reference === 'string' ? reference : reference.id
}

export function toList<T>(data: T[], url: string, hasMore = false): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: hasMore, url }
}

/** The client's `Decimal` is a string in JSON. */
export function toDecimal(value: number): Stripe.Decimal {
  return String(value) as unknown as Stripe.Decimal
}
