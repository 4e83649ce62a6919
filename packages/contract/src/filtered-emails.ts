import { categories } from '@doorman/domain/decide'
import { DecisionId, MailboxId } from '@doorman/domain/ids'
import { providers } from '@doorman/domain/mailbox'
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

/** A message that was set aside, and what became of it. */
export const FilteredEmail = z.object({
  id: DecisionId,
  provider: z.enum(providers),
  gmailAccountId: z.nullable(MailboxId),
  microsoftAccountId: z.nullable(MailboxId),
  /** The provider's own id. */
  messageId: z.string(),
  /** `Pat <pat@vendor.example>`, or the address alone; empty where there was no sender, or more than one. */
  from: z.string(),
  subject: z.string(),
  /** Promised by the API and always empty: we keep no content. */
  snippet: z.literal(''),
  receivedAt: z.iso.datetime(),
  /** 0 to 1; shown as a percentage called confidence. */
  classificationScore: z.number(),
  category: z.enum(categories),
  /** A sentence of ours, never words of the mail. */
  reasoning: z.string(),
  /** What spoke for it, strongest first, in words of ours. */
  detectedSignals: z.array(z.string()),
  redactionStats: RedactionStats,
  /** The user's last word about it, which can be taken back. It shows before the mailbox has caught up. */
  action: z.optional(z.enum(['restored', 'spam'])),
  /** Who brought it back, where it was restored: the user, or the sender who answered that they have met. */
  restoredBy: z.optional(z.enum(['user', 'sender'])),
  /** When the sender was answered in the user's name, if that was done. */
  answeredAt: z.optional(z.iso.datetime()),
  /** The answer did not reach the sender. */
  hasAnswerBounced: z.boolean(),
  /** It is no longer where we could move it: deleted, or put elsewhere before we came. */
  isGone: z.boolean(),
})
export type FilteredEmail = z.infer<typeof FilteredEmail>

const mostEmailsPerPage = 500
export const emailsPerPage = 100
export const mostEmailsAtOnce = 200

const PageSize = z.coerce.number().check(z.int(), z.gte(1), z.lte(mostEmailsPerPage))
const OneEmail = z.object({ id: DecisionId })
/** The `action` the caller saw, or `none`. Where another has been quicker, and said something else, nothing is done. */
const Seen = z.optional(z.enum(['none', 'restored', 'spam']))

/**
 * Newest first. `before` is the id of the last email the caller holds; the next
 * page is what follows it. `search` is looked for in sender and subject.
 */
export const listFilteredEmails = endpoint({
  method: 'GET',
  path: '/api/filtered-emails',
  summary: 'What was set aside, newest first',
  input: z.object({
    search: z.optional(z.string().check(z.maxLength(200))),
    accountId: z.optional(MailboxId),
    before: z.optional(DecisionId),
    limit: z.optional(PageSize),
  }),
  reply: z.array(FilteredEmail),
})

/** The last word counts, unless it says what it has `seen`, and saying it twice changes nothing. `restored`, the word of the entity, is understood as well. */
export const actOnFilteredEmail = endpoint({
  method: 'POST',
  path: '/api/filtered-emails/:id/action',
  summary: 'Put an email back in the inbox, or report it as spam',
  input: z.object({
    id: DecisionId,
    action: z.enum(['restore', 'restored', 'spam']),
    seen: Seen,
  }),
  reply: FilteredEmail,
})

/** Set aside again, and the sender is to us what they were before. */
export const undoFilteredEmailAction = endpoint({
  method: 'POST',
  path: '/api/filtered-emails/:id/undo',
  summary: 'Take back what was done with an email',
  input: z.object({ id: DecisionId, seen: Seen }),
  reply: FilteredEmail,
})

/** All that are the caller's own are done together; the rest are named as failed. */
export const actOnFilteredEmails = endpoint({
  method: 'POST',
  path: '/api/filtered-emails/actions',
  summary: 'Put many emails back in the inbox, report them as spam, or take that back',
  input: z.object({
    ids: z.array(DecisionId).check(z.minLength(1), z.maxLength(mostEmailsAtOnce)),
    action: z.enum(['restore', 'restored', 'spam', 'undo']),
    seen: Seen,
  }),
  reply: z.object({ done: z.array(DecisionId), failed: z.array(DecisionId) }),
})

/** Read from the mailbox this very moment, as plain text. It is kept nowhere. */
export const previewFilteredEmail = endpoint({
  method: 'GET',
  path: '/api/filtered-emails/:id/preview',
  summary: 'What an email says, as plain text',
  input: OneEmail,
  reply: z.object({
    text: z.string(),
    /** There is more of it than is shown. */
    isCut: z.boolean(),
  }),
})
