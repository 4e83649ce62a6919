import type { Db } from '@doorman/db/client'
import { grants } from '@doorman/db/schema'
import type { GrantId } from '@doorman/domain/ids'
import type { Provider } from '@doorman/domain/mailbox'
import type { Clock } from '@doorman/mail/clock'
import type { Consent } from '@doorman/mail/consent'
import { createGmailConsent } from '@doorman/mail/gmail/gmail-consent'
import { createGmailMailbox } from '@doorman/mail/gmail/gmail-mailbox'
import { MailError } from '@doorman/mail/mail-error'
import type { Mailbox } from '@doorman/mail/mailbox'
import { createMicrosoftConsent } from '@doorman/mail/microsoft/microsoft-consent'
import { createMicrosoftMailbox } from '@doorman/mail/microsoft/microsoft-mailbox'
import { createSlots } from '@doorman/mail/pace'
import type { KeyRing } from '@doorman/services/key-ring'
import type { MailAccess } from '@doorman/services/mail-access'
import { eq } from 'drizzle-orm'
import { createClientStates } from './client-states.ts'
import type { GoogleConfig, MicrosoftConfig } from './mail-config.ts'
import { createNewsReaders } from './news-readers.ts'
import { createStoredTokens } from './stored-tokens.ts'

/** How providers are reached. */
export type Wire = {
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
  /** From 0 to 1, as `Math.random`. */
  readonly chance: () => number
}

/** As many as are likely to be busy at once. Whoever is dropped is opened again, and its quota counted anew. */
const mostOpen = 2_000

/** At each provider: while one of them is silent, the other's mailboxes go on. */
const refreshesAtOnce = 4

export function createMailAccess({
  db,
  keyRing,
  secret,
  publicUrl,
  google,
  microsoft,
  wire,
}: {
  readonly db: Db
  readonly keyRing: KeyRing
  readonly secret: string
  readonly publicUrl: string
  readonly google: GoogleConfig | null
  readonly microsoft: MicrosoftConfig | null
  readonly wire: Wire
}): MailAccess {
  const consents = {
    gmail: google && createGmailConsent({ ...wire, ...google }),
    microsoft: microsoft && createMicrosoftConsent({ ...wire, ...microsoft }),
  }
  const refreshing = {
    gmail: createSlots(refreshesAtOnce),
    microsoft: createSlots(refreshesAtOnce),
  }
  const clientStates = createClientStates(secret)
  const readers = createNewsReaders({ google, publicUrl, clientStates, wire })
  const open = new Map<GrantId, Mailbox>()

  /** The one place that asks who keeps a mailbox. */
  function createMailbox(provider: Provider, grantId: GrantId): Mailbox {
    const tokensBy = (consent: Consent) =>
      createStoredTokens({
        db,
        keyRing,
        consent,
        grantId,
        refreshing: refreshing[provider],
        now: wire.clock.now,
      })
    switch (provider) {
      case 'gmail':
        if (!google || !consents.gmail) throw notSetUp()
        return createGmailMailbox({ ...wire, ...google, tokens: tokensBy(consents.gmail) })
      case 'microsoft':
        if (!microsoft || !consents.microsoft) throw notSetUp()
        return createMicrosoftMailbox({
          ...wire,
          ...microsoft,
          tokens: tokensBy(consents.microsoft),
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
    consents,
    readNews: (provider, sent) => readers[provider](sent),
    async openMailbox(grantId) {
      const known = open.get(grantId)
      if (known) return known
      const [grant] = await db
        .select({ provider: grants.provider })
        .from(grants)
        .where(eq(grants.id, grantId))
      if (!grant) throw new MailError('access-revoked', 'forgotten')
      const mailbox = open.get(grantId) ?? createMailbox(grant.provider, grantId)
      open.set(grantId, mailbox)
      const [oldest] = open.keys()
      if (open.size > mostOpen && oldest !== undefined) open.delete(oldest)
      return mailbox
    },
  }
}

function notSetUp(): MailError {
  return new MailError('refused', 'not-set-up')
}
