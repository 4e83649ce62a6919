export const consentCookie = 'tracking_consent'
export const consentAnswers = ['yes', 'no'] as const
export type ConsentAnswer = (typeof consentAnswers)[number]

type Sent = {
  readonly cookie: string | undefined
  /** Global Privacy Control: https://w3c.github.io/gpc/ */
  readonly gpc: string | undefined
}

/** Whether the visitor allows tracking codes; `null` if they have not answered. */
export function readConsent({ cookie = '', gpc }: Sent): ConsentAnswer | null {
  if (gpc === '1') return 'no'
  const pairs = cookie.split(/;\s*/)
  return consentAnswers.find((answer) => pairs.includes(`${consentCookie}=${answer}`)) ?? null
}
