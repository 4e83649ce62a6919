import { describe, expect, test } from 'vitest'
import {
  chooseActive,
  isPro,
  mayConnectAnother,
  plans,
  subscriptionStatuses,
  toCheckIntervalMs,
  toGraceEnd,
  toMailboxLimit,
  toNextCheck,
  toPaymentCutoff,
  toPlan,
  toTrialDaysLeft,
  toTrialEnd,
  type Plan,
  type SubscriptionStatus,
} from './plan.ts'
import type { MailboxId } from '../ids.ts'
import { hourMs, minuteMs } from '../time.ts'

const now = new Date('2026-11-15T12:00:00Z')
const hoursAhead = (hours: number) => new Date(now.getTime() + hours * hourMs)

const trials = {
  'before the trial': null,
  'during the trial': hoursAhead(14 * 24),
  'on the last day of the trial': hoursAhead(-1),
  'after the trial': hoursAhead(-24),
} as const
type Trial = keyof typeof trials

/** When the subscription's period began. Only an overdue payment depends on it. */
const periods = {
  'in a period that begins now': now,
  'in the last second of the grace period': hoursAhead(-14 * 24 + 1 / 3600),
  'after the grace period': hoursAhead(-14 * 24),
  'in a period of unknown start': null,
} as const
type Period = keyof typeof periods

/** The plan for each subscription status and each trial. An overdue payment has its own row. */
const expected: Record<SubscriptionStatus | 'within the grace period', Record<Trial, Plan>> = {
  none: toRow('free', 'trial', 'trial', 'free'),
  active: toRow('paid', 'paid', 'paid', 'paid'),
  trialing: toRow('paid', 'paid', 'paid', 'paid'),
  'within the grace period': toRow('paid', 'paid', 'paid', 'paid'),
  past_due: toRow('free', 'trial', 'trial', 'free'),
  unpaid: toRow('free', 'trial', 'trial', 'free'),
  paused: toRow('free', 'trial', 'trial', 'free'),
  incomplete: toRow('free', 'trial', 'trial', 'free'),
  incomplete_expired: toRow('free', 'trial', 'trial', 'free'),
  canceled: toRow('free', 'trial', 'trial', 'free'),
}

function toRow(before: Plan, ahead: Plan, lastDay: Plan, after: Plan): Record<Trial, Plan> {
  return {
    'before the trial': before,
    'during the trial': ahead,
    'on the last day of the trial': lastDay,
    'after the trial': after,
  }
}

function isWithinGrace(status: SubscriptionStatus, period: Period): boolean {
  return status === 'past_due' && /begins now|last second/.test(period)
}

const combinations = subscriptionStatuses.flatMap((subscriptionStatus) =>
  (Object.keys(trials) as Trial[]).flatMap((trial) =>
    (Object.keys(periods) as Period[]).map((period) => {
      const row = isWithinGrace(subscriptionStatus, period)
        ? 'within the grace period'
        : subscriptionStatus
      return { subscriptionStatus, trial, period, plan: expected[row][trial] }
    }),
  ),
)

test.each(combinations)(
  'subscription $subscriptionStatus $period, $trial: $plan',
  ({ subscriptionStatus, trial, period, plan }) => {
    const facts = {
      subscriptionStatus,
      periodStartsAt: periods[period],
      subscriptionEndsAt: hoursAhead(24),
      trialEndsAt: trials[trial],
    }
    expect(toPlan(facts, now)).toBe(plan)
  },
)

test.each([
  ['is unknown', null, 'paid'],
  ['was a moment ago, and we have not heard of the renewal', hoursAhead(-1), 'paid'],
  ['was almost two weeks ago', hoursAhead(-14 * 24 + 1), 'paid'],
  ['was two weeks ago, and Stripe could not be asked since', hoursAhead(-14 * 24), 'free'],
] as const)('a subscription that is active and whose end %s', (_case, subscriptionEndsAt, plan) => {
  const facts = { periodStartsAt: hoursAhead(-48 * 24), subscriptionEndsAt, trialEndsAt: null }
  for (const subscriptionStatus of ['active', 'trialing'] as const)
    expect(toPlan({ ...facts, subscriptionStatus }, now)).toBe(plan)
})

test.each([
  ['2033-11-15T12:00:00Z', '2026-11-15T12:00:00Z'],
  ['2032-02-29T00:00:00Z', '2025-03-01T00:00:00Z'],
])('at %s, payments are kept that were made after %s', (today, cutoff) => {
  expect(toPaymentCutoff(new Date(today))).toEqual(new Date(cutoff))
})

