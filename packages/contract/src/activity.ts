import { DecisionId, MailboxId } from '@doorman/domain/ids'
import { providers } from '@doorman/domain/mailbox'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What was done with one message, and why. Of kept mail we hold neither sender nor subject. */
export const ActivityEntry = z.object({
  id: DecisionId,
  provider: z.enum(providers),
  accountId: MailboxId,
  /** The provider's own id. */
  messageId: z.string(),
  outcome: z.enum(['keep', 'observe', 'filter']),
  /** A sentence of ours, never words of the mail. */
  reasoning: z.string(),
  decidedAt: z.iso.datetime(),
  receivedAt: z.nullable(z.iso.datetime()),
  from: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  /** The user's last word, where it was set aside. */
  action: z.optional(z.enum(['restored', 'spam'])),
  restoredBy: z.optional(z.enum(['user', 'sender'])),
  /** When the sender was answered in the user's name, if that was done. */
  answeredAt: z.optional(z.iso.datetime()),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

const mostPerPage = 500
export const activityPerPage = 100

/** The last 30 days, the latest decision first. `before` is the id of the last entry the caller holds. */
export const listActivity = endpoint({
  method: 'GET',
  path: '/api/activity',
  summary: 'What was done with each message of the last 30 days, and why',
  input: z.object({
    accountId: z.optional(MailboxId),
    before: z.optional(DecisionId),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(mostPerPage))),
  }),
  reply: z.array(ActivityEntry),
})
