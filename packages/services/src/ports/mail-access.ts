import type { SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import type { GrantId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { Consent, Grant } from '@doorman/mail/consent'
import type { IdentityProvider } from '@doorman/mail/identity-provider'
import type { Mailbox } from '@doorman/mail/mailbox'

/** Google and Microsoft: access to users' mailboxes, push notifications, and who a visitor is. */
export type MailAccess = {
  /** For signing in. `null` for a provider that is not configured. */
  readonly identities: Readonly<Record<SignInProvider, IdentityProvider | null>>
  /** `null` for a provider that is not configured. */
  readonly consents: Readonly<Record<MailProvider, Consent | null>>
  /** Whether the account has a mailbox. Many don't: unlicensed users, Google accounts without Gmail. */
  hasMailbox(provider: MailProvider, grant: Grant): Promise<boolean>
  /**
   * Throws `access-revoked` if the grant has been deleted, `rate-limited` if the provider asked us to
   * wait. A caller that has just read the mailbox's row passes it, which saves a query.
   */
  openMailbox(grantId: GrantId, row?: OpenedRow): Promise<Mailbox>
  /** `unproven` if the request does not prove that it comes from the provider. */
  readPushNotifications(
    provider: MailProvider,
    request: WebhookRequest,
  ): Promise<readonly PushNotification[] | 'unproven'>
}

/** What opening a mailbox needs to know of its row. */
export type OpenedRow = {
  readonly provider: MailProvider
  /** Until when the provider told us to wait. Another process may have stored it. */
  readonly providerRetryAt: Date | null
}

/** A request to one of our webhooks. */
export type WebhookRequest = { readonly authorization: string | undefined; readonly body: string }

/** A provider's signal that something in a mailbox has changed. A sync finds out what it was. */
export type PushNotification = {
  readonly of: { readonly grantId: GrantId } | { readonly address: string }
  /** The provider has ended the subscription and sends no more until we renew it. */
  readonly endsPush: boolean
}
