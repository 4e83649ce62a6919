import type { ConsentAnswer } from './ask-consent.ts'
import type { UrlAnswer } from './ask-url.ts'
import type { Failure } from './failure.ts'
import { broken, look, ok, type Finding } from './finding.ts'

/** What a provider's sign-in made of our client. */
export function judgeConsent(
  subject: string,
  answer: ConsentAnswer | Failure,
  { where, help }: { readonly where: string; readonly help: string },
): Finding {
  switch (answer.kind) {
    case 'client-known':
      return ok(subject, `${where} knows our client`)
    case 'client-refused':
      return broken(subject, `${where} refuses our client (${answer.detail})`, help)
    case 'gullible':
      return look(subject, `${where} takes any code: it stands in for a provider, and is none`)
    case 'failed':
      return broken(subject, `${where}: ${answer.why}`)
  }
}

/** An API asks strangers who they are. Whatever answers otherwise is not that API. */
export function judgeApi(subject: string, answer: UrlAnswer | Failure, url: string): Finding {
  const { host } = new URL(url)
  if (answer.kind === 'failed') return broken(subject, `${host}: ${answer.why}`)
  if (answer.status === 401) return ok(subject, `${host} answers`)
  return broken(subject, `${host} answers ${answer.status} where it should ask who we are`)
}
