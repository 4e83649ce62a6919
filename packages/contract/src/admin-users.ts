import { UserId } from '@doorman/domain/ids'
import { subscriptionStatuses } from '@doorman/domain/plans/plan'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const Nothing = z.object({})

export const AdminStats = z.object({
  totalUsers: z.number(),
  totalFilteredEmails: z.number(),
  activeSubscriptions: z.number(),
  trialUsers: z.number(),
})
export type AdminStats = z.infer<typeof AdminStats>

export const loadAdminStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  summary: 'Load the figures of the overview',
  input: Nothing,
  reply: AdminStats,
})

export const AdminUser = z.object({
  id: UserId,
  email: z.string(),
  /** Whether a mailbox of the provider is connected. */
  providers: z.object({ gmail: z.boolean(), microsoft: z.boolean() }),
  filteredEmailCount: z.number(),
  isVerified: z.boolean(),
  isAdmin: z.boolean(),
  subscriptionStatus: z.enum(subscriptionStatuses),
  trialEndDate: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
})
export type AdminUser = z.infer<typeof AdminUser>

export const userSortKeys = ['createdAt', 'email', 'filteredEmailCount', 'trialEndDate'] as const
export type UserSortKey = (typeof userSortKeys)[number]

/** Keyset pagination: a page loads as fast among 100,000 users as among ten. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'List, search and sort users',
  input: z.object({
    /** Part of the address. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(254))),
    sort: z.optional(z.enum(userSortKeys)),
    order: z.optional(z.enum(['asc', 'desc'])),
    cursor: z.optional(z.string().check(z.maxLength(1_000))),
  }),
  reply: z.object({ list: z.array(AdminUser), nextCursor: z.nullable(z.string()) }),
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id',
  summary: 'Delete a user and everything they have here',
  input: z.object({ id: UserId }),
  reply: Nothing,
})

/** From then on the app shows what the user sees, for an hour at most. */
export const switchUser = endpoint({
  method: 'POST',
  path: '/api/admin/switch-user',
  summary: 'View the app as a user',
  input: z.object({ targetUserId: UserId }),
  reply: z.object({ user: z.object({ email: z.string() }) }),
})

export const switchBack = endpoint({
  method: 'POST',
  path: '/api/admin/switch-back',
  summary: 'Stop viewing the app as a user',
  input: Nothing,
  reply: Nothing,
})
