import type { Db } from '@doorman/db/client'
import { grants, mailboxes } from '@doorman/db/schema'
import type { GrantId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { Transport } from '@doorman/mail/http/transport'
import type { Consent } from '@doorman/mail/consent'
import { createGmailConsent } from '@doorman/mail/gmail/consent/gmail-consent'
import { createGoogleIdentity } from '@doorman/mail/gmail/consent/google-identity'
import { createGmailMailbox } from '@doorman/mail/gmail/gmail-mailbox'
import type { TokenSource } from '@doorman/mail/http/token-source'
import { MailError } from '@doorman/mail/mail-error'
import type { Mailbox } from '@doorman/mail/mailbox'
import { createMicrosoftConsent } from '@doorman/mail/microsoft/consent/microsoft-consent'
import { createMicrosoftIdentity } from '@doorman/mail/microsoft/consent/microsoft-identity'
import { createMicrosoftMailbox } from '@doorman/mail/microsoft/microsoft-mailbox'
import { createConcurrencyLimit } from '@doorman/mail/http/concurrency-limit'
import type { KeyRing } from '@doorman/services/ports/key-ring'
import type { MailAccess, OpenedRow } from '@doorman/services/ports/mail-access'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { createClientStates } from './client-states.ts'
import type { GoogleConfig, MicrosoftConfig } from '../config/mail-config.ts'
import { guardConsent, guardIdentity, guardMailbox, type Guard } from './guarded-mailbox.ts'
import type { Logger } from '../logger.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { createPushReaders } from './push-readers.ts'
import { assertMayCall, createRetryGate } from './retry-gate.ts'
import { createStoredTokens } from '../secrets/stored-tokens.ts'

/** How many mailboxes are cached. One that is dropped and opened again starts with a full quota. */
const maxOpenMailboxes = 2_000

/** Per provider, so that an outage of one does not block the token refreshes of the other. */
const maxRefreshesAtOnce = 4

export function createMailAccess({
  db,
  keyRing,
  secret,
  publicUrl,
  google,
  microsoft,
  transport,
  logger,
  metrics = createMetrics(),
}: {
  readonly db: Db
  readonly keyRing: KeyRing
  readonly secret: string
  readonly publicUrl: string
  readonly google: GoogleConfig | null
  readonly microsoft: MicrosoftConfig | null
  readonly transport: Transport
  readonly logger: Pick<Logger, 'info' | 'warn'>
  readonly metrics?: Pick<Metrics, 'timeProviderCall'>
}): MailAccess {
  const { now } = transport.clock
  const consents = {
    gmail: google && createGmailConsent({ ...transport, ...google }),
    microsoft: microsoft && createMicrosoftConsent({ ...transport, ...microsoft }),
  }
  const identities = {
    google: google && createGoogleIdentity({ ...transport, ...google }),
    microsoft: microsoft && createMicrosoftIdentity({ ...transport, ...microsoft }),
  }
  const refreshLimits = {
    gmail: createConcurrencyLimit(maxRefreshesAtOnce),
    microsoft: createConcurrencyLimit(maxRefreshesAtOnce),
  }
  const breakers = { gmail: createBreaker('gmail'), microsoft: createBreaker('microsoft') }
  const clientStates = createClientStates(secret)
  const pushReaders = createPushReaders({ google, publicUrl, clientStates, transport })
  const openMailboxes = new Map<GrantId, Mailbox>()

  function createBreaker(provider: MailProvider) {
    return createCircuitBreaker({
      now,
      onOpen: () => logger.warn({ provider, event: 'provider-unavailable' }),
      onClose: () => logger.info({ provider, event: 'provider-recovered' }),
    })
  }

  /**
   * Each attempt to connect or sign in counts as another caller: several may be different users.
   */
  function guardOf(provider: MailProvider): Guard {
    return (call) =>
      breakers[provider].run(randomUUID(), () => metrics.timeProviderCall(provider, call))
  }

  function openGuarded(provider: MailProvider, grantId: GrantId): Mailbox {
    const gate = createRetryGate({ db, grantId, now })
    const openTokens = (consent: Consent) =>
      createStoredTokens({
        db,
        keyRing,
        consent,
        grantId,
        refreshLimit: refreshLimits[provider],
        now,
      })
    return guardMailbox(createMailbox(provider, grantId, openTokens), (call) =>
      breakers[provider].run(grantId, () => gate(() => metrics.timeProviderCall(provider, call))),
    )
  }

  /** Read each time: another process may have been told to wait. */
  async function findRow(grantId: GrantId): Promise<OpenedRow> {
    const [grant] = await db
      .select({ provider: grants.provider, providerRetryAt: mailboxes.providerRetryAt })
      .from(grants)
      .leftJoin(mailboxes, eq(mailboxes.grantId, grants.id))
      .where(eq(grants.id, grantId))
    if (!grant) throw new MailError('access-revoked', 'grant-deleted')
    return grant
  }

  /** The only place that chooses the adapter. */
  function createMailbox(
    provider: MailProvider,
    grantId: GrantId,
    openTokens: (consent: Consent) => TokenSource,
  ): Mailbox {
    switch (provider) {
      case 'gmail':
        if (!google || !consents.gmail) throw notConfigured()
        return createGmailMailbox({ ...transport, ...google, tokens: openTokens(consents.gmail) })
      case 'microsoft':
        if (!microsoft || !consents.microsoft) throw notConfigured()
        return createMicrosoftMailbox({
          ...transport,
          ...microsoft,
          tokens: openTokens(consents.microsoft),
          push: toPushSettings(grantId),
        })
    }
  }

  function toPushSettings(grantId: GrantId) {
    return {
      notificationUrl: `${publicUrl}/api/webhooks/microsoft`,
      lifecycleUrl: `${publicUrl}/api/webhooks/microsoft-lifecycle`,
      clientState: clientStates.toClientState(grantId),
    }
  }

  return {
    consents: {
      gmail: consents.gmail && guardConsent(consents.gmail, guardOf('gmail')),
      microsoft: consents.microsoft && guardConsent(consents.microsoft, guardOf('microsoft')),
    },
    identities: {
      google: identities.google && guardIdentity(identities.google, guardOf('gmail')),
      microsoft: identities.microsoft && guardIdentity(identities.microsoft, guardOf('microsoft')),
    },
    readPushNotifications: (provider, request) => pushReaders[provider](request),
    async hasMailbox(provider, { tokens }) {
      const source: TokenSource = { use: (call) => call(tokens.accessToken) }
      // The grant isn't stored yet. Its id is used only for push, and this mailbox never starts push.
      const mailbox = createMailbox(provider, randomUUID() as GrantId, () => source)
      try {
        await guardOf(provider)(() => mailbox.countSent())
        return true
      } catch (error) {
        if (isWithoutMailbox(error)) return false
        throw error
      }
    },
    async openMailbox(grantId, row) {
      const { provider, providerRetryAt } = row ?? (await findRow(grantId))
      assertMayCall(providerRetryAt, now())
      const mailbox = openMailboxes.get(grantId) ?? openGuarded(provider, grantId)
      openMailboxes.set(grantId, mailbox)
      const [oldest] = openMailboxes.keys()
      if (openMailboxes.size > maxOpenMailboxes && oldest !== undefined)
        openMailboxes.delete(oldest)
      return mailbox
    },
  }
}

/** A 401 does not count: it may be temporary, and the new grant would be revoked. */
function isWithoutMailbox(error: unknown): boolean {
  return error instanceof MailError && error.failure === 'no-mailbox'
}

function notConfigured(): MailError {
  return new MailError('refused', 'not-configured')
}
