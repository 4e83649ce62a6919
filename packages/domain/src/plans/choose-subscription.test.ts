import { expect, test } from 'vitest'
import { chooseSubscription, hasSubscription, listSurplus } from './choose-subscription.ts'
import { subscriptionStatuses, type SubscriptionStatus } from './plan.ts'

type Status = Exclude<SubscriptionStatus, 'none'>
const statuses = subscriptionStatuses.filter((status) => status !== 'none')

const periodEndsAt = new Date('2026-12-01')
const older = (status: Status) => ({
  id: 'older',
  status,
  createdAt: new Date('2026-11-01'),
  periodEndsAt,
})
const newer = (status: Status) => ({
  id: 'newer',
  status,
  createdAt: new Date('2026-11-02'),
  periodEndsAt,
})

/** Groups of equal access, best first. */
const groups: readonly (readonly Status[])[] = [
  ['active'],
  ['trialing'],
  ['past_due'],
  ['unpaid', 'paused', 'canceled'],
  ['incomplete', 'incomplete_expired'],
]
const groupOf = (status: Status) => groups.findIndex((group) => group.includes(status))

const pairs = statuses.flatMap((one) =>
  statuses.map((other) => ({
    one,
    other,
    expected: groupOf(one) < groupOf(other) ? 'older' : 'newer',
  })),
)

test.each(pairs)(
  'of an older subscription that is $one and a newer one that is $other, the $expected one counts',
  ({ one, other, expected }) => {
    expect(chooseSubscription([older(one), newer(other)])?.id).toBe(expected)
    expect(chooseSubscription([newer(other), older(one)])?.id).toBe(expected)
  },
)

test.each(['active', 'trialing'] as const)(
  'of two that are %s, the one that is paid for longer counts, such as a year',
  (status) => {
    const yearly = { ...older(status), periodEndsAt: new Date('2027-11-01') }
    expect(chooseSubscription([newer(status), yearly])?.id).toBe('older')
    expect(chooseSubscription([yearly, newer(status)])?.id).toBe('older')
  },
)

test.each(['past_due', 'unpaid', 'canceled'] as const)(
  'of two that are %s, the newest counts',
  (status) => {
    const yearly = { ...older(status), periodEndsAt: new Date('2027-11-01') }
    expect(chooseSubscription([newer(status), yearly])?.id).toBe('newer')
  },
)

test('without subscriptions none counts', () => {
  expect(chooseSubscription([])).toBeNull()
  expect(listSurplus([])).toEqual([])
})

test.each(pairs)(
  'if one is active or trialing, the other is surplus unless it has ended: $one, $other',
  ({ one, other, expected }) => {
    const both = [older(one), newer(other)]
    const [chosen, rest] = expected === 'older' ? both : both.toReversed()
    const isWorthKeeping = chosen?.status === 'active' || chosen?.status === 'trialing'
    const hasEnded = rest?.status === 'canceled' || rest?.status === 'incomplete_expired'
    expect(listSurplus(both)).toEqual(isWorthKeeping && !hasEnded ? [rest] : [])
  },
)

test.each(subscriptionStatuses.map((status) => [status] as const))(
  'whether %s keeps the user from a second checkout',
  (status) => {
    expect(hasSubscription(status)).toBe(['active', 'trialing', 'past_due'].includes(status))
  },
)
