import type { GrantId } from '@doorman/domain/ids'
import type { Provider } from '@doorman/domain/mailbox'
import type { Consent } from '@doorman/mail/consent'
import type { Mailbox } from '@doorman/mail/mailbox'

/** The way into people's mailboxes. */
export type MailAccess = {
  /** `null` where a provider is not set up here. */
  readonly consents: Readonly<Record<Provider, Consent | null>>
  /** The mailbox that a grant opens. A grant we no longer have is `access-revoked`. */
  openMailbox(grantId: GrantId): Promise<Mailbox>
}
