import { MailboxId } from '@doorman/domain/ids'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const Nothing = z.object({})
const Switch = z.object({ enabled: z.boolean() })
const Whitelist = z.object({ domains: z.array(z.string()) })

/**
 * Needs Pro, like the two calls below and changes to the whitelist. Otherwise replies 403 with
 * `upgradeRequired`.
 */
export const setFilterRecruiters = endpoint({
  method: 'PATCH',
  path: '/api/settings/filter-recruiters',
  summary: 'Switch the recruiter filter on or off',
  input: Switch,
  reply: Nothing,
})

export const setFilterInvestors = endpoint({
  method: 'PATCH',
  path: '/api/settings/filter-investors',
  summary: 'Switch the investor filter on or off',
  input: Switch,
  reply: Nothing,
})

export const setAutoReply = endpoint({
  method: 'PATCH',
  path: '/api/settings/auto-reply',
  summary: 'Switch the smart response on or off',
  input: Switch,
  reply: Nothing,
})

/** In alphabetical order. Without Pro the list is kept but not applied. */
export const listWhitelist = endpoint({
  method: 'GET',
  path: '/api/whitelist',
  summary: 'List the whitelisted domains',
  input: Nothing,
  reply: Whitelist,
})

/**
 * Accepts a domain, or an email address or link that contains one. Replies 409 if it is already
 * listed.
 */
export const addToWhitelist = endpoint({
  method: 'POST',
  path: '/api/whitelist',
  summary: 'Add a domain to the whitelist',
  input: z.object({ domain: z.string().check(z.maxLength(1000)) }),
  reply: Whitelist,
})

/** Idempotent: removing a domain that is not listed succeeds. */
export const removeFromWhitelist = endpoint({
  method: 'DELETE',
  path: '/api/whitelist/:domain',
  summary: 'Remove a domain from the whitelist',
  input: z.object({ domain: z.string() }),
  reply: Whitelist,
})

/** In observe-only mode messages are judged and recorded, but not moved. */
export const setObserveOnly = endpoint({
  method: 'PATCH',
  path: '/api/accounts/:id/observe-only',
  summary: 'Switch an account’s observe-only mode on or off',
  input: z.object({ id: MailboxId, enabled: z.boolean() }),
  reply: Nothing,
})

export const SenderEntry = z.object({
  address: z.string(),
  reputation: z.enum(['trusted', 'blocked']),
  setAt: z.iso.datetime(),
  /** The email that was restored or reported. Null once its mailbox is disconnected. */
  source: z.nullable(
    z.object({
      subject: z.string(),
      /** `sender`: they replied "We've met before" to the smart response. */
      by: z.enum(['user', 'sender']),
    }),
  ),
})
export type SenderEntry = z.infer<typeof SenderEntry>

/**
 * Newest first, 200 per page. `before` is the cursor: the address of the last sender already
 * loaded.
 */
export const listSenders = endpoint({
  method: 'GET',
  path: '/api/senders',
  summary: 'List the senders that the user trusts or has blocked',
  input: z.object({
    before: z.optional(z.string().check(z.maxLength(254))),
    /** Part of an address. */
    search: z.optional(z.string().check(z.maxLength(254))),
  }),
  reply: z.array(SenderEntry),
})

/**
 * From now on, email of this sender stays in the inbox. Idempotent. `forgetSender` undoes it. Replies
 * 422 if it is not an address.
 */
export const trustSender = endpoint({
  method: 'POST',
  path: '/api/senders',
  summary: 'Trust a sender',
  input: z.object({ address: z.string().check(z.maxLength(254)) }),
  reply: Nothing,
})

/**
 * The sender is neither trusted nor blocked any more, and lessons learned from their messages are
 * deleted.
 */
export const forgetSender = endpoint({
  method: 'DELETE',
  path: '/api/senders/:address',
  summary: 'Stop trusting or blocking a sender',
  input: z.object({ address: z.string().check(z.maxLength(254)) }),
  reply: Nothing,
})

/** Trusted and blocked senders stay as they are. */
export const eraseLessons = endpoint({
  method: 'DELETE',
  path: '/api/lessons',
  summary: 'Delete what was learned from the user’s actions',
  input: Nothing,
  reply: Nothing,
})
