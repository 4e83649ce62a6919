import type { Mail, Notify } from './notify.ts'
import { NotifyError, type NotifyFailure } from './notify-error.ts'

/** Keeps what was sent, and fails on demand. */
export class FakeNotify implements Notify {
  readonly sent: { readonly to: string; readonly mail: Mail }[] = []
  failNextWith: NotifyFailure | null = null

  async send(to: string, mail: Mail): Promise<void> {
    const failure = this.failNextWith
    this.failNextWith = null
    if (failure) throw new NotifyError(failure)
    this.sent.push({ to, mail })
  }
}
