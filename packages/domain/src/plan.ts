/** Prices, limits and numbers that also stand in what people read. */
export const pricePerMonthCents = 900
export const pricePerYearCents = 9_000
export const trialDays = 14
export const minimumAge = 18
export const freeMailboxLimit = 1
/** How many of the newest messages of a mailbox are looked at when it is connected. */
export const firstScanLimit = 100
/** Of the user's own words in a smart response. */
export const maxReplyChars = 600

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Where a subscription stands, in Stripe's words; `none` when there has never been one. */
export const subscriptionStatuses = [
  'none',
  'active',
  'past_due',
  'unpaid',
  'incomplete',
  'canceled',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const subscriptionIntervals = ['monthly', 'yearly'] as const
export type SubscriptionInterval = (typeof subscriptionIntervals)[number]

/** Trial and paid are both Pro. */
export const plans = ['free', 'trial', 'paid'] as const
export type Plan = (typeof plans)[number]

/** All that a plan is derived from. It is stored nowhere else. */
export type PlanFacts = {
  readonly subscriptionStatus: SubscriptionStatus
  /** `null` before the first mailbox is connected. */
  readonly trialEndsAt: Date | null
}

export function toPlan({ subscriptionStatus, trialEndsAt }: PlanFacts, now: Date): Plan {
  if (subscriptionStatus === 'active') return 'paid'
  return toTrialDaysLeft(trialEndsAt, now) === null ? 'free' : 'trial'
}

export function isPro(plan: Plan): boolean {
  return plan !== 'free'
}

/** A trial that begins now. There is one for each user, with the first mailbox. */
export function toTrialEnd(now: Date): Date {
  return new Date(now.getTime() + trialDays * dayMs)
}

/** `null` outside a trial. The day on which it ends counts whole, so 0 is still within: it ends today. */
export function toTrialDaysLeft(trialEndsAt: Date | null, now: Date): number | null {
  if (trialEndsAt === null) return null
  const daysLeft = Math.ceil((trialEndsAt.getTime() - now.getTime()) / dayMs)
  // Less than a day ago rounds up to -0.
  return daysLeft < 0 ? null : daysLeft + 0
}

/** How many mailboxes are looked after; `null` for any number. */
export function toMailboxLimit(plan: Plan): number | null {
  return isPro(plan) ? null : freeMailboxLimit
}

/** Mailboxes that are kept without being looked after count too. */
export function mayConnectAnother(plan: Plan, mailboxCount: number): boolean {
  const limit = toMailboxLimit(plan)
  return limit === null || mailboxCount < limit
}

/** How often we look for new mail by ourselves. */
export function toCheckIntervalMs(plan: Plan): number {
  return isPro(plan) ? 5 * minuteMs : dayMs
}

type Candidate = {
  readonly isActive: boolean
  readonly isPaused: boolean
  readonly lastActiveAt: Date
}

/**
 * The mailboxes that a plan looks after. Where there is room for one, it is the
 * one that was active and not paused, and of several the last in use.
 */
export function chooseActive<Mailbox extends Candidate>(
  plan: Plan,
  mailboxes: readonly Mailbox[],
): readonly Mailbox[] {
  const limit = toMailboxLimit(plan)
  if (limit === null) return mailboxes
  return mailboxes.toSorted(byPreference).slice(0, limit)
}

function byPreference(one: Candidate, other: Candidate): number {
  return (
    Number(other.isActive) - Number(one.isActive) ||
    Number(one.isPaused) - Number(other.isPaused) ||
    other.lastActiveAt.getTime() - one.lastActiveAt.getTime()
  )
}
