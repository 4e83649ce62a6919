import { domainOf } from '@doorman/domain/mail/address-parts'
import nodemailer from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import type { Email, Notify, Unsubscribe } from './notify.ts'
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
  readonly render: (email: Email, unsubscribe?: Unsubscribe) => Promise<RenderedEmail>
  /** How long the relay may be silent. */
  readonly timeoutMs?: number
}): Notify & { close(): void } {
  const { timeoutMs = 30_000 } = options
  const [sender] = addressparser(options.from, { flatten: true })
  const domain = domainOf(sender?.address ?? '')
  const transport = nodemailer.createTransport({
    url: toRelayUrl(options.url),
    pool: true,
    connectionTimeout: Math.min(10_000, timeoutMs),
    greetingTimeout: Math.min(10_000, timeoutMs),
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(to, email, { id, unsubscribe, isTest = false }) {
      const { replyTo, subject, ...content } = await options.render(email, unsubscribe)
      if (hasUnsafeCharacter(to + (replyTo ?? ''))) throw new NotifyError({ kind: 'refused' })
      try {
        await transport.sendMail({
          from: options.from,
          to: { name: '', address: to },
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          subject: isTest ? `[Test] ${subject}` : subject,
          ...content,
          messageId: `<${id}@${domain}>`,
          headers: { ...ownHeaders, ...(unsubscribe && toUnsubscribeHeaders(unsubscribe)) },
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

/** Asks for no automatic replies, such as out-of-office notices. The second header is Exchange's. */
const ownHeaders = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** For the mail program's own unsubscribe button (RFC 8058). */
function toUnsubscribeHeaders({ oneClickUrl }: Unsubscribe) {
  return {
    'List-Unsubscribe': `<${oneClickUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** A line break would begin a new header, the other characters a second recipient. */
function hasUnsafeCharacter(address: string): boolean {
  return /[\s\p{C}<>,;]/u.test(address)
}

/** Only a refusal of the recipient is final. If the relay refuses us, an operator can fix it. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('command' in error) || !('responseCode' in error)) return false
  return error.command === 'RCPT TO' && Number(error.responseCode) >= 500
}
