import type { GrantId } from '@doorman/domain/ids'
import type { Provider } from '@doorman/domain/mailbox'
import type { Consent } from '@doorman/mail/consent'
import type { Mailbox } from '@doorman/mail/mailbox'

/** The way into people's mailboxes, and what comes from there. */
export type MailAccess = {
  /** `null` where a provider is not set up here. */
  readonly consents: Readonly<Record<Provider, Consent | null>>
  /** The mailbox that a grant opens. A grant we no longer have is `access-revoked`. */
  openMailbox(grantId: GrantId): Promise<Mailbox>
  /** What a provider has sent us, or `unproven` where it may have been anybody. */
  readNews(provider: Provider, sent: Sent): Promise<readonly News[] | 'unproven'>
}

/** A request to one of our webhooks. */
export type Sent = { readonly authorization: string | undefined; readonly body: string }

/** A provider's word that something has changed. No more than a hint: what it was is asked of the mailbox. */
export type News = {
  readonly of: { readonly grantId: GrantId } | { readonly address: string }
  /** From now on we are told no more, unless we ask again. */
  readonly endsPush: boolean
}
