import type { SpendingLimits, TokenPrice } from '@doorman/classifier/language-model/budget'
import type { LanguageModelSettings } from '@doorman/classifier/language-model/language-model'
import { approveEndpoint, type ModelVendor } from '@doorman/classifier/language-model/retention'

/** A language model that the operator configured and that may receive redacted messages. */
export type LanguageModelConfig = Pick<LanguageModelSettings, 'endpoint' | 'model' | 'apiKey'> & {
  /** Per day. */
  readonly limits: SpendingLimits
  readonly price: TokenPrice
}

/** Spending limits and prices, as the operator sets them. */
export type Spending = {
  readonly tokensPerDay: number
  readonly tokensPerUser: number
  /** `null`: only tokens are limited. */
  readonly usd: {
    readonly perDay: number
    readonly perMillionInput: number
    readonly perMillionOutput: number
  } | null
}

export const defaultSpending: Spending = {
  tokensPerDay: 20_000_000,
  // About a hundred messages.
  tokensPerUser: 200_000,
  usd: null,
}

function toBudget({
  tokensPerDay,
  tokensPerUser,
  usd,
}: Spending): Pick<LanguageModelConfig, 'limits' | 'price'> {
  const microUsd = Math.round((usd?.perDay ?? 0) * 1_000_000)
  return {
    limits: {
      user: { tokens: tokensPerUser, microUsd },
      all: { tokens: tokensPerDay, microUsd },
    },
    // Dollars per million tokens equal micro-dollars per token.
    price: {
      microUsdPerInputToken: usd?.perMillionInput ?? 0,
      microUsdPerOutputToken: usd?.perMillionOutput ?? 0,
    },
  }
}

/** Returns the config, or the reason why this language model must not be used. */
export function toLanguageModelConfig(
  wanted: {
    readonly vendor: ModelVendor
    readonly model: string
    readonly apiKey: string | undefined
    readonly baseUrl: string | undefined
    readonly evidence: string | undefined
    readonly evidenceRecordedOn: string | undefined
    readonly spending: Spending
  },
  today: Date,
): LanguageModelConfig | { readonly reason: string } {
  const { vendor, model, apiKey, baseUrl, evidence, evidenceRecordedOn } = wanted
  if (apiKey === undefined && vendor !== 'openai-compatible')
    return { reason: 'AI_API_KEY is missing' }
  const approval = approveEndpoint(
    {
      vendor,
      baseUrl,
      evidence: evidence ? { statement: evidence, recordedOn: evidenceRecordedOn ?? '' } : null,
    },
    today,
  )
  if (approval.kind === 'refused') return { reason: approval.reason }
  return {
    endpoint: approval.endpoint,
    model,
    apiKey: apiKey ?? '',
    ...toBudget(wanted.spending),
  }
}
