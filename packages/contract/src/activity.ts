import { DecisionId, MailboxId } from '@doorman/domain/ids'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { keepGroupNames } from '@doorman/domain/screening/keep-groups'
import * as z from 'zod/mini'
import { Day } from './day.ts'
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
  action: z.optional(z.enum(['restored', 'returned', 'spam'])),
  restoredBy: z.optional(z.enum(['user', 'sender'])),
  /** When the smart response was sent; absent if none was. */
  repliedAt: z.optional(z.iso.datetime()),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

const maxPerPage = 500
export const activityPerPage = 100

/**
 * What a day's messages have in common. `filtered`: not in the inbox (also if reported as spam).
 * `would-move`: found in an observe-only account, without an action. `restored`: filtered and back in
 * the inbox, or kept there by the user. `kept` is all groups of kept messages together; their names
 * for people are `keepGroups` in domain/screening/keep-groups.ts.
 */
export const activityGroups = [
  'filtered',
  'would-move',
  'restored',
  'kept',
  ...keepGroupNames,
] as const
export type ActivityGroup = (typeof activityGroups)[number]

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
    /** The day of the decision, in the user's time zone. */
    day: z.optional(Day),
    group: z.optional(z.enum(activityGroups)),
    before: z.optional(DecisionId),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxPerPage))),
  }),
  reply: z.array(ActivityEntry),
  isPolled: true,
})

/** How many messages were decided on a day, in the user's time zone. Each is counted once. */
export const ActivityDay = z.object({
  day: z.iso.date(),
  filtered: z.number(),
  wouldMove: z.number(),
  restored: z.number(),
  /** Kept messages by group, with a number for every group. */
  kept: z.record(z.enum(keepGroupNames), z.number()),
})
export type ActivityDay = z.infer<typeof ActivityDay>

const maxDays = 31

/**
 * Days of the last 30 days on which something was decided, newest first. `before` is the cursor: the
 * last day already loaded. Without `limit`, all days.
 */
export const listActivityDays = endpoint({
  method: 'GET',
  path: '/api/activity/days',
  summary: 'Count what was done with messages on each of the last 30 days',
  input: z.object({
    accountId: z.optional(MailboxId),
    before: z.optional(Day),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxDays))),
  }),
  reply: z.array(ActivityDay),
  isPolled: true,
})
