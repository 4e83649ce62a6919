import type { MailboxId } from '../ids.ts'
import { dayMs, minuteMs } from '../time.ts'

// Prices, limits and numbers that also appear in texts for users.

export const pricePerMonthCents = 900
export const pricePerYearCents = 9_000
/** On Pro, a cold email is gone from the inbox within this time. */
export const proFilterSeconds = 60
export const trialDays = 14
/** How long Pro stays on after a renewal failed, while Stripe tries the card again. */
export const paymentGraceDays = 14
/** Tax law: how long payments are kept, also after the account is deleted. */
const paymentRetentionYears = 7
export const minimumAge = 18
export const freeMailboxLimit = 1
/** How many of the newest messages are screened when a mailbox is connected. */
export const firstScanLimit = 100
/** The maximum length of the user's own text in a smart response. */
export const maxReplyChars = 600

/** The status of a subscription, in Stripe's words; `none` if there never was one. */
export const subscriptionStatuses = [
  'none',
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'incomplete_expired',
  'canceled',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const subscriptionIntervals = ['monthly', 'yearly'] as const
export type SubscriptionInterval = (typeof subscriptionIntervals)[number]

/** Trial and paid are both Pro. */
export const plans = ['free', 'trial', 'paid'] as const
export type Plan = (typeof plans)[number]

/** A plan is derived from these facts and not stored. */
export type PlanFacts = {
  readonly subscriptionStatus: SubscriptionStatus
  /** Start of the subscription's current period; `null` without a subscription. */
  readonly periodStartsAt: Date | null
  /** End of the current period. */
  readonly subscriptionEndsAt: Date | null
  /** `null` before the first mailbox is connected. */
  readonly trialEndsAt: Date | null
}

export function toPlan(facts: PlanFacts, now: Date): Plan {
  if (isPaid(facts, now)) return 'paid'
  return toTrialDaysLeft(facts.trialEndsAt, now) === null ? 'free' : 'trial'
}

/** `trialing` is a trial that an operator gave in Stripe's dashboard; ours needs no subscription. */
function isPaid(facts: PlanFacts, now: Date): boolean {
  const { subscriptionStatus, subscriptionEndsAt } = facts
  if (subscriptionStatus === 'active' || subscriptionStatus === 'trialing')
    // We may hear late of a renewal, but not weeks late.
    return subscriptionEndsAt === null || now < addGrace(subscriptionEndsAt)
  const graceEndsAt = toGraceEnd(facts)
  return graceEndsAt !== null && now < graceEndsAt
}

/**
 * Until when Pro stays on after a renewal failed; `null` unless a payment is overdue. Stripe begins
 * the new period when the payment is due, whether or not it succeeds.
 */
export function toGraceEnd({
  subscriptionStatus,
  periodStartsAt,
}: Pick<PlanFacts, 'subscriptionStatus' | 'periodStartsAt'>): Date | null {
  if (subscriptionStatus !== 'past_due' || periodStartsAt === null) return null
  return addGrace(periodStartsAt)
}

export function addGrace(time: Date): Date {
  return new Date(time.getTime() + paymentGraceDays * dayMs)
}

/** Payments before this time are no longer kept. */
export function toPaymentCutoff(now: Date): Date {
  const cutoff = new Date(now)
  cutoff.setUTCFullYear(cutoff.getUTCFullYear() - paymentRetentionYears)
  return cutoff
}

export function isPro(plan: Plan): boolean {
  return plan !== 'free'
}

/**
 * The end of a trial that begins now. Each user has one trial, which begins with the first mailbox.
 */
export function toTrialEnd(now: Date): Date {
  return new Date(now.getTime() + trialDays * dayMs)
}

/** `null` outside a trial. 0 means that it ends today: the last day counts in full. */
export function toTrialDaysLeft(trialEndsAt: Date | null, now: Date): number | null {
  if (trialEndsAt === null) return null
  const daysLeft = Math.ceil((trialEndsAt.getTime() - now.getTime()) / dayMs)
  // A trial that ended less than a day ago has -0 days left; adding 0 makes it 0.
  return daysLeft < 0 ? null : daysLeft + 0
}

/** How many mailboxes are protected; `null` for any number. */
export function toMailboxLimit(plan: Plan): number | null {
  return isPro(plan) ? null : freeMailboxLimit
}

/** `mailboxCount` includes connected mailboxes that the plan does not protect. */
export function mayConnectAnother(plan: Plan, mailboxCount: number): boolean {
  const limit = toMailboxLimit(plan)
  return limit === null || mailboxCount < limit
}

/** How often a mailbox is checked for new messages without a push notification. */
export function toCheckIntervalMs(plan: Plan): number {
  return isPro(plan) ? 5 * minuteMs : dayMs
}

/** Due mailboxes are looked for once a minute, and then wait for a worker. */
const usualDelayMs = 2 * minuteMs

/**
 * When to check a mailbox next: after the interval. After an outage all mailboxes are checked at
 * about the same time. Jitter then brings the next check of each mailbox forward by a different
 * share of the interval, which spreads the checks again.
 */
export function toNextCheck(
  { id, lastCheckedAt }: { readonly id: MailboxId; readonly lastCheckedAt: Date | null },
  now: Date,
  checkIntervalMs: number,
): Date {
  const sinceLastMs = lastCheckedAt === null ? 0 : now.getTime() - lastCheckedAt.getTime()
  // The first 32 bits of a UUID are random.
  const share = Number.parseInt(id.slice(0, 8), 16) / 2 ** 32
  const isLate = sinceLastMs > checkIntervalMs + usualDelayMs
  return new Date(now.getTime() + Math.round(checkIntervalMs * (isLate ? 1 - share : 1)))
}

/** A mailbox that is not checked by then is late: it has missed two checks. */
export function toLateAfter(checkedAt: Date, checkIntervalMs: number): Date {
  return new Date(checkedAt.getTime() + 3 * checkIntervalMs)
}

type Candidate = {
  readonly isActive: boolean
  readonly isPaused: boolean
  readonly lastActiveAt: Date
}

/**
 * The mailboxes that a plan protects. If the plan has a limit, active mailboxes come first, then
 * those that are not paused, then the most recently used.
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
