import { categories as mailCategories } from '@doorman/domain/decide'
import type {
  AuthorId,
  CategoryId,
  ContactMessageId,
  DecisionId,
  GrantId,
  MailId,
  MailboxId,
  PictureId,
  PostId,
  ReplyId,
  UserId,
} from '@doorman/domain/ids'
import type { LessonReason } from '@doorman/domain/learning'
import { mailboxProblems, providers, syncStatuses } from '@doorman/domain/mailbox'
import { subscriptionIntervals, subscriptionStatuses } from '@doorman/domain/plan'
import type { RedactionCounts } from '@doorman/domain/redact'
import type { Signal } from '@doorman/domain/signals'
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

/** The tables as the code sees them. `migrations/` makes them; a test compares the two. */

const id = () => uuid().primaryKey().defaultRandom()
const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
    .$type<UserId>()
const mailboxId = () =>
  uuid('mailbox_id')
    .notNull()
    .references(() => mailboxes.id, { onDelete: 'cascade' })
    .$type<MailboxId>()
const postId = () =>
  uuid('post_id')
    .notNull()
    .references(() => posts.id, { onDelete: 'cascade' })
    .$type<PostId>()
const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea' })
const time = (name: string) => timestamp(name, { withTimezone: true })

export const users = pgTable('users', {
  id: id().$type<UserId>(),
  email: text().notNull().unique(),
  name: text().notNull().default(''),
  timeZone: text('time_zone').notNull().default('UTC'),
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
  repliesAgreedAt: time('replies_agreed_at'),
  replyText: text('reply_text'),
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

export const grants = pgTable('grants', {
  id: id().$type<GrantId>(),
  provider: text({ enum: providers }).notNull(),
  subject: text().notNull(),
  accessToken: text('access_token').notNull(),
  refreshToken: text('refresh_token').notNull(),
  keyVersion: integer('key_version').notNull(),
  accessTokenExpiresAt: time('access_token_expires_at').notNull(),
  pushId: text('push_id'),
  pushExpiresAt: time('push_expires_at'),
  pushRenewAt: time('push_renew_at'),
  endedAt: time('ended_at'),
})

export const mailboxes = pgTable('mailboxes', {
  id: id().$type<MailboxId>(),
  userId: userId(),
  grantId: uuid('grant_id')
    .notNull()
    .unique()
    .references(() => grants.id)
    .$type<GrantId>(),
  provider: text({ enum: providers }).notNull(),
  subject: text().notNull(),
  address: text().notNull(),
  createdAt: time('created_at').notNull(),
  lastActiveAt: time('last_active_at').notNull(),
  isActive: boolean('is_active').notNull(),
  isPaused: boolean('is_paused').notNull().default(false),
  cursor: text(),
  syncStatus: text('sync_status', { enum: syncStatuses }).notNull().default('waiting'),
  syncProgress: integer('sync_progress').notNull().default(0),
  syncTotal: integer('sync_total').notNull().default(0),
  lastCheckedAt: time('last_checked_at'),
  nextCheckAt: time('next_check_at'),
  problem: text({ enum: mailboxProblems }),
  syncRun: integer('sync_run').notNull().default(0),
  ownAddresses: text('own_addresses').array().notNull().default([]),
  ownAddressesAt: time('own_addresses_at'),
  isObserveOnly: boolean('is_observe_only').notNull().default(false),
  lostToldAt: time('lost_told_at'),
})

export const decisions = pgTable('decisions', {
  id: id().$type<DecisionId>(),
  mailboxId: mailboxId(),
  messageId: text('message_id').notNull().$type<MailId>(),
  outcome: text({ enum: ['keep', 'observe', 'filter'] }).notNull(),
  reason: text().notNull(),
  decidedAt: time('decided_at').notNull(),
  receivedAt: time('received_at'),
  threadId: text('thread_id'),
  headerId: text('header_id'),
  senderName: text('sender_name'),
  senderAddress: text('sender_address'),
  subject: text(),
  category: text({ enum: mailCategories }),
  score: doublePrecision(),
  signals: text().array().notNull().default([]).$type<Signal[]>(),
  lessons: text().array().notNull().default([]).$type<LessonReason[]>(),
  redactions: jsonb().notNull().default({}).$type<RedactionCounts>(),
  mayRespond: boolean('may_respond').notNull().default(false),
  state: text({ enum: ['pending', 'done', 'restored', 'spam', 'gone'] }),
  actedAt: time('acted_at'),
  restoredBy: text('restored_by', { enum: ['user', 'sender'] }),
  saidAt: time('said_at'),
  movingUntil: time('moving_until'),
})

export const undecidedMessages = pgTable(
  'undecided_messages',
  {
    mailboxId: mailboxId(),
    messageId: text('message_id').notNull().$type<MailId>(),
    foundAt: time('found_at').notNull(),
    isFirstScan: boolean('is_first_scan').notNull(),
    starts: integer().notNull().default(0),
    isNews: boolean('is_news').notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.mailboxId, table.messageId] })],
)

export const dailyCounts = pgTable(
  'daily_counts',
  {
    mailboxId: mailboxId(),
    dayOn: date('day_on').notNull(),
    processed: integer().notNull(),
    filtered: integer().notNull(),
    restored: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.mailboxId, table.dayOn] })],
)

export const knownSenders = pgTable(
  'known_senders',
  {
    userId: userId(),
    address: text().notNull(),
    standing: text({ enum: ['trusted', 'blocked'] }).notNull(),
    settledAt: time('settled_at').notNull(),
    decisionId: uuid('decision_id').notNull().$type<DecisionId>(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.address, table.decisionId] })],
)

