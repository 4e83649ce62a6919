/** `doctor --json` promises these values. */
export type FindingStatus =
  | 'ok'
  /** Not set up, and nothing depends on it. */
  | 'off'
  /** It works but needs attention. */
  | 'look'
  | 'broken'

/** One line of the report. Contains no secret and no text from another server. */
export type Finding = {
  readonly subject: string
  readonly status: FindingStatus
  readonly says: string
  /** What the operator should do, if anything. */
  readonly advice: string | null
}

type CreateFinding = (subject: string, says: string, advice?: string) => Finding

export const ok = withStatus('ok')
export const off = withStatus('off')
export const needsAttention = withStatus('look')
export const broken = withStatus('broken')

function withStatus(status: FindingStatus): CreateFinding {
  return (subject, says, advice) => ({ subject, status, says, advice: advice ?? null })
}
