import { describe, expect, test } from 'vitest'
import {
  chooseActive,
  isPro,
  mayConnectAnother,
  plans,
  subscriptionStatuses,
  toCheckIntervalMs,
  toMailboxLimit,
  toPlan,
  toTrialDaysLeft,
  toTrialEnd,
  type Plan,
  type SubscriptionStatus,
} from './plan.ts'

const now = new Date('2026-11-15T12:00:00Z')
const hoursAhead = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

const trials = {
  'before the trial': null,
  'with the trial ahead': hoursAhead(14 * 24),
  'on its last day': hoursAhead(-1),
  'after it': hoursAhead(-24),
} as const
type Trial = keyof typeof trials

/** What each subscription and each trial come to. The rest follows from it. */
const expected: Record<SubscriptionStatus, Record<Trial, Plan>> = {
  none: toRow('free', 'trial', 'trial', 'free'),
  active: toRow('paid', 'paid', 'paid', 'paid'),
  past_due: toRow('free', 'trial', 'trial', 'free'),
  unpaid: toRow('free', 'trial', 'trial', 'free'),
  incomplete: toRow('free', 'trial', 'trial', 'free'),
  canceled: toRow('free', 'trial', 'trial', 'free'),
}

function toRow(never: Plan, ahead: Plan, lastDay: Plan, over: Plan): Record<Trial, Plan> {
  return {
    'before the trial': never,
    'with the trial ahead': ahead,
    'on its last day': lastDay,
    'after it': over,
  }
}

const names = Object.keys(trials) as Trial[]
const combinations = subscriptionStatuses.flatMap((subscriptionStatus) =>
  names.flatMap((trial) =>
    [0, 1, 2, 5].map((mailboxes) => ({
      subscriptionStatus,
      trial,
      mailboxes,
      plan: expected[subscriptionStatus][trial],
    })),
  ),
)

test.each(combinations)(
  '185: subscription $subscriptionStatus, $trial, with $mailboxes mailboxes: $plan',
  ({ subscriptionStatus, trial, mailboxes, plan }) => {
    const found = toPlan({ subscriptionStatus, trialEndsAt: trials[trial] }, now)
    expect(found).toBe(plan)
    expect(mayConnectAnother(found, mailboxes)).toBe(plan !== 'free' || mailboxes === 0)
    expect(chooseActive(found, listMailboxes(mailboxes))).toHaveLength(
      plan === 'free' ? Math.min(1, mailboxes) : mailboxes,
    )
  },
)

test.each(plans)('%s: how many mailboxes, and how often', (plan) => {
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
  [hoursAhead(14 * 24), 14],
  [hoursAhead(25), 2],
  [hoursAhead(24), 1],
  [hoursAhead(5), 1],
  [hoursAhead(0), 0],
  [hoursAhead(-1), 0],
  [hoursAhead(-23.9), 0],
  [hoursAhead(-24), null],
  [hoursAhead(-240), null],
])('127: a trial until %s has %s days left', (trialEndsAt, days) => {
  expect(toTrialDaysLeft(trialEndsAt, now)).toBe(days)
})

describe('176: the one mailbox that a free plan looks after', () => {
  test('stays the one that was chosen', () => {
    const mailboxes = listMailboxes(3).map((mailbox) => ({ ...mailbox, isActive: false }))
    const chosen = { ...toMailbox('chosen', -99), isActive: true }
    expect(chooseActive('free', [...mailboxes, chosen])).toEqual([chosen])
  })

  test('is the last in use when the trial ends', () => {
    const mailboxes = [toMailbox('old', -48), toMailbox('last', -1), toMailbox('older', -72)]
    expect(chooseActive('free', mailboxes)).toMatchObject([{ name: 'last' }])
  })

  test('is none that its user has paused, if there is another', () => {
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
