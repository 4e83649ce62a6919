import { DecisionId, MailboxId } from '@doorman/domain/ids'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * What was done with one message, and why. The sender and subject of kept messages are not stored.
 */
export const ActivityEntry = z.object({
  id: DecisionId,
  provider: z.enum(mailProviders),
  accountId: MailboxId,
  /** The id that Gmail or Microsoft gave the message. */
  providerMessageId: z.string(),
  outcome: z.enum(['keep', 'observe', 'filter']),
  /** One of our own sentences. It never quotes the message. */
  reasoning: z.string(),
  decidedAt: z.iso.datetime(),
  receivedAt: z.nullable(z.iso.datetime()),
  from: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  /** The user's last action on a filtered message. */
  action: z.optional(z.enum(['restored', 'spam'])),
  restoredBy: z.optional(z.enum(['user', 'sender'])),
  /** When the smart response was sent; absent if none was. */
  repliedAt: z.optional(z.iso.datetime()),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

const maxPerPage = 500
export const activityPerPage = 100

/**
 * The last 30 days, newest decision first. `before` is the cursor: the id of the last entry already
 * loaded.
 */
export const listActivity = endpoint({
  method: 'GET',
  path: '/api/activity',
  summary: 'List what was done with each message in the last 30 days, and why',
  input: z.object({
    accountId: z.optional(MailboxId),
    before: z.optional(DecisionId),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxPerPage))),
  }),
  reply: z.array(ActivityEntry),
  isPolled: true,
})
