import type { Db } from '@doorman/db/client'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { MailError } from '@doorman/mail/mail-error'
import type { Mailbox, ReceivedMessage, SentMessage } from '@doorman/mail/mailbox'
import { broken, needsAttention, type Finding } from '../finding.ts'
import { describeFailure, endsExamination } from './describe-failure.ts'
import type { MailboxProbe } from './mailbox-probe.ts'

/** The mailbox under examination, and what the checks have found so far. */
export type Examination = {
  readonly db: Db
  readonly row: MailboxRow
  /** The product's own adapter. */
  readonly mailbox: Mailbox
  readonly probe: MailboxProbe
  readonly now: () => Date
  /** Messages of the inbox, newest first, once they are loaded. They never leave the process. */
  readonly inbox: ReceivedMessage[]
  /** Messages that the user sent, newest first, once they are listed. */
  readonly sent: SentMessage[]
  /** What doctor made and could not remove. */
  readonly traces: string[]
}

export type MailboxCheck = {
  readonly subject: string
  readonly run: (examination: Examination) => Promise<Finding>
}

/**
 * Runs the checks one after the other. A failed one does not stop the next, unless the provider is
 * out of reach or the operator interrupts.
 */
export async function runMailboxChecks(
  examination: Examination,
  checks: readonly MailboxCheck[],
  signal: AbortSignal,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { subject, run } of checks) {
    if (signal.aborted) {
      findings.push(needsAttention(subject, 'not tried: interrupted'))
      continue
    }
    try {
      findings.push(await run(examination))
    } catch (error) {
      findings.push(toFinding(subject, error))
      if (error instanceof MailError && endsExamination(error)) break
    }
  }
  return findings
}

function toFinding(subject: string, error: unknown): Finding {
  if (error instanceof MailError) return broken(subject, describeFailure(error))
  // A bug in one check must not hide the others. Only the name: the message may quote an email.
  const name = error instanceof Error ? error.name : 'unknown'
  return broken(subject, `the check itself failed (${name})`)
}

/**
 * Removes what a check has made, whatever happened before. If that fails, the report says what was
 * left.
 */
export async function removeTrace(
  { traces }: Examination,
  trace: string,
  remove: () => Promise<unknown>,
): Promise<void> {
  try {
    await remove()
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    traces.push(trace)
  }
}
