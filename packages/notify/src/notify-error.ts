/** Unavailable: the relay may accept the email later. Refused: it never will. */
export type NotifyFailure = { readonly kind: 'unavailable' } | { readonly kind: 'refused' }

export class NotifyError extends Error {
  override readonly name = 'NotifyError'
  readonly failure: NotifyFailure

  constructor(failure: NotifyFailure, options?: ErrorOptions) {
    super(`Email ${failure.kind}`, options)
    this.failure = failure
  }
}