test.each(combinations.filter(({ trial }) => trial === 'after the trial'))(
  'subscription $subscriptionStatus $period: the grace period ends 14 days after an unpaid period began',
  ({ subscriptionStatus, period }) => {
    const periodStartsAt = periods[period]
    const isOverdue = subscriptionStatus === 'past_due' && periodStartsAt !== null
    expect(toGraceEnd({ subscriptionStatus, periodStartsAt })).toEqual(
      isOverdue ? new Date(periodStartsAt.getTime() + 14 * 24 * hourMs) : null,
    )
  },
)

const sizes = plans.flatMap((plan) => [0, 1, 2, 5].map((mailboxes) => ({ plan, mailboxes })))

test.each(sizes)(
  'the plan $plan neither protects nor connects mailboxes beyond its limit: $mailboxes',
  ({ plan, mailboxes }) => {
    expect(mayConnectAnother(plan, mailboxes)).toBe(plan !== 'free' || mailboxes === 0)
    expect(chooseActive(plan, listMailboxes(mailboxes))).toHaveLength(
      plan === 'free' ? Math.min(1, mailboxes) : mailboxes,
    )
  },
)

test.each(plans)('the plan %s has its mailbox limit and check interval', (plan) => {
  expect({
    isPro: isPro(plan),
    limit: toMailboxLimit(plan),
    minutes: toCheckIntervalMs(plan) / 60_000,
  }).toEqual(
    plan === 'free'
      ? { isPro: false, limit: 1, minutes: 24 * 60 }
      : { isPro: true, limit: null, minutes: 5 },
  )
})

test('a trial that begins now has fourteen days', () => {
  expect(toTrialDaysLeft(toTrialEnd(now), now)).toBe(14)
})

test.each([
  [null, null],
  [14 * 24, 14],
  [25, 2],
  [24, 1],
  [5, 1],
  [0, 0],
  [-1, 0],
  [-23.9, 0],
  [-24, null],
  [-240, null],
])('a trial that ends in %s hours has %s days left', (hours, days) => {
  expect(toTrialDaysLeft(hours === null ? null : hoursAhead(hours), now)).toBe(days)
})

describe('the one mailbox that a free plan protects', () => {
  test('is the one that is active', () => {
    const mailboxes = listMailboxes(3).map((mailbox) => ({ ...mailbox, isActive: false }))
    const chosen = { ...toMailbox('chosen', -99), isActive: true }
    expect(chooseActive('free', [...mailboxes, chosen])).toEqual([chosen])
  })

  test('is the most recently used one when the trial ends', () => {
    const mailboxes = [toMailbox('old', -48), toMailbox('last', -1), toMailbox('older', -72)]
    expect(chooseActive('free', mailboxes)).toMatchObject([{ name: 'last' }])
  })

  test('is a paused one only if there is no other', () => {
    const paused = { ...toMailbox('paused', -1), isPaused: true }
    expect(chooseActive('free', [paused, toMailbox('other', -48)])).toMatchObject([
      { name: 'other' },
    ])
    expect(chooseActive('free', [paused])).toEqual([paused])
  })
})

function toMailbox(name: string, hours: number) {
  return { name, isActive: true, isPaused: false, lastActiveAt: hoursAhead(hours) }
}

function listMailboxes(count: number) {
  return Array.from({ length: count }, (_, index) => toMailbox(String(index), -index))
}

describe('the next check', () => {
  const idOf = (index: number) =>
    `${(Math.imul(index, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000` as MailboxId
  const ids = Array.from({ length: 1_000 }, (_, index) => idOf(index + 1))
  const intervalMs = 5 * minuteMs

  test.each([null, now, new Date(now.getTime() - intervalMs - minuteMs)])(
    'comes after the interval if the last one was %s',
    (lastCheckedAt) => {
      for (const id of ids)
        expect(toNextCheck({ id, lastCheckedAt }, now, intervalMs)).toEqual(
          new Date(now.getTime() + intervalMs),
        )
    },
  )

  test('is spread over the interval for mailboxes that an outage made late', () => {
    const lastCheckedAt = new Date(now.getTime() - 3 * intervalMs)
    const perMinute = [0, 0, 0, 0, 0]
    for (const id of ids) {
      const delayMs = toNextCheck({ id, lastCheckedAt }, now, intervalMs).getTime() - now.getTime()
      const minute = Math.floor(delayMs / minuteMs)
      perMinute[minute] = (perMinute[minute] ?? 0) + 1
    }
    expect(perMinute).toHaveLength(5)
    for (const count of perMinute) expect(count).toBeGreaterThan(100)
  })
})
