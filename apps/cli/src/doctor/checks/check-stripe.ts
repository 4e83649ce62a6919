import {
  pricePerMonthCents,
  pricePerYearCents,
  type SubscriptionInterval,
} from '@doorman/domain/plans/plan'
import type { StripePrice } from '@doorman/payments/stripe/load-price'
import { isLiveKey } from '@doorman/payments/stripe/stripe-client'
import type { StripeConfig } from '@doorman/runtime/config/payment-config'
import { broken, needsAttention, off, ok, type Finding } from '../finding.ts'
import type { ProbeFailure } from '../probe-failure.ts'
import { askPrice, type PriceAnswer } from '../probes/ask-stripe.ts'
import type { Probes } from '../probes/probes.ts'
import type { Settings } from '../settings.ts'

const subject = 'Stripe'

const intervals = {
  monthly: { name: 'STRIPE_PRICE_MONTHLY', each: 'month', cents: pricePerMonthCents },
  yearly: { name: 'STRIPE_PRICE_YEARLY', each: 'year', cents: pricePerYearCents },
} as const

export async function checkStripe(
  { stripe, address, isDemo }: Settings,
  { transport }: Probes,
): Promise<Finding[]> {
  if ('problem' in stripe) return [broken(subject, stripe.problem)]
  const config = stripe.value
  if (config === null)
    return [
      off(
        subject,
        isDemo ? 'simulated' : 'not set up: Pro cannot be bought',
        'For real payments, set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_MONTHLY and STRIPE_PRICE_YEARLY.',
      ),
    ]
  const [monthly, yearly] = await Promise.all([
    askPrice(transport, config, config.prices.monthly),
    askPrice(transport, config, config.prices.yearly),
  ])
  const publicUrl = 'value' in address ? address.value.publicUrl : ''
  const key = judgeKey(config, monthly)
  return [
    key,
    ...(key.status === 'ok' ? [judgePrices({ monthly, yearly })] : []),
    judgeWebhook(config, publicUrl),
  ]
}

function judgeKey(
  { secretKey, apiUrl }: StripeConfig,
  answer: PriceAnswer | ProbeFailure,
): Finding {
  const { host } = new URL(apiUrl)
  const mode = isLiveKey(secretKey) ? 'live' : 'test'
  switch (answer.kind) {
    case 'found':
    case 'missing':
      return ok(subject, `${host} accepts our ${mode} key`)
    case 'refused':
      return broken(
        subject,
        `${host} rejects our ${mode} key (${answer.status})`,
        'Compare STRIPE_SECRET_KEY with the API keys of the account. A restricted key needs the permissions in docs/operations.md.',
      )
    case 'failed':
      return broken(subject, `${host}: ${answer.reason}`)
  }
}

type Answers = Readonly<Record<SubscriptionInterval, PriceAnswer | ProbeFailure>>

function judgePrices(answers: Answers): Finding {
  const each = (['monthly', 'yearly'] as const).map((interval) =>
    judgePrice(interval, answers[interval]),
  )
  const worst = each.find(({ status }) => status === 'broken') ?? each.find(isNotOk)
  return (
    worst ??
    ok(
      'Stripe prices',
      `$${pricePerMonthCents / 100} a month and $${pricePerYearCents / 100} a year`,
    )
  )
}

function isNotOk({ status }: Finding): boolean {
  return status !== 'ok'
}

function judgePrice(interval: SubscriptionInterval, answer: PriceAnswer | ProbeFailure): Finding {
  const { name, each, cents } = intervals[interval]
  const fail = (says: string) => broken('Stripe prices', `${name} ${says}`)
  if (answer.kind === 'failed') return fail(`cannot be checked: ${answer.reason}`)
  if (answer.kind === 'missing') return fail('does not exist in the account and mode of our key')
  if (answer.kind === 'refused')
    return fail(`cannot be checked: Stripe refuses to show it (${answer.status})`)
  const { price } = answer
  if (!price.isActive) return fail('is archived')
  if (price.interval !== interval) return fail(`does not recur every ${each}`)
  if (price.amountCents !== cents || price.currency !== 'usd')
    return needsAttention(
      'Stripe prices',
      `${name} charges ${describe(price)}, but our pages say ${describe({ amountCents: cents, currency: 'usd' })}`,
      'Use a price with this amount, or change the prices in packages/domain/src/plans/plan.ts.',
    )
  return ok('Stripe prices', name)
}

/** Stripe's server names the currency, so it is printed only if it has the form of one. */
function describe({
  amountCents,
  currency,
}: Pick<StripePrice, 'amountCents' | 'currency'>): string {
  const amount = amountCents === null ? 'another amount' : (amountCents / 100).toFixed(2)
  return /^[a-z]{3}$/.test(currency) ? `${amount} ${currency}` : amount
}

/** The secret's form was checked with the settings. Only Stripe's dashboard knows the rest. */
function judgeWebhook({ webhookSecrets }: StripeConfig, publicUrl: string): Finding {
  const count = webhookSecrets.length
  const url = `${publicUrl}/api/webhooks/stripe`
  if (count === 1) return ok('Stripe webhook', `one signing secret, for ${url}`)
  return needsAttention(
    'Stripe webhook',
    `two signing secrets, for ${url}`,
    'Remove the old one from STRIPE_WEBHOOK_SECRET once it has expired at Stripe.',
  )
}
