/** Why a request cannot be served. Each code has one meaning, one HTTP status and one retry policy. */
export type ErrorCode =
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'invalid'
  | 'plan-limit'
  | 'too-many'
  | 'unavailable'

/** An expected refusal, safe to show to the user. Everything else that throws is a bug or an outage. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** When it is worth trying again, where that is known. */
  readonly retryAfterMs: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options?: ErrorOptions & { readonly retryAfterMs?: number },
  ) {
    super(message, options)
    this.code = code
    this.retryAfterMs = options?.retryAfterMs
  }
}
