import { categories } from '@doorman/domain/screening/categories'
import { DecisionId, MailboxId } from '@doorman/domain/ids'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import * as z from 'zod/mini'
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

/** A filtered message and what has been done with it since. */
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
  /**
   * The user's last action, absent after an undo. It is set at once; the message is moved in the
   * mailbox shortly after.
   */
  action: z.optional(z.enum(['restored', 'spam'])),
  /** Who restored it: the user, or the sender by replying "We've met before". */
  restoredBy: z.optional(z.enum(['user', 'sender'])),
  /** When the smart response was sent; absent if none was. */
  repliedAt: z.optional(z.iso.datetime()),
  /** The smart response could not be delivered. */
  hasReplyBounced: z.boolean(),
  /**
   * We did not move it and no longer will: the user deleted it, moved it elsewhere, or left us
   * without access for a week.
   */
  isGone: z.boolean(),
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
const ExpectedState = z.optional(z.enum(['none', 'restored', 'spam']))

/**
 * Newest first. `before` is the cursor: the id of the last email already loaded.
 * `search` matches the sender or the subject.
 */
export const listFilteredEmails = endpoint({
  method: 'GET',
  path: '/api/filtered-emails',
  summary: 'List filtered emails, newest first',
  input: z.object({
    search: z.optional(z.string().check(z.maxLength(200))),
    accountId: z.optional(MailboxId),
    before: z.optional(DecisionId),
    limit: z.optional(PageSize),
  }),
  reply: z.array(FilteredEmail),
  isPolled: true,
})

/**
 * Idempotent. Without `expectedState` the last call wins. Also accepts `restored`, as the field
 * `action` spells it.
 */
export const takeFilteredEmailAction = endpoint({
  method: 'POST',
  path: '/api/filtered-emails/:id/action',
  summary: 'Restore an email to the inbox, or report it as spam',
  input: z.object({
    id: DecisionId,
    action: z.enum(['restore', 'restored', 'spam']),
    expectedState: ExpectedState,
  }),
  reply: FilteredEmail,
})

/** Sets the email aside again and gives the sender back their former reputation. */
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
  summary: 'Restore many emails, report them as spam, or undo that',
  input: z.object({
    ids: z.array(DecisionId).check(z.minLength(1), z.maxLength(maxEmailsAtOnce)),
    action: z.enum(['restore', 'restored', 'spam', 'undo']),
    expectedState: ExpectedState,
  }),
  reply: z.object({ done: z.array(DecisionId), failed: z.array(DecisionId) }),
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
