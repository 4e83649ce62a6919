import type { BillingInfo } from '@doorman/contract/billing'
import {
  pricePerMonthCents,
  pricePerYearCents,
  trialDays,
  type SubscriptionInterval,
} from '@doorman/domain/plans/plan'
import { formatDay, formatDays, formatPrice } from '../../lib/format.ts'

export const prices: Readonly<Record<SubscriptionInterval, string>> = {
  monthly: `${formatPrice(pricePerMonthCents)} per month`,
  yearly: `${formatPrice(pricePerYearCents)} per year`,
}

/** The user's plan and when it ends, as heading and text. */
export function describePlan(info: BillingInfo): { readonly title: string; readonly text: string } {
  if (info.subscriptionStatus === 'active')
    return { title: 'You’re on Pro', text: describePrice(info) }
  if (info.trialDaysLeft !== null && info.trialEndDate !== null)
    return {
      title:
        info.trialDaysLeft === 0
          ? 'Your Pro trial ends today'
          : `You have ${formatDays(info.trialDaysLeft)} of Pro left`,
      text: `Your trial includes all of Pro until ${formatDay(info.trialEndDate)}. After that you move to Free Forever.`,
    }
  const title =
    info.subscriptionStatus === 'none' ? 'You’re on Free Forever' : 'Your subscription is inactive'
  return { title, text: `You’re not being charged. ${describeTrial(info)}` }
}

function describePrice({ subscriptionPlan, subscriptionEndDate }: BillingInfo): string {
  const price = subscriptionPlan && `You pay ${prices[subscriptionPlan]}.`
  const next = subscriptionEndDate && `Next billing date: ${formatDay(subscriptionEndDate)}.`
  return [price, next].filter(Boolean).join(' ')
}

function describeTrial({ trialEndDate }: BillingInfo): string {
  return trialEndDate === null
    ? `Your ${trialDays}-day Pro trial starts when you connect your first account. No card needed.`
    : `Your Pro trial ended on ${formatDay(trialEndDate)}.`
}
