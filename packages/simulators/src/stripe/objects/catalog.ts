import type Stripe from 'stripe'
import { toDecimal } from '../account.ts'

export type PriceOptions = {
  readonly id: string
  readonly interval: 'month' | 'year'
  readonly amountCents: number
  readonly lookupKey?: string
}

export type ProductOptions = {
  readonly id: string
  readonly name: string
  readonly description?: string
}

type Context = { readonly created: number; readonly livemode: boolean }

export function makeProduct(
  { id, name, description }: ProductOptions,
  { created, livemode }: Context,
): Stripe.Product {
  return {
    id,
    object: 'product',
    active: true,
    created,
    default_price: null,
    description: description ?? null,
    images: [],
    livemode,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: created,
    url: null,
  }
}

export function makePrice(
  { id, interval, amountCents, lookupKey }: PriceOptions,
  product: string,
  { created, livemode }: Context,
): Stripe.Price {
  return {
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created,
    currency: 'usd',
    custom_unit_amount: null,
    livemode,
    lookup_key: lookupKey ?? null,
    metadata: {},
    nickname: null,
    product,
    recurring: {
      interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: amountCents,
    unit_amount_decimal: toDecimal(amountCents),
  }
}

/** The old form of a price, which subscription items still carry. */
export function toPlan(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: intervalOf(price),
    interval_count: 1,
    livemode: price.livemode,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

export function intervalOf(price: Stripe.Price): 'month' | 'year' {
  return price.recurring?.interval === 'year' ? 'year' : 'month'
}

export function amountOf(price: Stripe.Price): number {
  return price.unit_amount ?? 0
}
