import type { Email, Notify } from '../notify.ts'
import { NotifyError, type NotifyFailure } from '../notify-error.ts'

/** Records the emails that were sent, and fails on demand. */
export class FakeNotify implements Notify {
  readonly sent: { readonly to: string; readonly email: Email }[] = []
  failNextWith: NotifyFailure | null = null

  async send(to: string, email: Email): Promise<void> {
    const failure = this.failNextWith
    this.failNextWith = null
    if (failure) throw new NotifyError(failure)
    this.sent.push({ to, email })
  }
}
