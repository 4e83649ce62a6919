import { bigint, boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '@doorman/domain/ids'

/** The tables as the code sees them. `migrations/` makes them; a test compares the two. */

const id = () => uuid().primaryKey().defaultRandom()
const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
    .$type<UserId>()
const time = (name: string) => timestamp(name, { withTimezone: true })

export const users = pgTable('users', {
  id: id().$type<UserId>(),
  email: text().notNull().unique(),
  name: text().notNull().default(''),
  image: text(),
  emailVerified: boolean('email_verified').notNull().default(false),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
  role: text({ enum: ['user', 'admin'] })
    .notNull()
    .default('user'),
  trialEndsAt: time('trial_ends_at'),
  filterRecruiters: boolean('filter_recruiters').notNull().default(true),
  filterInvestors: boolean('filter_investors').notNull().default(true),
  autoReplyEnabled: boolean('auto_reply_enabled').notNull().default(false),
})

export const accounts = pgTable('accounts', {
  id: id(),
  userId: userId(),
  providerId: text('provider_id').notNull(),
  accountId: text('account_id').notNull(),
  password: text(),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
})

export const sessions = pgTable('sessions', {
  id: id(),
  userId: userId(),
  token: text().notNull().unique(),
  expiresAt: time('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
})

export const linkTokens = pgTable('link_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  userId: userId(),
  purpose: text({ enum: ['verify-email', 'reset-password'] }).notNull(),
  expiresAt: time('expires_at').notNull(),
})

export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

export const deletedUsers = pgTable('deleted_users', {
  id: uuid().primaryKey().$type<UserId>(),
  deletedAt: time('deleted_at').notNull(),
})
