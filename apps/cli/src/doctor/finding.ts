export type Status =
  | 'ok'
  /** Not set up, and nothing suffers from it. */
  | 'off'
  /** It works, and somebody should look at it all the same. */
  | 'look'
  | 'broken'

/** One line of the report. Never holds a secret, nor words of somebody else's server. */
export type Finding = {
  readonly subject: string
  readonly status: Status
  readonly says: string
  /** What to do about it, where there is something to do. */
  readonly advice: string | null
}

type ToFinding = (subject: string, says: string, advice?: string) => Finding

export const ok = toFinding('ok')
export const off = toFinding('off')
export const look = toFinding('look')
export const broken = toFinding('broken')

function toFinding(status: Status): ToFinding {
  return (subject, says, advice) => ({ subject, status, says, advice: advice ?? null })
}