export const whitelistDomains = pgTable(
  'whitelist_domains',
  {
    userId: userId(),
    domain: text().notNull(),
    addedAt: time('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.domain] })],
)

export const lessons = pgTable('lessons', {
  userId: userId().primaryKey(),
  acts: jsonb().notNull(),
})

export const smartReplies = pgTable('smart_replies', {
  id: id().$type<ReplyId>(),
  userId: userId(),
  mailboxId: uuid('mailbox_id')
    .references(() => mailboxes.id, { onDelete: 'set null' })
    .$type<MailboxId>(),
  decisionId: uuid('decision_id')
    .unique()
    .references(() => decisions.id, { onDelete: 'set null' })
    .$type<DecisionId>(),
  sender: text().notNull(),
  organisation: text().notNull(),
  claimedAt: time('claimed_at').notNull(),
  draftId: text('draft_id'),
  state: text({ enum: ['claimed', 'sent', 'unsent', 'bounced'] })
    .notNull()
    .default('claimed'),
  headerId: text('header_id'),
  appealedAt: time('appealed_at'),
})

const usage = () => ({
  tokens: bigint({ mode: 'number' }).notNull().default(0),
  microUsd: bigint('micro_usd', { mode: 'number' }).notNull().default(0),
})

export const modelUsage = pgTable('model_usage', {
  dayOn: date('day_on').primaryKey(),
  ...usage(),
})

export const userModelUsage = pgTable(
  'user_model_usage',
  { userId: userId(), dayOn: date('day_on').notNull(), ...usage() },
  (table) => [primaryKey({ columns: [table.userId, table.dayOn] })],
)

export const oauthAttempts = pgTable('oauth_attempts', {
  id: id(),
  userId: userId(),
  sessionId: uuid('session_id')
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  provider: text({ enum: providers }).notNull(),
  stateHash: text('state_hash').notNull().unique(),
  nonce: text().notNull(),
  codeVerifier: text('code_verifier').notNull(),
  keyVersion: integer('key_version').notNull(),
  redirectUrl: text('redirect_url').notNull(),
  isObserveOnly: boolean('is_observe_only').notNull().default(false),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
  outcome: text(),
})

export const subscriptions = pgTable('subscriptions', {
  userId: userId().primaryKey(),
  status: text({ enum: subscriptionStatuses }).notNull(),
  interval: text({ enum: subscriptionIntervals }).notNull(),
  endsAt: time('ends_at').notNull(),
})

export const authors = pgTable('authors', {
  id: id().$type<AuthorId>(),
  slug: text().notNull().unique(),
  name: text().notNull(),
  bio: text().notNull(),
  image: text(),
  linkedinUrl: text('linkedin_url'),
  instagramUrl: text('instagram_url'),
  isEdited: boolean('is_edited').notNull().default(false),
})

export const categories = pgTable('categories', {
  id: id().$type<CategoryId>(),
  slug: text().notNull().unique(),
  name: text().notNull(),
  description: text(),
  isEdited: boolean('is_edited').notNull().default(false),
})

export const posts = pgTable('posts', {
  id: id().$type<PostId>(),
  slug: text().notNull().unique(),
  title: text().notNull(),
  metaDescription: text('meta_description').notNull(),
  excerpt: text().notNull(),
  content: text().notNull(),
  authorId: uuid('author_id')
    .notNull()
    .references(() => authors.id)
    .$type<AuthorId>(),
  featuredImageAlt: text('featured_image_alt').notNull(),
  publishedAt: time('published_at'),
  viewCount: integer('view_count').notNull().default(0),
  linkedinShares: integer('linkedin_shares').notNull().default(0),
  twitterShares: integer('twitter_shares').notNull().default(0),
  facebookShares: integer('facebook_shares').notNull().default(0),
  redditShares: integer('reddit_shares').notNull().default(0),
  importedHash: text('imported_hash'),
  version: integer().notNull().default(1),
  updatedAt: time('updated_at').notNull(),
  pictureId: uuid('picture_id').$type<PictureId>(),
  coverSeed: text('cover_seed').notNull().default(''),
})

export const postImages = pgTable(
  'post_images',
  {
    pictureId: uuid('picture_id').notNull().$type<PictureId>(),
    name: text().notNull(),
    postId: postId(),
    bytes: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.pictureId, table.name] })],
)

export const postCategories = pgTable(
  'post_categories',
  {
    postId: postId(),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' })
      .$type<CategoryId>(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.categoryId] })],
)

export const slugRedirects = pgTable('slug_redirects', {
  slug: text().primaryKey(),
  postId: postId(),
})

export const settings = pgTable('settings', {
  id: boolean().primaryKey().default(true),
  gmailOauthRedirectUrl: text('gmail_oauth_redirect_url'),
  microsoftOauthRedirectUrl: text('microsoft_oauth_redirect_url'),
  googleGuideEnabled: boolean('google_guide_enabled').notNull().default(false),
  googleGuideVideoUrl: text('google_guide_video_url').notNull().default(''),
  microsoftGuideEnabled: boolean('microsoft_guide_enabled').notNull().default(false),
  microsoftGuideVideoUrl: text('microsoft_guide_video_url').notNull().default(''),
  trackingCodeHead: text('tracking_code_head').notNull().default(''),
  trackingCodeBodyStart: text('tracking_code_body_start').notNull().default(''),
  trackingCodeBodyEnd: text('tracking_code_body_end').notNull().default(''),
  areRepliesStopped: boolean('are_replies_stopped').notNull().default(false),
})

export const contactMessages = pgTable('contact_messages', {
  id: id().$type<ContactMessageId>(),
  name: text().notNull(),
  email: text().notNull(),
  message: text().notNull(),
  receivedAt: time('received_at').notNull(),
})
