import type { GrantId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { Consent } from '@doorman/mail/consent'
import type { Mailbox } from '@doorman/mail/mailbox'

/** Access to users' mailboxes, and the push notifications that providers send us. */
export type MailAccess = {
  /** `null` for a provider that is not configured. */
  readonly consents: Readonly<Record<MailProvider, Consent | null>>
  /** Throws `access-revoked` if the grant has been deleted. */
  openMailbox(grantId: GrantId): Promise<Mailbox>
  /** `unproven` if the request does not prove that it comes from the provider. */
  readPushNotifications(
    provider: MailProvider,
    request: WebhookRequest,
  ): Promise<readonly PushNotification[] | 'unproven'>
}

/** A request to one of our webhooks. */
export type WebhookRequest = { readonly authorization: string | undefined; readonly body: string }

/** A provider's signal that something in a mailbox has changed. A sync finds out what it was. */
export type PushNotification = {
  readonly of: { readonly grantId: GrantId } | { readonly address: string }
  /** The provider has ended the subscription and sends no more until we renew it. */
  readonly endsPush: boolean
}
