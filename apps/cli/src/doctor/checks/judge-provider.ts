import type { ConsentAnswer } from '../probes/ask-consent.ts'
import type { UrlAnswer } from '../probes/ask-url.ts'
import type { ProbeFailure } from '../probe-failure.ts'
import { broken, needsAttention, ok, type Finding } from '../finding.ts'

export function judgeConsent(
  subject: string,
  answer: ConsentAnswer | ProbeFailure,
  {
    host,
    redirectUrls,
    advice,
  }: {
    readonly host: string
    /** The provider does not say which ones it knows, so the operator has to compare. */
    readonly redirectUrls: readonly string[]
    readonly advice: string
  },
): Finding {
  switch (answer.kind) {
    case 'client-known':
      return ok(
        subject,
        `${host} accepts our client; it has to know the redirect URIs ${redirectUrls.join(' and ')}`,
      )
    case 'client-refused':
      return broken(subject, `${host} rejects our client (${answer.detail})`, advice)
    case 'accepts-any-code':
      return needsAttention(
        subject,
        `${host} accepts any code: it is an emulator, not the provider`,
      )
    case 'failed':
      return broken(subject, `${host}: ${answer.reason}`)
  }
}

/** Without a token the API must answer 401. Any other status means that this is not the API. */
export function judgeApi(subject: string, answer: UrlAnswer | ProbeFailure, url: string): Finding {
  const { host } = new URL(url)
  if (answer.kind === 'failed') return broken(subject, `${host}: ${answer.reason}`)
  if (answer.status === 401) return ok(subject, `${host} answers`)
  return broken(subject, `${host} answers with status ${answer.status} instead of 401`)
}
