import type { BillingInfo } from '@doorman/contract/billing'
import { toBillingStatus, type BillingStatus } from '@doorman/domain/plans/billing-status'
import { hasSubscription } from '@doorman/domain/plans/choose-subscription'
import { isPro, trialDays, type SubscriptionStatus } from '@doorman/domain/plans/plan'
import { formatDays } from '../../lib/format.ts'
import { formatLocalDay } from './format-bill.ts'
import { prices } from './prices.ts'

type Fact = readonly [term: string, value: string]

type PlanDescription = {
  readonly status: BillingStatus
  readonly title: string
  readonly text: string | null
  readonly facts: readonly Fact[]
}

/** The user's plan in words: what it is, what it costs and when it ends. */
export function describePlan(info: BillingInfo): PlanDescription {
  return { status: toBillingStatus(info), ...describeState(info) }
}

function describeState(info: BillingInfo): Omit<PlanDescription, 'status'> {
  const { subscriptionStatus, trialDaysLeft } = info
  if (subscriptionStatus === 'active' || subscriptionStatus === 'trialing')
    return describeActive(info)
  if (hasPaymentFailed(subscriptionStatus)) return describeFailedPayment(info)
  if (trialDaysLeft !== null) return describeTrial(info, trialDaysLeft)
  return {
    title: noPlanTitles[subscriptionStatus],
    text: describeFree(info),
    facts: [],
  }
}

/** For users who neither pay nor try. */
const noPlanTitles = {
  none: 'You’re on Free Forever',
  paused: 'Your subscription is paused',
  incomplete: 'Your first payment didn’t go through',
  incomplete_expired: 'Your first payment didn’t go through',
  canceled: 'Your subscription has ended',
} as const

function describeFree({ subscriptionStatus, trialEndDate }: BillingInfo): string {
  if (subscriptionStatus !== 'none') return 'You’re on Free Forever and not being charged.'
  return trialEndDate === null
    ? `You’re not being charged. Your ${trialDays}-day Pro trial starts when you connect your first account. No card needed.`
    : 'You’re not being charged. Your Pro trial has ended.'
}

function describeActive(info: BillingInfo): Omit<PlanDescription, 'status'> {
  const isCanceled = info.cancelDate !== null
  return {
    title: 'You’re on Pro',
    text: isCanceled
      ? 'You’ve canceled your subscription. Pro stays on until it ends, then you move to Free Forever and keep your data.'
      : null,
    facts: [
      ...toPlanFact(info),
      ...(isCanceled
        ? toDateFact('Ends on', info.cancelDate)
        : toDateFact(
            info.subscriptionStatus === 'trialing' ? 'First billing date' : 'Next billing date',
            info.subscriptionEndDate,
          )),
    ],
  }
}

function describeTrial({ trialEndDate }: BillingInfo, daysLeft: number) {
  const nearEnd = ['today', 'tomorrow'][daysLeft]
  const end = nearEnd ?? (trialEndDate && `on ${formatLocalDay(trialEndDate)}`)
  return {
    title: nearEnd
      ? `Your Pro trial ends ${nearEnd}`
      : `You have ${formatDays(daysLeft)} of Pro left`,
    text: `Your free trial includes all of Pro. It ends ${end}. After that you move to Free Forever and keep your data.`,
    facts: [],
  }
}

function describeFailedPayment(info: BillingInfo) {
  const hasPro = isPro(info.accountType)
  const help = canNewCardHelp(info.subscriptionStatus) ? 'Update your card' : 'Choose a plan'
  return {
    title: 'Your last payment failed',
    text: hasPro
      ? 'We couldn’t charge your card. Pro stays on for now, and we’ll try again. Update your card to keep it.'
      : `We couldn’t charge your card, so you’re on Free Forever now. ${help} to get Pro back.`,
    facts: [
      ...toPlanFact(info),
      ...(hasPro ? toDateFact('Pro stays on until', info.graceEndDate) : []),
    ],
  }
}

function toPlanFact({ subscriptionPlan }: BillingInfo): Fact[] {
  return subscriptionPlan ? [['Plan', `Pro, ${prices[subscriptionPlan]}`]] : []
}

function toDateFact(term: string, date: string | null): Fact[] {
  return date ? [[term, formatLocalDay(date)]] : []
}

export type Offer = 'choose' | 'manage' | 'not-for-sale'

/** What the user can do on the page: choose a plan, manage the one they have, or neither. */
export function toOffer({
  subscriptionStatus,
  canSubscribe,
  hasPortal,
}: Pick<BillingInfo, 'subscriptionStatus' | 'canSubscribe' | 'hasPortal'>): Offer | null {
  if (hasSubscription(subscriptionStatus)) return hasPortal ? 'manage' : null
  return canSubscribe ? 'choose' : 'not-for-sale'
}

export function hasPaymentFailed(status: SubscriptionStatus): status is 'past_due' | 'unpaid' {
  return status === 'past_due' || status === 'unpaid'
}

/** Stripe tries the card again. Once a subscription is unpaid, it no longer does. */
export function canNewCardHelp(status: SubscriptionStatus): boolean {
  return status === 'past_due'
}
