import nodemailer from 'nodemailer'
import type { Email, Notify } from './notify.ts'
import { NotifyError } from './notify-error.ts'
import { toRelayUrl } from './relay-url.ts'

export type RenderedEmail = {
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Where replies go, if not to the sender. */
  readonly replyTo?: string
}

/** Sends through an SMTP relay. `render` comes from the built templates: Node cannot load JSX. */
export function createSmtpNotify(options: {
  readonly url: string
  readonly from: string
  readonly render: (email: Email) => Promise<RenderedEmail>
}): Notify & { close(): void } {
  const transport = nodemailer.createTransport({
    url: toRelayUrl(options.url),
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(to, email) {
      const rendered = await options.render(email)
      try {
        await transport.sendMail({
          from: options.from,
          to: { name: '', address: to },
          ...rendered,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw new NotifyError(
          { kind: isPermanent(error) ? 'refused' : 'unavailable' },
          { cause: error },
        )
      }
    },
    close: () => transport.close(),
  }
}

/** Only a refusal of the recipient is final. If the relay refuses us, an operator can fix it. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('command' in error) || !('responseCode' in error)) return false
  return error.command === 'RCPT TO' && Number(error.responseCode) >= 500
}
