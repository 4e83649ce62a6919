import { DecisionId, MailboxId } from '@doorman/domain/ids'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { categories } from '@doorman/domain/screening/categories'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What the first scan of an account found in its inbox. */
export const FirstScan = z.object({
  accountId: MailboxId,
  email: z.string(),
  provider: z.enum(mailProviders),
  isObserveOnly: z.boolean(),
  /** Messages looked at. */
  scanned: z.number(),
  /** Taken out of the inbox, and not back there. */
  moved: z.number(),
  /** Found while the account was observe-only, still in the inbox, and not kept by the user. */
  wouldMove: z.number(),
  /** Kinds of the emails in `moved` and `wouldMove`, most frequent first. */
  kinds: z.array(z.object({ kind: z.enum(categories), count: z.number() })),
  /** The domains that sent most of these emails, at most five. */
  senders: z.array(z.object({ domain: z.string(), count: z.number() })),
  /** Time that a month of such email would take to read. Null if the scan covers less than a day. */
  minutesPerMonth: z.nullable(z.number()),
})
export type FirstScan = z.infer<typeof FirstScan>

/** First scans that have ended and whose summary the user has not dismissed. */
export const listFirstScans = endpoint({
  method: 'GET',
  path: '/api/first-scans',
  summary: 'List what the first scans found',
  input: z.object({}),
  reply: z.array(FirstScan),
  isPolled: true,
})

/** Idempotent. */
export const dismissFirstScan = endpoint({
  method: 'POST',
  path: '/api/first-scans/:accountId/dismiss',
  summary: 'Don’t show the summary of a first scan again',
  input: z.object({ accountId: MailboxId }),
  reply: z.object({}),
})

/**
 * Puts back what the first scan moved and the user has not acted on. The senders are not trusted.
 * `ids` are the emails that were put back, for an undo.
 */
export const undoFirstScan = endpoint({
  method: 'POST',
  path: '/api/first-scans/:accountId/undo',
  summary: 'Put back what a first scan moved',
  input: z.object({
    accountId: MailboxId,
    /** Also switches the account to observe-only. */
    observeOnly: z.optional(z.boolean()),
  }),
  reply: z.object({ ids: z.array(DecisionId) }),
})
