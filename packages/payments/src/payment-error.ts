/** Every way in which a call to the payment provider can fail. */
export type PaymentFailure =
  /** Timeout, broken connection, rate limit or server error. Retry later. */
  | 'unavailable'
  /** An answer that we cannot read, or our own mistake in reading it. Report it and retry later. */
  | 'unreadable'
  /** The object does not exist or was deleted. */
  | 'gone'
  /** The provider rejected the call. A retry would fail the same way. */
  | 'refused'

/** `detail` is a status or an error code, for logs. It never holds personal data. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError'
  readonly failure: PaymentFailure
  readonly detail: string
  /** Same as `detail`; the logger prints only `code`. */
  readonly code: string

  constructor(failure: PaymentFailure, detail: string, options?: ErrorOptions) {
    super(`${failure}: ${detail}`, options)
    this.failure = failure
    this.detail = detail
    this.code = detail
  }
}
