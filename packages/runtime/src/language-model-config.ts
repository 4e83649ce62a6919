import type { LanguageModelSettings } from '@doorman/classifier/language-model/language-model'
import { approveEndpoint, type Provider } from '@doorman/classifier/language-model/retention'

/** A language model that an operator has set up, and that may be shown redacted mail. */
export type LanguageModelConfig = Pick<LanguageModelSettings, 'endpoint' | 'model' | 'apiKey'>

/** The config, or why there can be none. */
export function toLanguageModelConfig(
  wanted: {
    readonly provider: Provider
    readonly model: string
    readonly apiKey: string | undefined
    readonly baseUrl: string | undefined
    readonly evidence: string | undefined
    readonly evidenceRecordedOn: string | undefined
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
  return { endpoint: approval.endpoint, model, apiKey: apiKey ?? '' }
}
