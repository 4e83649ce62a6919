import type { GrantId } from '@doorman/domain/ids'
import type { Provider } from '@doorman/domain/mailbox'
import type { Consent, Grant, Redemption } from '@doorman/mail/consent'
import { FakeMailbox } from '@doorman/mail/fake-mailbox'
import type { MailError } from '@doorman/mail/mail-error'
import type { MailAccess, News, Sent } from './mail-access.ts'

/** How one provider lets people let us in, in memory. */
export class FakeConsent implements Consent {
  /** What a code stands for. One that is not here is of no use. */
  readonly redemptions = new Map<string, Redemption>()
  readonly asked: Parameters<Consent['toUrl']>[0][] = []
  readonly redeemed: Parameters<Consent['redeem']>[0][] = []
  readonly revoked: string[] = []
  /** Every call fails with it, until it is taken away. */
  failure: MailError | null = null
  /** What must happen before a redemption ends. */
  beforeRedemption: Promise<unknown> = Promise.resolve()
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  toUrl(request: Parameters<Consent['toUrl']>[0]): string {
    this.asked.push(request)
    return `${this.#url}?state=${request.state}`
  }

  async redeem(answer: Parameters<Consent['redeem']>[0]): Promise<Redemption> {
    this.redeemed.push(answer)
    await this.beforeRedemption
    this.#failOnDemand()
    const redemption = this.redemptions.get(answer.code)
    this.redemptions.delete(answer.code)
    return redemption ?? { kind: 'invalid' }
  }

  async refresh(refreshToken: string) {
    this.#failOnDemand()
    return toFakeGrant('nobody', refreshToken).tokens
  }

  async revoke(refreshToken: string): Promise<void> {
    this.#failOnDemand()
    this.revoked.push(refreshToken)
  }

  #failOnDemand(): void {
    if (this.failure) throw this.failure
  }
}

/** Both providers, and a mailbox behind every grant, empty unless somebody has put one there. */
export class FakeMailAccess implements MailAccess {
  readonly consents: Record<Provider, FakeConsent | null> = {
    gmail: new FakeConsent('https://google.test/consent'),
    microsoft: new FakeConsent('https://microsoft.test/consent'),
  }
  /** Every time somebody came to a mailbox. */
  readonly opened: GrantId[] = []
  readonly mailboxes = new Map<GrantId, FakeMailbox>()
  /** What is wrong with all mailboxes, or with one. */
  failure: MailError | null = null
  readonly failures = new Map<GrantId, MailError>()
  /** What happens just before somebody gets to a mailbox. */
  beforeOpening: () => Promise<unknown> = async () => {}

  /** A body is news as it is, of whoever says the word. */
  async readNews(_provider: Provider, { authorization, body }: Sent) {
    return authorization === 'proven' ? (JSON.parse(body) as News[]) : 'unproven'
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

export function toFakeGrant(subject: string, refreshToken = `refresh-${subject}`): Grant {
  return {
    subject,
    address: `${subject}@mail.test`,
    tokens: {
      accessToken: `access-${subject}`,
      accessTokenExpiresAt: new Date('2100-01-01'),
      refreshToken,
    },
  }
}
