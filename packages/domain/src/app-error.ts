/** Why a request is refused. Each code has one meaning, one HTTP status and one retry policy. */
export type ErrorCode =
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'invalid'
  | 'plan-limit'
  | 'too-many'
  /** The admin's password was given too long ago for this act. */
  | 'password-needed'
  /** Admins need a second factor, and this session has none. */
  | 'second-factor-needed'
  /** The admin no longer views the app as the user. */
  | 'view-ended'
  /** The page shows another user than the one who is signed in now. */
  | 'user-changed'
  | 'unavailable'

/**
 * An expected refusal. Its message may be shown to the user. Any other error is a bug or an outage.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** When to try again, if known. */
  readonly retryAfterMs: number | undefined
  /** The input field at fault, if there is one. Forms show the message there. */
  readonly field: string | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options?: ErrorOptions & { readonly retryAfterMs?: number; readonly field?: string },
  ) {
    super(message, options)
    this.code = code
    this.retryAfterMs = options?.retryAfterMs
    this.field = options?.field
  }
}
