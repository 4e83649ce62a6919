/** Why a mail did not go out: the relay may take it later, or it never will. */
export type NotifyFailure = { readonly kind: 'unavailable' } | { readonly kind: 'refused' }

export class NotifyError extends Error {
  override readonly name = 'NotifyError'
  readonly failure: NotifyFailure

  constructor(failure: NotifyFailure, options?: ErrorOptions) {
    super(`Mail ${failure.kind}`, options)
    this.failure = failure
  }
}
