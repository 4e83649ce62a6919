import type { Db } from '@doorman/db/client'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { createGmailConsent } from '@doorman/mail/gmail/consent/gmail-consent'
import { createConcurrencyLimit } from '@doorman/mail/http/concurrency-limit'
import type { NetworkTransport } from '@doorman/runtime/mail/transport'
import type { Consent } from '@doorman/mail/consent'
import { MailError } from '@doorman/mail/mail-error'
import { createMicrosoftConsent } from '@doorman/mail/microsoft/consent/microsoft-consent'
import type { GoogleConfig, MicrosoftConfig } from '@doorman/runtime/config/mail-config'
import { createMailAccess } from '@doorman/runtime/mail/mail-access'
import { createStoredTokens } from '@doorman/runtime/secrets/stored-tokens'
import type { KeyRing } from '@doorman/services/ports/key-ring'
import { broken, ok, type Finding } from '../finding.ts'
import { readingChecks } from './check-reading.ts'
import { writingChecks } from './check-writing.ts'
import { describeFailure } from './describe-failure.ts'
import { runMailboxChecks, type Examination } from './examination.ts'
import { providerNames } from './load-mailbox.ts'
import { createGmailProbe } from './gmail-probe.ts'
import { createGraphProbe } from './graph-probe.ts'
import type { MailboxProbe } from './mailbox-probe.ts'
import { recordAnswers } from './record-answers.ts'

/** How to reach the providers. */
export type ExamineOptions = {
  readonly db: Db
  readonly keyRing: KeyRing
  readonly secret: string
  readonly publicUrl: string
  readonly google: GoogleConfig | null
  readonly microsoft: MicrosoftConfig | null
  readonly transport: NetworkTransport
}

/**
 * Exercises a connected mailbox and removes what it made. It sends nothing, and changes none of the
 * user's messages. The findings hold counts and codes, no text and no address but the mailbox's own.
 */
export async function examineMailbox(
  options: ExamineOptions,
  row: MailboxRow,
  signal: AbortSignal,
): Promise<Finding[]> {
  const answers = recordAnswers(options.transport)
  const parts = { ...options, transport: answers.transport }
  const examination = await open(parts, row)
  if (examination instanceof MailError)
    return [broken('Mailbox', `${describe(row)}, but ${describeFailure(examination)}`)]
  const findings = await runMailboxChecks(examination, [...readingChecks, ...writingChecks], signal)
  return [
    ok('Mailbox', describe(row)),
    ...findings,
    ok('Quota', answers.describe()),
    toTraceFinding(examination),
  ]
}

async function open(parts: ExamineOptions, row: MailboxRow): Promise<Examination | MailError> {
  const { db, transport } = parts
  const logger = { info: () => {}, warn: () => {} }
  try {
    return {
      db,
      row,
      mailbox: await createMailAccess({ ...parts, logger }).openMailbox(row.grantId),
      probe: createProbe(parts, row),
      now: transport.clock.now,
      inbox: [],
      sent: [],
      traces: [],
    }
  } catch (error) {
    if (error instanceof MailError) return error
    throw error
  }
}

function createProbe(parts: ExamineOptions, { provider, grantId }: MailboxRow): MailboxProbe {
  const { db, keyRing, publicUrl, google, microsoft, transport } = parts
  const openTokens = (consent: Consent) =>
    createStoredTokens({
      db,
      keyRing,
      consent,
      grantId,
      refreshLimit: createConcurrencyLimit(1),
      now: transport.clock.now,
    })
  if (provider === 'gmail' && google)
    return createGmailProbe({
      ...transport,
      ...google,
      tokens: openTokens(createGmailConsent({ ...transport, ...google })),
    })
  if (provider === 'microsoft' && microsoft)
    return createGraphProbe({
      ...transport,
      ...microsoft,
      publicUrl,
      tokens: openTokens(createMicrosoftConsent({ ...transport, ...microsoft })),
    })
  throw new MailError('refused', 'not-configured')
}

function describe({ address, provider, createdAt, lastCheckedAt, problem }: MailboxRow): string {
  const day = (date: Date) => date.toISOString().slice(0, 10)
  const checked = lastCheckedAt === null ? 'never checked' : `last checked on ${day(lastCheckedAt)}`
  const trouble = problem === null ? '' : `, marked as ${problem}`
  return `${address} at ${providerNames[provider]}, connected on ${day(createdAt)}, ${checked}${trouble}`
}

function toTraceFinding({ traces }: Examination): Finding {
  return traces.length === 0
    ? ok('Traces', 'nothing is left in the mailbox')
    : broken(
        'Traces',
        `left behind: ${traces.join(', ')}`,
        'Run doctor again, or delete it by hand.',
      )
}
