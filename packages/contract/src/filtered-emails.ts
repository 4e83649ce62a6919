import { categories } from '@doorman/domain/screening/categories'
import { actionStates } from '@doorman/domain/screening/user-action'
import { DecisionId, MailboxId } from '@doorman/domain/ids'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import * as z from 'zod/mini'
import { Day } from './day.ts'
import { endpoint } from './endpoint.ts'

const RedactionStats = z.object({
  emails: z.number(),
  phones: z.number(),
  urls: z.number(),
  creditCards: z.number(),
  ssns: z.number(),
  amounts: z.number(),
  ipAddresses: z.number(),
  accountNumbers: z.number(),
})

/** What has happened to an email since it was filtered. */
export const actionFacts = {
  /**
   * The user's last action, absent after an undo. It is set at once; the message is moved in the
   * mailbox shortly after.
   */
  action: z.optional(z.enum(['restored', 'returned', 'spam'])),
  /**
   * "Would move": found in an observe-only account and still in the inbox. With `action` `restored`,
   * the user chose to keep it there.
   */
  isObserved: z.boolean(),
  /**
   * We did not move it and no longer will: the user deleted it, moved it elsewhere, or left us
   * without access for a week.
   */
  isGone: z.boolean(),
}

/**
 * A message that was filtered, or that would have been filtered if its account were not observe-only,
 * and what has been done with it since.
 */
export const FilteredEmail = z.object({
  id: DecisionId,
  provider: z.enum(mailProviders),
  gmailAccountId: z.nullable(MailboxId),
  microsoftAccountId: z.nullable(MailboxId),
  /** The id that Gmail or Microsoft gave the message, not its RFC 5322 Message-ID. */
  messageId: z.string(),
  /**
   * `Pat <pat@vendor.example>` or the address alone. Empty if the message had no sender, or more
   * than one.
   */
  from: z.string(),
  subject: z.string(),
  /** Always empty, because we store no message content. */
  snippet: z.literal(''),
  receivedAt: z.iso.datetime(),
  /** 0 to 1. The app shows it as "Confidence" in percent. */
  classificationScore: z.number(),
  category: z.enum(categories),
  /** One of our own sentences. It never quotes the message. */
  reasoning: z.string(),
  /** Strongest first, in our own words. */
  detectedSignals: z.array(z.string()),
  redactionStats: RedactionStats,
  ...actionFacts,
  /** Who restored it: the user, or the sender by replying "We've met before". */
  restoredBy: z.optional(z.enum(['user', 'sender'])),
  /** When the smart response was sent; absent if none was. */
  repliedAt: z.optional(z.iso.datetime()),
  /** The smart response could not be delivered. */
  hasReplyBounced: z.boolean(),
})
export type FilteredEmail = z.infer<typeof FilteredEmail>

const maxEmailsPerPage = 500
export const emailsPerPage = 100
export const maxEmailsAtOnce = 200

const PageSize = z.coerce.number().check(z.int(), z.gte(1), z.lte(maxEmailsPerPage))
const OneEmail = z.object({ id: DecisionId })
/**
 * The email's `action` as the caller saw it, or `none`. If it has changed since, for example in
 * another tab, nothing is done. This prevents a lost update.
 */
const ExpectedState = z.optional(z.enum(actionStates))

/** Which emails a list shows. All filters apply together. */
const EmailFilters = z.object({
  /** Part of the sender or the subject. */
  search: z.optional(z.string().check(z.maxLength(200))),
  accountId: z.optional(MailboxId),
  kind: z.optional(z.enum(categories)),
  /** The first and the last day of arrival, in the user's time zone. */
  since: z.optional(Day),
  until: z.optional(Day),
  /**
   * Below, or from `certainScore` (domain/screening/certainty.ts) on. Emails that were filtered because
   * of their sender have no score and are `high`.
   */
  certainty: z.optional(z.enum(['low', 'high'])),
  /**
   * `would-move`: observed, without an action. `filtered`: what the dashboard counts, so without the
   * emails that are back in the inbox. `restored`: back in the inbox, or kept there.
   */
  state: z.optional(z.enum(['would-move', 'filtered', 'restored', 'spam'])),
})

/**
 * Newest first, or least certain first with emails without a score last. `cursor` (or `before`, its
 * older name) is the id of the last email already loaded, in a list with the same `order`.
 */
export const listFilteredEmails = endpoint({
  method: 'GET',
  path: '/api/filtered-emails',
  summary: 'List filtered emails, newest first or least certain first',
  input: z.extend(EmailFilters, {
    order: z.optional(z.enum(['newest', 'least-certain'])),
    cursor: z.optional(DecisionId),
    before: z.optional(DecisionId),
    limit: z.optional(PageSize),
  }),
  reply: z.array(FilteredEmail),
  isPolled: true,
})

/** Serves the same emails as a CSV file, without a limit. */
export const filteredEmailsExportPath = '/api/filtered-emails/export'
export const exportFilteredEmailsInput = EmailFilters

/**
 * Redirects to an email at Gmail or Outlook, also one that was kept. If that fails, redirects to the
 * list, which says why, or to the activity.
 */
export const openFilteredEmailPath = '/api/filtered-emails/:id/open'

/**
 * Idempotent. Without `expectedState` the last call wins. Also accepts `restored`, as the field
 * `action` spells it.
 */
export const takeFilteredEmailAction = endpoint({
  method: 'POST',
  path: '/api/filtered-emails/:id/action',
  summary: 'Restore an email, report it as spam, move it out of the inbox or put it back',
  input: z.object({
    id: DecisionId,
    action: z.enum(['restore', 'restored', 'spam', 'move', 'put-back']),
    expectedState: ExpectedState,
  }),
  reply: FilteredEmail,
})

/**
 * Sets the email aside again (an observed email becomes "Would move" again) and gives the sender back
 * their former reputation.
 */
export const undoFilteredEmailAction = endpoint({
  method: 'POST',
  path: '/api/filtered-emails/:id/undo',
  summary: 'Undo the last action on an email',
  input: z.object({ id: DecisionId, expectedState: ExpectedState }),
  reply: FilteredEmail,
})

/**
 * One transaction for all emails that belong to the caller. The others are returned in `failed`.
 */
export const takeFilteredEmailActions = endpoint({
  method: 'POST',
  path: '/api/filtered-emails/actions',
  summary: 'Restore many emails, report them as spam, move them, put them back, or undo that',
  input: z.object({
    ids: z.array(DecisionId).check(z.minLength(1), z.maxLength(maxEmailsAtOnce)),
    action: z.enum(['restore', 'restored', 'spam', 'move', 'put-back', 'undo']),
    expectedState: ExpectedState,
  }),
  reply: z.object({ done: z.array(DecisionId), failed: z.array(DecisionId) }),
})

/** Moves everything that was only observed in an account so far, except what the user chose to keep. */
export const moveObservedEmails = endpoint({
  method: 'POST',
  path: '/api/accounts/:id/move-observed',
  summary: 'Move all emails that an observe-only account would have moved',
  input: z.object({ id: MailboxId }),
  reply: z.object({ moved: z.number() }),
})

/** Fetched live from the mailbox, as plain text. It is not stored. */
export const previewFilteredEmail = endpoint({
  method: 'GET',
  path: '/api/filtered-emails/:id/preview',
  summary: 'Load the text of an email',
  input: OneEmail,
  reply: z.object({
    text: z.string(),
    /** The message is longer than `text`. */
    isCut: z.boolean(),
  }),
})
