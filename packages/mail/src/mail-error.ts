/** All that can go wrong with a mailbox, whoever keeps it. */
export type MailFailure =
  /** The user, or their organisation, took our access away: only they can give it back. */
  | 'access-revoked'
  /** We were let in, but not for this. */
  | 'permission-missing'
  /** Too much at once; `retryAfterMs` says how long to wait, where the provider said it. */
  | 'rate-limited'
  /** Slow, down, cut off or talking nonsense. Later it may work. */
  | 'unavailable'
  /** The message, draft or folder is no longer there. */
  | 'gone'
  /** More than we are ready to read. */
  | 'too-large'
  /** The provider understood and will not: our fault, or a policy. Trying again changes nothing. */
  | 'refused'

/** Carries no text of the provider's: that may quote mail. `detail` is a status, a code or a name of ours. */
export class MailError extends Error {
  readonly failure: MailFailure
  readonly detail: string
  readonly retryAfterMs: number | null
  /** Whether the call may have had its effect all the same. */
  readonly mayHaveHappened: boolean

  constructor(
    failure: MailFailure,
    detail: string,
    {
      retryAfterMs = null,
      mayHaveHappened = false,
      cause,
    }: { retryAfterMs?: number | null; mayHaveHappened?: boolean; cause?: unknown } = {},
  ) {
    super(`${failure}: ${detail}`, { cause })
    this.name = 'MailError'
    this.failure = failure
    this.detail = detail
    this.retryAfterMs = retryAfterMs
    this.mayHaveHappened = mayHaveHappened
  }
}
