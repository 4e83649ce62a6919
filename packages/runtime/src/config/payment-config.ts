import { isLoopback } from '@doorman/domain/accounts/loopback'
import type { SubscriptionInterval } from '@doorman/domain/plans/plan'
import { isLiveKey } from '@doorman/payments/stripe/stripe-client'

export type StripeConfig = {
  readonly secretKey: string
  /** Two while the secret of the webhook endpoint is being changed. */
  readonly webhookSecrets: readonly string[]
  /** Ids of the prices. */
  readonly prices: Readonly<Record<SubscriptionInterval, string>>
  readonly apiUrl: string
}

/** What is wrong with the config, or `null`. */
export function findStripeProblem(
  { secretKey, prices }: StripeConfig,
  publicUrl: string,
): string | null {
  const isLocal = isLoopback(new URL(publicUrl).hostname)
  if (isLiveKey(secretKey) && isLocal)
    return `STRIPE_SECRET_KEY is a live key, which charges real cards, but PUBLIC_URL is an address of this machine, where Stripe can’t report payments. Use a test key.`
  if (!isLiveKey(secretKey) && !isLocal)
    return `STRIPE_SECRET_KEY is a test key. At ${publicUrl}, anyone could get Pro with Stripe’s test cards. Use a live key.`
  if (prices.monthly === prices.yearly)
    return 'STRIPE_PRICE_MONTHLY and STRIPE_PRICE_YEARLY are the same price.'
  return null
}

/** `null` unless the text is one or two signing secrets, separated by a comma. */
export function parseWebhookSecrets(text: string): readonly string[] | null {
  const secrets = text.split(',').map((secret) => secret.trim())
  const areValid = secrets.every((secret) => /^whsec_[\w+/=-]{16,}$/.test(secret))
  return areValid && secrets.length <= 2 ? secrets : null
}
