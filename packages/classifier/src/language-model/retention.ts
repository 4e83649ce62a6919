export type Provider = 'openai' | 'anthropic' | 'openai-compatible'

/** What the operator recorded of a host's promise to keep nothing: the contract or setting, and when it was seen. */
export type RetentionEvidence = {
  readonly statement: string
  /** As in 2026-04-30. */
  readonly recordedOn: string
}

/** Where redacted mail may be sent. Only `approveEndpoint` makes one. */
export type ApprovedEndpoint = {
  readonly provider: Provider
  readonly baseUrl: string
  readonly brand: 'ApprovedEndpoint'
}

export type Approval =
  | { readonly kind: 'approved'; readonly endpoint: ApprovedEndpoint }
  | { readonly kind: 'refused'; readonly reason: string }

const hosts: Record<Provider, string | null> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  'openai-compatible': null,
}

/** A host that keeps mail is no host for us. What runs on this machine keeps nothing elsewhere and needs no evidence. */
export function approveEndpoint(
  wanted: {
    readonly provider: Provider
    readonly baseUrl?: string | undefined
    readonly evidence: RetentionEvidence | null
  },
  today: Date,
): Approval {
  const baseUrl = wanted.baseUrl ?? hosts[wanted.provider]
  if (baseUrl === null) return refused('An OpenAI-compatible language model needs its base URL.')
  if (!URL.canParse(baseUrl)) return refused('The base URL of the language model is not a URL.')
  const reason = isLoopback(baseUrl) ? null : findFlaw(wanted.evidence, today)
  if (reason !== null) return refused(`${new URL(baseUrl).host}: ${reason}`)
  return {
    kind: 'approved',
    endpoint: { provider: wanted.provider, baseUrl, brand: 'ApprovedEndpoint' },
  }
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

function findFlaw(evidence: RetentionEvidence | null, today: Date): string | null {
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
