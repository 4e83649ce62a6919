import nodemailer from 'nodemailer'
import type { Mail, Notify } from './notify.ts'
import { NotifyError } from './notify-error.ts'

export type RenderedMail = {
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Where an answer goes, if not to the sender. */
  readonly replyTo?: string
}

/** Sends through an SMTP relay. `render` is the built form of `templates/`, which Node cannot load as they are. */
export function createSmtpNotify(options: {
  readonly url: string
  readonly from: string
  readonly render: (mail: Mail) => Promise<RenderedMail>
}): Notify & { close(): void } {
  const transport = nodemailer.createTransport({
    url: options.url,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(to, mail) {
      const rendered = await options.render(mail)
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

/** Only a word about the recipient is final. A relay that refuses *us* is a setting somebody will mend. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('command' in error) || !('responseCode' in error)) return false
  return error.command === 'RCPT TO' && Number(error.responseCode) >= 500
}
