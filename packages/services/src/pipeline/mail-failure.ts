import { markNeedsReconnect, type MailboxRow } from '@doorman/db/queries/mailboxes'
import type { MailboxProblem } from '@doorman/domain/mail/mailbox'
import { MailError, type MailFailure } from '@doorman/mail/mail-error'
import type { Context } from '../ports/context.ts'
import type { Postponed, RetryLater } from '../ports/jobs.ts'

type FailureMeaning = {
  /** Shown to the user at the mailbox when a sync fails this way. */
  readonly mailboxProblem: MailboxProblem
  /**
   * What a job does after this failure.
   * `message-gone`, `message-refused`: final for this message; other messages may work.
   * `needs-reconnect`: every job of the mailbox waits until the user connects it again.
   * `retry-later`: the queue retries the job with backoff, not before `MailError.retryAfterMs`.
   */
  readonly forJob: 'message-gone' | 'message-refused' | 'needs-reconnect' | 'retry-later'
  /** Whether to alert an operator. Outages, rate limits and lost access are normal. */
  readonly isLoggedAsError: boolean
}

/** What each failure of a mail provider means. Every step of the pipeline uses this table. */
export const mailFailures: Readonly<Record<MailFailure, FailureMeaning>> = {
  'access-revoked': {
    mailboxProblem: 'needs-reconnect',
    forJob: 'needs-reconnect',
    isLoggedAsError: false,
  },
  // Retried: an administrator may give the licence back.
  'no-mailbox': {
    mailboxProblem: 'refused',
    forJob: 'retry-later',
    isLoggedAsError: false,
  },
  'permission-missing': {
    mailboxProblem: 'needs-reconnect',
    forJob: 'needs-reconnect',
    isLoggedAsError: false,
  },
  'rate-limited': {
    mailboxProblem: 'out-of-reach',
    forJob: 'retry-later',
    isLoggedAsError: false,
  },
  unavailable: {
    mailboxProblem: 'out-of-reach',
    forJob: 'retry-later',
    isLoggedAsError: false,
  },
  gone: {
    mailboxProblem: 'refused',
    forJob: 'message-gone',
    isLoggedAsError: false,
  },
  'too-large': {
    mailboxProblem: 'refused',
    forJob: 'message-refused',
    isLoggedAsError: false,
  },
  refused: {
    mailboxProblem: 'refused',
    forJob: 'message-refused',
    isLoggedAsError: true,
  },
}

/** `null` for an error that no mail provider caused. */
export function findFailureMeaning(error: unknown): FailureMeaning | null {
  return error instanceof MailError ? mailFailures[error.failure] : null
}

/**
 * What the failure means for a job that works on one message. Marks the mailbox if it must be
 * reconnected. Throws the error again if the queue must retry the job or log a bug.
 */
export async function resolveMailFailure(
  { db }: Context,
  mailbox: Pick<MailboxRow, 'id' | 'lastActiveAt'>,
  error: unknown,
): Promise<'message-gone' | 'message-refused' | 'needs-reconnect'> {
  const forJob = findFailureMeaning(error)?.forJob ?? 'retry-later'
  if (forJob === 'retry-later') throw error
  if (forJob === 'needs-reconnect') await markNeedsReconnect(db, mailbox)
  return forJob
}

/**
 * Turns a rate limit or an outage into a later run of the job. Throws any other error again. If the
 * provider limits our rate and says for how long, the job is postponed, which counts no attempt.
 */
export function toRetryLater(error: unknown): RetryLater | Postponed {
  if (!(error instanceof MailError) || mailFailures[error.failure].forJob !== 'retry-later')
    throw error
  const { failure: reason, retryAfterMs } = error
  if (reason === 'rate-limited' && retryAfterMs !== null)
    return { kind: 'postponed', reason, delayMs: retryAfterMs }
  const failure = reason === 'rate-limited' ? reason : 'provider-unavailable'
  return { kind: 'retry-later', reason, failure, retryAfterMs }
}

/** For clean-up at the provider: a failure that a retry would not fix is ignored. */
export async function ignoreFinalFailure(cleanUp: () => Promise<void>): Promise<void> {
  try {
    await cleanUp()
  } catch (error) {
    // Without a mailbox there is nothing to clean up, and nothing to wait for.
    if (error instanceof MailError && error.failure === 'no-mailbox') return
    const meaning = findFailureMeaning(error)
    if (meaning === null || meaning.forJob === 'retry-later') throw error
  }
}
