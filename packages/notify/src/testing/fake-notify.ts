import type { Email, Notify, Unsubscribe } from '../notify.ts'
import { NotifyError, type NotifyFailure } from '../notify-error.ts'

type SentEmail = {
  readonly to: string
  readonly email: Email
  readonly id: string
  readonly unsubscribe?: Unsubscribe | undefined
  readonly isTest?: boolean
}

/** Records the emails that were sent, and fails on demand. */
export class FakeNotify implements Notify {
  readonly sent: SentEmail[] = []
  failNextWith: NotifyFailure | null = null
  /** Every email fails like this until it is `null` again. */
  failAllWith: NotifyFailure | null = null

  async send(to: string, email: Email, options: Parameters<Notify['send']>[2]): Promise<void> {
    const failure = this.failNextWith ?? this.failAllWith
    this.failNextWith = null
    if (failure) throw new NotifyError(failure)
    this.sent.push({ to, email, ...options })
  }
}
