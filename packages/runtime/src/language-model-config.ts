import type { Limits, Price } from '@doorman/classifier/language-model/budget'
import type { LanguageModelSettings } from '@doorman/classifier/language-model/language-model'
import { approveEndpoint, type Provider } from '@doorman/classifier/language-model/retention'

/** A language model that an operator has set up, and that may be shown redacted mail. */
export type LanguageModelConfig = Pick<LanguageModelSettings, 'endpoint' | 'model' | 'apiKey'> & {
  /** Of a day. */
  readonly limits: Limits
  readonly price: Price
}

/** What asking may cost, in an operator's words. */
export type Spending = {
  readonly tokensPerDay: number
  readonly tokensPerUser: number
  /** `null` where only tokens are counted. */
  readonly usd: {
    readonly perDay: number
    readonly perMillionInput: number
    readonly perMillionOutput: number
  } | null
}

export const usualSpending: Spending = {
  tokensPerDay: 20_000_000,
  // About a hundred mails.
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
    // A dollar for a million is a millionth for each.
    price: {
      microUsdPerInputToken: usd?.perMillionInput ?? 0,
      microUsdPerOutputToken: usd?.perMillionOutput ?? 0,
    },
  }
}

/** The config, or why there can be none. */
export function toLanguageModelConfig(
  wanted: {
    readonly provider: Provider
    readonly model: string
    readonly apiKey: string | undefined
    readonly baseUrl: string | undefined
    readonly evidence: string | undefined
    readonly evidenceRecordedOn: string | undefined
    readonly spending: Spending
  },
  today: Date,
): LanguageModelConfig | { readonly reason: string } {
  const { provider, model, apiKey, baseUrl, evidence, evidenceRecordedOn } = wanted
  if (apiKey === undefined && provider !== 'openai-compatible')
    return { reason: 'AI_API_KEY is missing' }
  const approval = approveEndpoint(
    {
      provider,
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
