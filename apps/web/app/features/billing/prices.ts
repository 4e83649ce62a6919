import {
  pricePerMonthCents,
  pricePerYearCents,
  type SubscriptionInterval,
} from '@doorman/domain/plans/plan'
import { formatPrice } from '../../lib/format.ts'

export const priceCents: Readonly<Record<SubscriptionInterval, number>> = {
  monthly: pricePerMonthCents,
  yearly: pricePerYearCents,
}

export const prices: Readonly<Record<SubscriptionInterval, string>> = {
  monthly: `${formatPrice(pricePerMonthCents)} per month`,
  yearly: `${formatPrice(pricePerYearCents)} per year`,
}

/** What the yearly plan saves, compared with twelve months. */
export const yearlySaving = formatPrice(12 * pricePerMonthCents - pricePerYearCents)
