/** Every way in which a call to the payment provider can fail. */
export type PaymentFailure =
  /** Timeout, broken connection, rate limit, server error or unreadable answer. Retry later. */
  | 'unavailable'
  /** The object does not exist or was deleted. */
  | 'gone'
  /** The provider rejected the call. A retry would fail the same way. */
  | 'refused'

/** `detail` is a status or an error code, for logs. It never holds personal data. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError'
  readonly failure: PaymentFailure
  readonly detail: string
  /** The same, under the name that the log prints. */
  readonly code: string

  constructor(failure: PaymentFailure, detail: string, options?: ErrorOptions) {
    super(`${failure}: ${detail}`, options)
    this.failure = failure
    this.detail = detail
    this.code = detail
  }
}
