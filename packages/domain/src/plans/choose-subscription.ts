import type { SubscriptionStatus } from './plan.ts'

type Subscription = {
  readonly status: Exclude<SubscriptionStatus, 'none'>
  readonly createdAt: Date
  readonly periodEndsAt: Date
}

/** The lower the number, the more the status gives or gave. */
const rank: Readonly<Record<Subscription['status'], number>> = {
  active: 0,
  trialing: 1,
  past_due: 2,
  unpaid: 3,
  paused: 3,
  canceled: 3,
  // Never paid.
  incomplete: 4,
  incomplete_expired: 4,
}

/**
 * The subscription that counts if a user has several: the one with the best access, then the one
 * that is paid for longer, then the newest. `null` if there is none.
 */
export function chooseSubscription<Candidate extends Subscription>(
  subscriptions: readonly Candidate[],
): Candidate | null {
  return subscriptions.toSorted(byAccess)[0] ?? null
}

/**
 * The subscriptions that must end because the user has a better one. Otherwise a user who paid in
 * two tabs would be charged twice in every period.
 */
export function listSurplus<Candidate extends Subscription>(
  subscriptions: readonly Candidate[],
): readonly Candidate[] {
  const chosen = chooseSubscription(subscriptions)
  if (chosen === null || !isRunning(chosen)) return []
  return subscriptions.filter((other) => other !== chosen && canStillCharge(other))
}

/** Whether the subscription charges the user in every period, so that a second one must not begin. */
export function hasSubscription(status: SubscriptionStatus): boolean {
  return status === 'active' || status === 'trialing' || status === 'past_due'
}

function canStillCharge({ status }: Subscription): boolean {
  return status !== 'canceled' && status !== 'incomplete_expired'
}

function isRunning({ status }: Subscription): boolean {
  return status === 'active' || status === 'trialing'
}

function byAccess(one: Subscription, other: Subscription): number {
  return (
    rank[one.status] - rank[other.status] ||
    (isRunning(one) ? other.periodEndsAt.getTime() - one.periodEndsAt.getTime() : 0) ||
    other.createdAt.getTime() - one.createdAt.getTime()
  )
}
