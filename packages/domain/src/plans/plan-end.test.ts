import { expect, test } from 'vitest'
import { dayMs } from '../time.ts'
import { findPlanEnd, type PlanEnd } from './plan-end.ts'
import { subscriptionStatuses, type SubscriptionStatus } from './plan.ts'

const now = new Date('2026-11-15T12:00:00Z')
const days = (count: number) => new Date(now.getTime() + count * dayMs)

const noSubscription = {
  subscriptionStatus: 'none' as SubscriptionStatus,
  periodStartsAt: null,
  subscriptionEndsAt: null,
  cancelsAt: null,
}

test.each<[string, Date | null, PlanEnd | null]>([
  ['has not begun', null, null],
  ['goes on', days(1), null],
  ['is in its last day', days(-0.9), null],
  ['is over', days(-1), { ended: 'trial', at: now }],
  ['has been over for a week', days(-8), { ended: 'trial', at: days(-7) }],
])('without a subscription, a trial that %s', (_case, trialEndsAt, end) => {
  expect(findPlanEnd({ ...noSubscription, trialEndsAt }, now)).toEqual(end)
})

/** The subscription's period began 20 days ago and ends in 10 days. */
const subscription = {
  trialEndsAt: days(-100),
  periodStartsAt: days(-20),
  subscriptionEndsAt: days(10),
  cancelsAt: null as Date | null,
}
const trialEnd: PlanEnd = { ended: 'trial', at: days(-99) }

const ends: Record<SubscriptionStatus, PlanEnd | null> = {
  none: trialEnd,
  active: null,
  trialing: null,
  // The end of the grace period.
  past_due: { ended: 'subscription', at: days(-6) },
  unpaid: { ended: 'subscription', at: days(-6) },
  paused: { ended: 'subscription', at: days(10) },
  incomplete: trialEnd,
  incomplete_expired: trialEnd,
  canceled: { ended: 'subscription', at: days(10) },
}

test.each(subscriptionStatuses.map((status) => [status] as const))(
  'after the trial, the end of Pro with a subscription that is %s',
  (subscriptionStatus) => {
    expect(findPlanEnd({ ...subscription, subscriptionStatus }, now)).toEqual(
      ends[subscriptionStatus],
    )
  },
)

test('a subscription that we could not renew for two weeks ended two weeks after its period', () => {
  const facts = { ...subscription, subscriptionStatus: 'active' as const }
  expect(findPlanEnd({ ...facts, subscriptionEndsAt: days(-13) }, now)).toBeNull()
  expect(findPlanEnd({ ...facts, subscriptionEndsAt: days(-15) }, now)).toEqual({
    ended: 'subscription',
    at: days(-1),
  })
})

test('a cancelled subscription ended on the day for which the user cancelled it', () => {
  const facts = { ...subscription, subscriptionStatus: 'canceled' as const, cancelsAt: days(-5) }
  expect(findPlanEnd(facts, now)).toEqual({ ended: 'subscription', at: days(-5) })
})

test('a payment within its grace period ends nothing', () => {
  const facts = {
    ...subscription,
    subscriptionStatus: 'past_due' as const,
    periodStartsAt: days(-13),
  }
  expect(findPlanEnd(facts, now)).toBeNull()
})

test('a trial that ended after the subscription counts as the end', () => {
  const facts = {
    ...subscription,
    subscriptionStatus: 'canceled' as const,
    cancelsAt: days(-5),
    trialEndsAt: days(-3),
  }
  expect(findPlanEnd(facts, now)).toEqual({ ended: 'trial', at: days(-2) })
  expect(findPlanEnd({ ...facts, trialEndsAt: days(1) }, now)).toBeNull()
})
