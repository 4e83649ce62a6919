import type { SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import type { GrantId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { Consent, Grant, ConsentResult } from '@doorman/mail/consent'
import type { IdentityProvider, ProviderIdentity } from '@doorman/mail/identity-provider'
import { FakeMailbox } from '@doorman/mail/testing/fake-mailbox'
import type { MailError } from '@doorman/mail/mail-error'
import type { MailAccess, PushNotification, WebhookRequest } from '../ports/mail-access.ts'

/** The OAuth consent of one provider, in memory. */
export class FakeConsent implements Consent {
  /** The result of each authorization code. Any other code is invalid. */
  readonly redemptions = new Map<string, ConsentResult>()
  readonly asked: Parameters<Consent['toAuthorizationUrl']>[0][] = []
  readonly redeemed: Parameters<Consent['redeemCode']>[0][] = []
  readonly revoked: string[] = []
  /** Fails every call while it is set. */
  failure: MailError | null = null
  /** Called during `redeemCode`, which waits for it. */
  beforeRedemption: () => Promise<unknown> = async () => {}
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  toAuthorizationUrl(request: Parameters<Consent['toAuthorizationUrl']>[0]): string {
    this.asked.push(request)
    return `${this.#url}?state=${request.state}`
  }

  readRefusal({ error, description }: Parameters<Consent['readRefusal']>[0]) {
    if (description === 'needs admin') return 'needs-admin'
    return /denied|consent/.test(error) ? 'denied' : 'failed'
  }

  toAdminConsentUrl({ redirectUrl }: { readonly redirectUrl: string }): string {
    return `${this.#url}/admin?redirect_uri=${encodeURIComponent(redirectUrl)}`
  }

  async redeemCode(answer: Parameters<Consent['redeemCode']>[0]): Promise<ConsentResult> {
    this.redeemed.push(answer)
    await this.beforeRedemption()
    this.#failOnDemand()
    const redemption = this.redemptions.get(answer.code)
    this.redemptions.delete(answer.code)
    return redemption ?? { kind: 'invalid' }
  }

  async refresh(refreshToken: string) {
    this.#failOnDemand()
    return toFakeGrant('refreshed', refreshToken).tokens
  }

  async revoke(refreshToken: string): Promise<void> {
    this.#failOnDemand()
    this.revoked.push(refreshToken)
  }

  #failOnDemand(): void {
    if (this.failure) throw this.failure
  }
}

/** The sign-in at one provider, in memory. */
export class FakeIdentityProvider implements IdentityProvider {
  /** Who each authorization code stands for. Any other code is invalid. A code works once. */
  readonly people = new Map<string, ProviderIdentity>()
  readonly asked: Parameters<IdentityProvider['toAuthorizationUrl']>[0][] = []
  /** Called during `redeemCode`, which waits for it. */
  beforeRedemption: () => Promise<unknown> = async () => {}
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  toAuthorizationUrl(request: Parameters<IdentityProvider['toAuthorizationUrl']>[0]): string {
    this.asked.push(request)
    return `${this.#url}?state=${request.state}`
  }

  async redeemCode({ code }: { readonly code: string }): Promise<ProviderIdentity | null> {
    await this.beforeRedemption()
    const person = this.people.get(code) ?? null
    this.people.delete(code)
    return person
  }
}

/** Both providers. Every grant opens a mailbox, an empty one unless the test has set it. */
export class FakeMailAccess implements MailAccess {
  readonly consents: Record<MailProvider, FakeConsent | null> = {
    gmail: new FakeConsent('https://google.test/consent'),
    microsoft: new FakeConsent('https://microsoft.test/consent'),
  }
  readonly identities: Record<SignInProvider, FakeIdentityProvider | null> = {
    google: new FakeIdentityProvider('https://google.test/sign-in'),
    microsoft: new FakeIdentityProvider('https://microsoft.test/sign-in'),
  }
  /** The account ids of grants without a mailbox. */
  readonly withoutMailbox = new Set<string>()
  /** Fails `hasMailbox`. */
  probeFailure: MailError | null = null
  /** The grants of all calls of `openMailbox`. */
  readonly opened: GrantId[] = []
  readonly mailboxes = new Map<GrantId, FakeMailbox>()
  /** Fails `openMailbox` for all mailboxes; `failures` for single ones. */
  failure: MailError | null = null
  readonly failures = new Map<GrantId, MailError>()
  /** Runs at the start of `openMailbox`. */
  beforeOpening: () => Promise<unknown> = async () => {}

  /** The body is the notifications as JSON. The header `proven` proves the sender. */
  async readPushNotifications(_provider: MailProvider, { authorization, body }: WebhookRequest) {
    return authorization === 'proven' ? (JSON.parse(body) as PushNotification[]) : 'unproven'
  }

  async hasMailbox(_provider: MailProvider, { providerAccountId }: Grant): Promise<boolean> {
    if (this.probeFailure) throw this.probeFailure
    return !this.withoutMailbox.has(providerAccountId)
  }

  async openMailbox(grantId: GrantId): Promise<FakeMailbox> {
    this.opened.push(grantId)
    await this.beforeOpening()
    const failure = this.failures.get(grantId) ?? this.failure
    if (failure) throw failure
    const mailbox = this.mailboxes.get(grantId) ?? new FakeMailbox()
    this.mailboxes.set(grantId, mailbox)
    return mailbox
  }
}

export function toFakeGrant(
  providerAccountId: string,
  refreshToken = `refresh-${providerAccountId}`,
): Grant {
  return {
    providerAccountId,
    address: `${providerAccountId}@mail.test`,
    tokens: {
      accessToken: `access-${providerAccountId}`,
      accessTokenExpiresAt: new Date('2100-01-01'),
      refreshToken,
    },
  }
}
