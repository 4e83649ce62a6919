import {
  subscriptionStatuses,
  toGraceEnd,
  toPlan,
  toTrialDaysLeft,
} from '@doorman/domain/plans/plan'
import { dayMs } from '@doorman/domain/time'
import { expect, test } from 'vitest'
import { describePlan } from '../../features/billing/describe-plan.ts'
import { findPlanNotice } from '../../features/dashboard/plan-notice.ts'
import { findTrialNotice } from '../../features/shell/trial-notice.ts'

const now = new Date('2026-11-15T12:00:00.000Z')
const days = Array.from({ length: 35 }, (_, index) => index / 2 - 2)
const cases = subscriptionStatuses.flatMap((subscriptionStatus) =>
  days.map((day) => ({ subscriptionStatus, day })),
)

/** What the shell, the dashboard and the billing page say about a user with one mailbox. */
function look({ subscriptionStatus, day }: (typeof cases)[number]) {
  const trialEndsAt = new Date(now.getTime() + day * dayMs)
  const periodStartsAt = new Date(now.getTime() - dayMs)
  const facts = { subscriptionStatus, periodStartsAt, subscriptionEndsAt: null, trialEndsAt }
  const trialDaysLeft = toTrialDaysLeft(trialEndsAt, now)
  const trialEndDate = trialEndsAt.toISOString()
  const accountType = toPlan(facts, now)
  return {
    accountType,
    trialDaysLeft,
    shell: findTrialNotice({ trialEndDate: null, trialDaysLeft, subscriptionStatus }),
    dashboard: findPlanNotice({
      accountType,
      trialDaysLeft,
      subscriptionStatus,
      connectedAccounts: 1,
    }),
    billing: describePlan({
      accountType,
      subscriptionStatus,
      subscriptionPlan: subscriptionStatus === 'none' ? null : 'monthly',
      trialDaysLeft,
      trialEndDate,
      subscriptionEndDate: null,
      cancelDate: null,
      graceEndDate: toGraceEnd(facts)?.toISOString() ?? null,
      canSubscribe: true,
      hasPortal: false,
      emailAddressLimit: null,
    }),
  }
}

test.each(cases)(
  'a subscription $subscriptionStatus, $day days before the end of the trial: all screens agree',
  (facts) => {
    const { accountType, trialDaysLeft, shell, dashboard, billing } = look(facts)
    const isActive = facts.subscriptionStatus === 'active'
    const [now = ''] = `${billing.title} ${billing.text}`.split('After that')
    expect({
      hasShellNotice: shell !== null,
      isEndingSoon: dashboard?.kind === 'trial-ending',
      isFreeOnDashboard: dashboard?.kind === 'free-forever',
      isFreeInBilling: now.includes('on Free Forever'),
      isTrialInBilling: billing.status === 'trial',
    }).toEqual({
      hasShellNotice: trialDaysLeft !== null && !isActive,
      isEndingSoon: accountType === 'trial' && [1, 2, 3, 4, 5, 6, 7].includes(trialDaysLeft ?? 0),
      isFreeOnDashboard: accountType === 'free',
      isFreeInBilling: accountType === 'free',
      isTrialInBilling:
        trialDaysLeft !== null && !['active', 'trialing'].includes(facts.subscriptionStatus),
    })
  },
)

test.each([0, -0.5])('on the last day, %s days before the end, the trial ends today', (day) => {
  const { shell, dashboard, billing } = look({ subscriptionStatus: 'none', day })
  expect(shell).toBe('Pro trial ends today')
  expect(dashboard).toBeNull()
  expect([billing.status, billing.title]).toEqual(['trial', 'Your Pro trial ends today'])
})

test.each([0.5, 1])('%s days before the end, the trial ends tomorrow', (day) => {
  const { shell, dashboard, billing } = look({ subscriptionStatus: 'none', day })
  expect(shell).toBe('Pro trial ends tomorrow')
  expect(dashboard).toEqual({ kind: 'trial-ending', daysLeft: 1 })
  expect(billing.title).toBe('Your Pro trial ends tomorrow')
})
