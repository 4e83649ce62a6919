/** Every way in which a call to a provider can fail, the same for Gmail and Microsoft. */
export type MailFailure =
  /** The user or their organisation ended our access. Only they can restore it. */
  | 'access-revoked'
  /** The account has no mailbox: no licence, or Gmail is switched off for it. */
  | 'no-mailbox'
  /** Our access does not cover this call. */
  | 'permission-missing'
  /** Too many calls. `retryAfterMs` is how long to wait, if the provider specified it. */
  | 'rate-limited'
  /** Timeout, broken connection, server error or unreadable answer. Worth a retry later. */
  | 'unavailable'
  /** The message, draft or folder no longer exists. */
  | 'gone'
  /** The answer is larger than we are willing to read. */
  | 'too-large'
  /** The provider understood the call and rejected it. A retry would fail the same way. */
  | 'refused'

/**
 * `detail` is a status, an error code or a name of ours, for logs. It never holds the provider's
 * text, which may quote a message.
 */
export class MailError extends Error {
  readonly failure: MailFailure
  readonly detail: string
  readonly retryAfterMs: number | null
  /** In doubt: the provider may have carried the call out. `false`: it certainly did not. */
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

export function isTooLarge(error: unknown): boolean {
  return error instanceof MailError && error.failure === 'too-large'
}

export function catchMailError<Result>(run: () => Result): Result | MailError {
  try {
    return run()
  } catch (error) {
    if (error instanceof MailError) return error
    throw error
  }
}
