import type { BillingInfo } from '@doorman/contract/billing'
import {
  pricePerMonthCents,
  pricePerYearCents,
  trialDays,
  type SubscriptionInterval,
} from '@doorman/domain/plan'
import { formatDay, formatDays, formatPrice } from '../../lib/format.ts'

export const prices: Readonly<Record<SubscriptionInterval, string>> = {
  monthly: `${formatPrice(pricePerMonthCents)} per month`,
  yearly: `${formatPrice(pricePerYearCents)} per year`,
}

/** What somebody has, and until when. */
export function tellPlan(info: BillingInfo): { readonly title: string; readonly text: string } {
  if (info.subscriptionStatus === 'active') return { title: 'You have Pro', text: tellPrice(info) }
  if (info.trialDaysLeft !== null && info.trialEndDate !== null)
    return {
      title:
        info.trialDaysLeft === 0
          ? 'Your Pro trial ends today'
          : `You have ${formatDays(info.trialDaysLeft)} of Pro left`,
      text: `Your trial gives you all of Pro until ${formatDay(info.trialEndDate)}. Then you go on with Free Forever, and pay nothing.`,
    }
  const title =
    info.subscriptionStatus === 'none' ? 'You are on Free Forever' : 'Your subscription is inactive'
  return { title, text: `You pay nothing. ${tellTrial(info)}` }
}

function tellPrice({ subscriptionPlan, subscriptionEndDate }: BillingInfo): string {
  const price = subscriptionPlan && `You pay ${prices[subscriptionPlan]}.`
  const next = subscriptionEndDate && `The next billing date is ${formatDay(subscriptionEndDate)}.`
  return [price, next].filter(Boolean).join(' ')
}

function tellTrial({ trialEndDate }: BillingInfo): string {
  return trialEndDate === null
    ? `Your ${trialDays}-day Pro trial starts when you connect your first account, and needs no card.`
    : `Your Pro trial ended on ${formatDay(trialEndDate)}.`
}
