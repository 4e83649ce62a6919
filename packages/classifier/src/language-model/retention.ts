import { isLoopback } from '@doorman/domain/accounts/loopback'

export type ModelVendor = 'openai' | 'anthropic' | 'openai-compatible'

/**
 * The operator's record that a vendor retains nothing: the contract or setting, and when it was
 * checked.
 */
export type RetentionEvidence = {
  readonly statement: string
  /** For example 2026-04-30. */
  readonly recordedOn: string
}

/** An endpoint that may receive redacted messages. Only `approveEndpoint` creates one. */
export type ApprovedEndpoint = {
  readonly vendor: ModelVendor
  readonly baseUrl: string
  readonly brand: 'ApprovedEndpoint'
}

export type Approval =
  | { readonly kind: 'approved'; readonly endpoint: ApprovedEndpoint }
  | { readonly kind: 'refused'; readonly reason: string }

const defaultBaseUrls: Record<ModelVendor, string | null> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  'openai-compatible': null,
}

/**
 * Requires evidence of zero retention, except from a model on this machine: its messages stay here.
 */
export function approveEndpoint(
  candidate: {
    readonly vendor: ModelVendor
    readonly baseUrl?: string | undefined
    readonly evidence: RetentionEvidence | null
  },
  today: Date,
): Approval {
  const baseUrl = candidate.baseUrl ?? defaultBaseUrls[candidate.vendor]
  if (baseUrl === null) return refused('An OpenAI-compatible language model needs its base URL.')
  if (!URL.canParse(baseUrl)) return refused('The base URL of the language model is not a URL.')
  const reason = isLoopback(new URL(baseUrl).hostname)
    ? null
    : findEvidenceProblem(candidate.evidence, today)
  if (reason !== null) return refused(`${new URL(baseUrl).host}: ${reason}`)
  return {
    kind: 'approved',
    endpoint: { vendor: candidate.vendor, baseUrl, brand: 'ApprovedEndpoint' },
  }
}

function findEvidenceProblem(evidence: RetentionEvidence | null, today: Date): string | null {
  if (evidence === null || evidence.statement.trim() === '')
    return 'a hosted language model is used only with recorded evidence that it retains nothing.'
  const recordedOn = Date.parse(evidence.recordedOn)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(evidence.recordedOn) || Number.isNaN(recordedOn))
    return 'the evidence of zero retention needs the date it was recorded on, as in 2026-04-30.'
  if (recordedOn > today.getTime()) return 'the evidence of zero retention is dated in the future.'
  return null
}

function refused(reason: string): Approval {
  return { kind: 'refused', reason }
}
