import { MailboxId } from '@doorman/domain/ids'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const Nothing = z.object({})
const Switch = z.object({ enabled: z.boolean() })
const Whitelist = z.object({ domains: z.array(z.string()) })

/** Needs Pro: without it, a 403 with `upgradeRequired`. So do the two below, and changes of the whitelist. */
export const setFilterRecruiters = endpoint({
  method: 'PATCH',
  path: '/api/settings/filter-recruiters',
  summary: 'Whether recruiters are filtered',
  input: Switch,
  reply: Nothing,
})

export const setFilterInvestors = endpoint({
  method: 'PATCH',
  path: '/api/settings/filter-investors',
  summary: 'Whether investors are filtered',
  input: Switch,
  reply: Nothing,
})

export const setAutoReply = endpoint({
  method: 'PATCH',
  path: '/api/settings/auto-reply',
  summary: 'Whether filtered senders are answered',
  input: Switch,
  reply: Nothing,
})

/** In alphabetical order. Without Pro it is kept, and does not apply. */
export const listWhitelist = endpoint({
  method: 'GET',
  path: '/api/whitelist',
  summary: 'Domains from which all mail is wanted',
  input: Nothing,
  reply: Whitelist,
})

/** Takes a domain, or an address or a link with one in it. One that is listed already is a 409. */
export const addToWhitelist = endpoint({
  method: 'POST',
  path: '/api/whitelist',
  summary: 'Add a domain to the whitelist',
  input: z.object({ domain: z.string().check(z.maxLength(1000)) }),
  reply: Whitelist,
})

/** One that is not listed is no longer listed either. */
export const removeFromWhitelist = endpoint({
  method: 'DELETE',
  path: '/api/whitelist/:domain',
  summary: 'Remove a domain from the whitelist',
  input: z.object({ domain: z.string() }),
  reply: Whitelist,
})

/** Judge and record, and move nothing. */
export const setObserveOnly = endpoint({
  method: 'PATCH',
  path: '/api/accounts/:id/observe-only',
  summary: 'Whether mail of an account is only watched',
  input: z.object({ id: MailboxId, enabled: z.boolean() }),
  reply: Nothing,
})

export const KnownSender = z.object({
  address: z.string(),
  standing: z.enum(['trusted', 'blocked']),
  settledAt: z.iso.datetime(),
})
export type KnownSender = z.infer<typeof KnownSender>

/** Newest first, 200 at a time. `before` is the address of the last one the caller holds. */
export const listSenders = endpoint({
  method: 'GET',
  path: '/api/senders',
  summary: 'Senders about whom the user has made up their mind',
  input: z.object({ before: z.optional(z.string().check(z.maxLength(254))) }),
  reply: z.array(KnownSender),
})

/** Neither trusted nor blocked from now on, and what was learned from their mail is forgotten. */
export const forgetSender = endpoint({
  method: 'DELETE',
  path: '/api/senders/:address',
  summary: 'Forget what was decided about a sender',
  input: z.object({ address: z.string().check(z.maxLength(254)) }),
  reply: Nothing,
})

/** Whom the user trusts or blocks stays as it is. */
export const eraseLessons = endpoint({
  method: 'DELETE',
  path: '/api/lessons',
  summary: 'Forget what was learned from restores and reports',
  input: Nothing,
  reply: Nothing,
})
