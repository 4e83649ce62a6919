import { categories as mailCategories } from '@doorman/domain/screening/categories'
import type {
  AddressChangeId,
  AuthorId,
  CategoryId,
  ContactMessageId,
  DecisionId,
  EmailId,
  GrantId,
  ProviderMessageId,
  MailboxId,
  PasskeyId,
  PayerId,
  PictureId,
  PostId,
  ReplyId,
  UserId,
} from '@doorman/domain/ids'
import type { LessonReason } from '@doorman/domain/learning/verdict-offset'
import { mailboxProblems, mailProviders, syncStatuses } from '@doorman/domain/mail/mailbox'
import { subscriptionIntervals, subscriptionStatuses } from '@doorman/domain/plans/plan'
import type { AuditAct, AuditDetails } from '@doorman/domain/accounts/audit'
import { emailKinds } from '@doorman/domain/accounts/email-kinds'
import { signInProviders } from '@doorman/domain/accounts/social-sign-in'
import type { RedactionCounts } from '@doorman/domain/redaction/redact'
import type { Signal } from '@doorman/domain/screening/signals'
import { decisionStates } from '@doorman/domain/screening/user-action'
import { trackingCodeFields } from '@doorman/domain/site/tracking-codes'
import { sql } from 'drizzle-orm'
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

/**
 * The tables as the code sees them. The SQL files in `migrations/` create them; a test compares the
 * two. docs/data-model.md describes every table and column.
 */

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

/** One row per person with an account. Everything else belongs to a user. */
export const users = pgTable('users', {
  id: id().$type<UserId>(),
  /** In lower case. */
  email: text().notNull().unique(),
  name: text().notNull().default(''),
  /** IANA name that the user's browser sent last, such as Europe/Berlin. */
  timeZone: text('time_zone').notNull().default('UTC'),
  /** Not used; always null. */
  image: text(),
  emailVerified: boolean('email_verified').notNull().default(false),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
  role: text({ enum: ['user', 'admin'] })
    .notNull()
    .default('user'),
  /** Set when the first mailbox is connected. The plan is derived from it and never stored. */
  trialEndsAt: time('trial_ends_at'),
  /** Whether cold email from recruiters (below: from investors) is filtered. Pro only. */
  filterRecruiters: boolean('filter_recruiters').notNull().default(true),
  filterInvestors: boolean('filter_investors').notNull().default(true),
  /** Switch for smart responses. Counts on Pro only: the Free plan always replies. */
  autoReplyEnabled: boolean('auto_reply_enabled').notNull().default(false),
  /** When the user agreed to smart responses. Until then no reply is sent. */
  repliesAgreedAt: time('replies_agreed_at'),
  /** The user's own words for the smart response. Null: our current text. */
  replyText: text('reply_text'),
  /** Emails that the user can switch off. */
  weeklyReportEnabled: boolean('weekly_report_enabled').notNull().default(true),
  trialRemindersEnabled: boolean('trial_reminders_enabled').notNull().default(true),
  /** Until then a page of the user may be open, so changes of their emails are announced. */
  pagesOpenUntil: time('pages_open_until'),
})

/** The ways in which a user signs in. Connected mail accounts are `mailboxes`. */
export const accounts = pgTable('accounts', {
  id: id(),
  userId: userId(),
  /** `credential`: with a password. Otherwise at Google or Microsoft. */
  providerId: text('provider_id', { enum: ['credential', 'google', 'microsoft'] }).notNull(),
  /** The provider's id of the person; for a password the user's own id. */
  accountId: text('account_id').notNull(),
  /** argon2id hash. Null for the providers. */
  password: text(),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
})

/** Login sessions. */
export const sessions = pgTable('sessions', {
  id: id(),
  userId: userId(),
  /** 'sha256:' and the hash of the cookie's token: a stolen copy of the table is useless. */
  token: text().notNull().unique(),
  expiresAt: time('expires_at').notNull(),
  /** Where the user signed in: only the network of the IP address. */
  network: text('ip_address'),
  userAgent: text('user_agent'),
  createdAt: time('created_at').notNull().defaultNow(),
  /** Time of the last use, by which idle sessions end. */
  updatedAt: time('updated_at').notNull().defaultNow(),
  /** When the second factor (below: the password) was last given in this session. */
  secondFactorAt: time('second_factor_at'),
  passwordAt: time('password_at'),
  /** What the user's passkey has to sign next, when one is added. */
  challenge: text(),
  /**
   * The user as whom an admin views the app. No foreign key: if the deletion of the user made this
   * null, the admin's next action would change their own account.
   */
  viewedUserId: uuid('viewed_user_id').$type<UserId>(),
  /** Null once the end of the view is recorded. The browser may not know of it yet. */
  viewEndsAt: time('view_ends_at'),
})

/**
 * Sign-ins that wait for the second factor. A row gives no access: it only lets the user prove it.
 */
export const pendingSignIns = pgTable('pending_sign_ins', {
  tokenHash: text('token_hash').primaryKey(),
  userId: userId(),
  /** What a passkey has to sign. */
  challenge: text(),
  /** Whether the password was given, or another provider vouched for the user. */
  hasPassword: boolean('has_password').notNull(),
  expiresAt: time('expires_at').notNull(),
})

/** The secret that a user's authenticator app shares with us. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: userId().primaryKey(),
  /** Sealed with AES-256-GCM; can be opened for this row only. */
  secret: text().notNull(),
  keyVersion: integer('key_version').notNull(),
  /** When the user entered a first code. Until then the secret is not asked for. */
  confirmedAt: time('confirmed_at'),
  /** The 30 seconds whose code was used last. An earlier or the same code is refused. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
})

/** Codes for users without their phone. Each works once, and only its hash is stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: userId(),
    codeHash: text('code_hash').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

export const passkeys = pgTable('passkeys', {
  id: id().$type<PasskeyId>(),
  userId: userId(),
  /** The authenticator's id of the passkey, in base64url. */
  credentialId: text('credential_id').notNull().unique(),
  publicKey: bytes('public_key').notNull(),
  /** Counts signatures, if the authenticator does. A lower number betrays a copy. */
  counter: bigint({ mode: 'number' }).notNull(),
  /** How the browser reaches the authenticator: usb, internal, hybrid … */
  transports: text().array().notNull(),
  /** The user's own name for it. */
  name: text().notNull(),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at'),
})

/**
 * Links that we email. A link to an account works once within an hour, a link that restores once
 * within a month. A link that confirms a change of address is not used up.
 */
export const linkTokens = pgTable('link_tokens', {
  /** Only the hash is stored, so that reading the table opens no account. */
  tokenHash: text('token_hash').primaryKey(),
  userId: userId(),
  purpose: text({
    enum: [
      'verify-email',
      'reset-password',
      'set-password',
      'restore',
      'confirm-old-address',
      'confirm-new-address',
      'export',
    ],
  }).notNull(),
  /** The filtered email that a link restores. */
  decisionId: uuid('decision_id')
    .references(() => decisions.id, { onDelete: 'cascade' })
    .$type<DecisionId>(),
  /** The change of address that a link confirms. */
  addressChangeId: uuid('address_change_id')
    .references(() => addressChanges.id, { onDelete: 'cascade' })
    .$type<AddressChangeId>(),
  /** What the download of a link contains. */
  exportFormat: text('export_format', { enum: ['json', 'csv'] }),
  expiresAt: time('expires_at').notNull(),
  /** When it was redeemed, or replaced by a newer link. The row stays until the link expires. */
  usedAt: time('used_at'),
})

/** A user's request to change their address. It is applied when both addresses have confirmed it. */
export const addressChanges = pgTable('address_changes', {
  id: id().$type<AddressChangeId>(),
  /** One at a time. A new request replaces the earlier one and its links. */
  userId: userId().unique(),
  /** In lower case. */
  newEmail: text('new_email').notNull(),
  requestedAt: time('requested_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  oldConfirmedAt: time('old_confirmed_at'),
  newConfirmedAt: time('new_confirmed_at'),
  /** The row stays until it expires, so that a second click says what has happened. */
  appliedAt: time('applied_at'),
})

/** Counters of the rate limits, shared by all processes. */
export const rateLimits = pgTable('rate_limits', {
  /** Name of the limit and a hash of the address or user; never the address itself. */
  key: text().primaryKey(),
  /** How much of the limit is used. */
  points: integer().notNull().default(0),
  /** When the counter starts again at 0: milliseconds since 1970. */
  expire: bigint({ mode: 'number' }),
})

/** Tombstones: a late job or webhook for a deleted user finds the id here and recreates nothing. */
export const deletedUsers = pgTable('deleted_users', {
  id: uuid().primaryKey().$type<UserId>(),
  deletedAt: time('deleted_at').notNull(),
})

/**
 * Our access to one mailbox at its provider: tokens and push subscription. It outlives the mailbox:
 * after a disconnect a job revokes the grant, with retries. It does not name the user.
 */
export const grants = pgTable('grants', {
  id: id().$type<GrantId>(),
  provider: text({ enum: mailProviders }).notNull(),
  /** The provider's id of the person (Google's `sub`, Microsoft's tenant and object id). */
  providerAccountId: text('provider_account_id').notNull(),
  /** Both tokens are sealed with AES-256-GCM and can be opened for this row only. */
  accessToken: text('access_token').notNull(),
  refreshToken: text('refresh_token').notNull(),
  /** Version of the key that sealed them. */
  keyVersion: integer('key_version').notNull(),
  accessTokenExpiresAt: time('access_token_expires_at').notNull(),
  /** The provider's id of the push subscription; null without one. */
  pushId: text('push_id'),
  pushExpiresAt: time('push_expires_at'),
  /** When to renew it, or to try again after a refusal. Null: at the next sync. */
  pushRenewAt: time('push_renew_at'),
  /** Set once no mailbox uses the grant and it is to be revoked. */
  endedAt: time('ended_at'),
})

/** Which keys have sealed secrets of this database, so that a wrong one is noticed at the start. */
export const tokenKeys = pgTable('token_keys', {
  version: integer().primaryKey(),
  /** Derived from the key. It identifies the key and does not reveal it. */
  checkValue: text('check_value').notNull(),
})

/** Connected inboxes. A provider account belongs to one user at most. */
export const mailboxes = pgTable('mailboxes', {
  id: id().$type<MailboxId>(),
  userId: userId(),
  grantId: uuid('grant_id')
    .notNull()
    .unique()
    .references(() => grants.id)
    .$type<GrantId>(),
  provider: text({ enum: mailProviders }).notNull(),
  /** As in `grants`. The address can change; this id does not. */
  providerAccountId: text('provider_account_id').notNull(),
  address: text().notNull(),
  createdAt: time('created_at').notNull(),
  /** When its user last connected, resumed or chose it. The Free plan keeps the latest active. */
  lastActiveAt: time('last_active_at').notNull(),
  /** Set by the plan. Mail is screened if the mailbox is active and not paused. */
  isActive: boolean('is_active').notNull(),
  /** Set by the user. */
  isPaused: boolean('is_paused').notNull().default(false),
  /** Where the next sync continues. Only the provider's adapter can read it. */
  cursor: text(),
  /** State of the first scan: `syncProgress` of `syncTotal` messages are decided. */
  syncStatus: text('sync_status', { enum: syncStatuses }).notNull().default('waiting'),
  syncProgress: integer('sync_progress').notNull().default(0),
  syncTotal: integer('sync_total').notNull().default(0),
  /** End of the last sync that succeeded. */
  lastCheckedAt: time('last_checked_at'),
  /** When to poll again. Null while the user has to reconnect. */
  nextCheckAt: time('next_check_at'),
  /** The provider's Retry-After: no job calls the provider for this mailbox before. */
  providerRetryAt: time('provider_retry_at'),
  problem: text({ enum: mailboxProblems }),
  /** Fencing token: each sync increments it, and writes of an older sync are refused. */
  syncRun: integer('sync_run').notNull().default(0),
  /** The last sync that reached its end. If more than one began since, one of them died. */
  finishedRun: integer('finished_run').notNull().default(0),
  /** The address and its aliases, asked for once a day. */
  ownAddresses: text('own_addresses').array().notNull().default([]),
  ownAddressesLoadedAt: time('own_addresses_loaded_at'),
  /** Judge and record, but move nothing. */
  isObserveOnly: boolean('is_observe_only').notNull().default(false),
  /** When we last emailed the user that this mailbox needs to be reconnected. */
  lossNotifiedAt: time('loss_notified_at'),
  /** From then on the mailbox is late: three intervals after its last check. */
  lateAfter: time('late_after')
    .notNull()
    .default(sql`now() + interval '15 minutes'`),
  /** When its last reconciliation was enqueued. */
  reconciledAt: time('reconciled_at'),
  /** The next reconciliation begins after this decision. Null: at the first one. */
  reconciledUpTo: uuid('reconciled_up_to').$type<DecisionId>(),
  /** The summary of the first scan is shown until its user dismisses it. */
  firstScanDismissedAt: time('first_scan_dismissed_at'),
})

/** How far the index of correspondents of a mailbox is. */
export const correspondentIndexes = pgTable('correspondent_indexes', {
  mailboxId: mailboxId().primaryKey(),
  /** The key of the hashes in `correspondents` and `sent_messages`, sealed like tokens. */
  hashKey: text('hash_key').notNull(),
  keyVersion: integer('key_version').notNull(),
  /** Fencing token: each restart increments it, so that a page read before the restart is not stored. */
  restartCount: integer('restart_count').notNull().default(0),
  /** Where the next page of sent messages starts. Null: at the newest. */
  nextPage: text('next_page'),
  /** Reading stops at messages sent before this time. Null: it reads all of them. */
  readsSince: time('reads_since'),
  /**
   * A sync could not follow the sent messages while they were being read. After this reading, a
   * second one begins that stops at messages sent before this time.
   */
  readAgainSince: time('read_again_since'),
  /** Messages read so far, and how many there were when reading began. */
  readCount: integer('read_count').notNull().default(0),
  totalCount: integer('total_count'),
  /** Null while sent messages are being read. Until then, a missing address proves nothing. */
  completedAt: time('completed_at'),
})

/** The addresses to which a user has written, as keyed hashes. */
export const correspondents = pgTable(
  'correspondents',
  {
    mailboxId: mailboxId(),
    addressHash: bytes('address_hash').notNull(),
    domainHash: bytes('domain_hash').notNull(),
    firstSentAt: time('first_sent_at').notNull(),
    lastSentAt: time('last_sent_at').notNull(),
    sentCount: integer('sent_count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mailboxId, table.addressHash] })],
)

/** The messages that a user has sent in the last 400 days. An answer refers to one of them. */
export const sentMessages = pgTable(
  'sent_messages',
  {
    mailboxId: mailboxId(),
    /** Keyed hash of the Message-ID or, if there is none, of the provider's id. */
    messageHash: bytes('message_hash').notNull(),
    sentAt: time('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mailboxId, table.messageHash] })],
)

/**
 * One row per screened message: what was decided, why, and where the message is now. It holds
 * headers only, never a body. For a kept message it lacks even the sender, and is deleted after 30
 * days.
 */
export const decisions = pgTable('decisions', {
  id: id().$type<DecisionId>(),
  /** No reference: there may be too many rows to delete with the mailbox. A job deletes them. */
  mailboxId: uuid('mailbox_id').notNull().$type<MailboxId>(),
  providerMessageId: text('provider_message_id').notNull().$type<ProviderMessageId>(),
  /** Observe: would have been filtered, but the mailbox is observe-only. */
  outcome: text({ enum: ['keep', 'observe', 'filter'] }).notNull(),
  /** A reason of packages/domain/src/screening/reasons.ts. */
  reason: text().notNull(),
  decidedAt: time('decided_at').notNull(),
  /** By the provider's clock. Null if the message was gone before we could read it. */
  receivedAt: time('received_at'),
  threadId: text('thread_id'),
  /** The Message-ID header (RFC 5322), if the message has one. */
  rfcMessageId: text('rfc_message_id'),
  /** Name and address are null if there was no sender, or more than one. */
  senderName: text('sender_name'),
  senderAddress: text('sender_address'),
  /** A contact form sent it, and the sender is the author who was typed into the form. */
  viaContactForm: boolean('via_contact_form').notNull().default(false),
  subject: text(),
  category: text({ enum: mailCategories }),
  /** Probability of cold outreach, 0 to 1. Null if the sender alone decided. */
  score: doublePrecision(),
  signals: text().array().notNull().default([]).$type<Signal[]>(),
  /** How the user's earlier actions changed the score. */
  lessons: text().array().notNull().default([]).$type<LessonReason[]>(),
  /** How many of each kind were redacted before the message was judged. */
  redactions: jsonb().notNull().default({}).$type<RedactionCounts>(),
  /** The decision allows a smart response, and the message was new. */
  mayReply: boolean('may_reply').notNull().default(false),
  /**
   * Where a filtered message is to be. Pending: still to be set aside. Restored: in the inbox, its
   * sender trusted. Returned: in the inbox, without trusting the sender. Spam: in the junk folder,
   * or set aside if a contact form sent it.
   * Gone: the message was deleted or moved elsewhere, or could not be moved for a week, so we leave
   * it. An observed message has no state until its user keeps it (restored); kept ones have none.
   */
  state: text({ enum: decisionStates }),
  /** When the mailbox last matched `state`. Null while a move is pending. */
  movedAt: time('moved_at'),
  /**
   * Who brought a filtered message back to the inbox. `sender`: the sender replied "We've met before"
   * to the smart response.
   */
  restoredBy: text('restored_by', { enum: ['user', 'sender'] }),
  /** When the user (or an appeal) last acted on the message: restore, report spam or undo. */
  actionAt: time('action_at'),
  /**
   * Lease: until then only the worker that set it may move the message. 1970: the worker gave it
   * back before the move was recorded.
   */
  leasedUntil: time('leased_until'),
  /** When an admin decided to leave a message that could not be checked in the inbox. */
  leftUncheckedAt: time('left_unchecked_at'),
  /**
   * The day of `daily_counts` that counts the message: the day on which it arrived, in the user's time
   * zone. Null in decisions of earlier versions, which counted on the day of the decision.
   */
  countedOn: date('counted_on'),
})

/**
 * Messages that a sync found and screening has not decided. The row is written with the cursor and
 * deleted with the decision, so no message is lost when a job is.
 */
export const undecidedMessages = pgTable(
  'undecided_messages',
  {
    mailboxId: mailboxId(),
    providerMessageId: text('provider_message_id').notNull().$type<ProviderMessageId>(),
    foundAt: time('found_at').notNull(),
    /** Counts towards the progress of the mailbox's first scan. */
    isFirstScan: boolean('is_first_scan').notNull(),
    /** Screenings started. Limits retries of a message that crashes the worker. */
    startCount: integer('start_count').notNull().default(0),
    /** False if a scan of the inbox found it: old mail gets no smart response. */
    isNewArrival: boolean('is_new_arrival').notNull().default(true),
    /** The user moved it to the inbox, so it stays there. */
    wasMovedToInbox: boolean('was_moved_to_inbox').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.mailboxId, table.providerMessageId] })],
)

/** Totals per mailbox and day. They stay correct after the decisions of kept mail are deleted. */
export const dailyCounts = pgTable(
  'daily_counts',
  {
    mailboxId: mailboxId(),
    /** A day in the user's time zone. */
    dayOn: date('day_on').notNull(),
    /** Messages that arrived that day and have been decided. */
    processed: integer().notNull(),
    filtered: integer().notNull(),
    /** How many of the filtered messages of that day are back in the inbox. */
    restored: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.mailboxId, table.dayOn] })],
)

/** Filtered emails per user: the sum over `daily_counts`, kept by triggers, to sort users by. */
export const filteredTotals = pgTable('filtered_totals', {
  userId: userId().primaryKey(),
  filtered: integer().notNull().default(0),
})

/** Senders a user has trusted (by restoring) or blocked (by reporting). The latest row counts. */
export const senderReputations = pgTable(
  'sender_reputations',
  {
    userId: userId(),
    address: text().notNull(),
    reputation: text({ enum: ['trusted', 'blocked'] }).notNull(),
    setAt: time('set_at').notNull(),
    /**
     * The decision that was restored or reported. No reference: the row outlives the mailbox. The nil
     * UUID: the user trusts the sender without an email.
     */
    decisionId: uuid('decision_id').notNull().$type<DecisionId>(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.address, table.decisionId] })],
)

/** Domains whose mail is never filtered. */
export const whitelistDomains = pgTable(
  'whitelist_domains',
  {
    userId: userId(),
    /** In ASCII and lower case, as domains are compared. */
    domain: text().notNull(),
    addedAt: time('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.domain] })],
)

/** What a user has taught us by restoring and reporting. */
export const lessons = pgTable('lessons', {
  userId: userId().primaryKey(),
  /** At most 500 `Lesson`s (packages/domain/src/learning/lessons.ts), without text of the mail. */
  actions: jsonb().notNull(),
})

/**
 * Replies in users' names. The row is a claim: it is written before the reply is sent and used
 * once, so a crash can lose a reply but never send two.
 */
export const smartReplies = pgTable('smart_replies', {
  /** Sent along in a header, by which we recognise our own reply. */
  id: id().$type<ReplyId>(),
  userId: userId(),
  /** Null once the mailbox is disconnected: for a month the sender still gets no second reply. */
  mailboxId: uuid('mailbox_id')
    .references(() => mailboxes.id, { onDelete: 'set null' })
    .$type<MailboxId>(),
  decisionId: uuid('decision_id')
    .unique()
    .references(() => decisions.id, { onDelete: 'set null' })
    .$type<DecisionId>(),
  /** The sender's address without tags and dots that reach the same inbox. */
  sender: text().notNull(),
  /** Registrable domain of the sender, or the address itself at a freemail provider. */
  organisation: text().notNull(),
  claimedAt: time('claimed_at').notNull(),
  /** The provider's id of the draft that is sent; null before there is one. */
  draftId: text('draft_id'),
  state: text({ enum: ['claimed', 'sent', 'unsent', 'bounced'] })
    .notNull()
    .default('claimed'),
  /** The Message-ID under which the reply was sent. */
  rfcMessageId: text('rfc_message_id'),
  /** When the sender replied "We've met before". Only the first such reply counts. */
  appealedAt: time('appealed_at'),
})

const usage = () => ({
  tokens: bigint({ mode: 'number' }).notNull().default(0),
  /** Millionths of a US dollar. */
  microUsd: bigint('micro_usd', { mode: 'number' }).notNull().default(0),
})

/** What the language model has cost per day (UTC), for the daily limits. */
export const modelUsage = pgTable('model_usage', {
  dayOn: date('day_on').primaryKey(),
  ...usage(),
})

/** What the language model has cost per user and day (UTC). */
export const userModelUsage = pgTable(
  'user_model_usage',
  { userId: userId(), dayOn: date('day_on').notNull(), ...usage() },
  (table) => [primaryKey({ columns: [table.userId, table.dayOn] })],
)

/**
 * Sign-ins with Google or Microsoft that a browser has started. Only the same browser can finish one,
 * once.
 */
export const signInAttempts = pgTable('sign_in_attempts', {
  id: id(),
  provider: text({ enum: signInProviders }).notNull(),
  stateHash: text('state_hash').notNull().unique(),
  /** Hash of the cookie that the browser got at the start. */
  browserHash: text('browser_hash').notNull(),
  nonce: text().notNull(),
  /** PKCE verifier, sealed like the tokens of `grants`. */
  codeVerifier: text('code_verifier').notNull(),
  keyVersion: integer('key_version').notNull(),
  /** A signed-in user who links the provider to their account. Null: a sign-in. */
  userId: uuid('user_id')
    .references(() => users.id, { onDelete: 'cascade' })
    .$type<UserId>(),
  sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
  /** The page of the app to open afterwards. Null: the dashboard. */
  nextPath: text('next_path'),
  /** Ten minutes after the start. */
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
})

/** Connections that a user has started. Only the same login session can finish one, once. */
export const oauthAttempts = pgTable('oauth_attempts', {
  id: id(),
  userId: userId(),
  sessionId: uuid('session_id')
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  provider: text({ enum: mailProviders }).notNull(),
  stateHash: text('state_hash').notNull().unique(),
  nonce: text().notNull(),
  /** PKCE verifier, sealed like the tokens of `grants`. */
  codeVerifier: text('code_verifier').notNull(),
  keyVersion: integer('key_version').notNull(),
  /** The provider requires the same URL in both steps, even if an admin changes it in between. */
  redirectUrl: text('redirect_url').notNull(),
  isObserveOnly: boolean('is_observe_only').notNull().default(false),
  /** The mailbox that the user wants to reconnect. Null: a new one. */
  reconnectsMailboxId: uuid('reconnects_mailbox_id').$type<MailboxId>(),
  /** 30 minutes after the start: some users first have to set up a second factor there. */
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
  /** The kind of a `ConnectionOutcome`, kept for a day: a reload of the callback shows the same result. */
  outcome: text(),
  /** Set if `outcome` is `connected`. May differ from `reconnectsMailboxId`. */
  connectedMailboxId: uuid('connected_mailbox_id').$type<MailboxId>(),
})

/**
 * Who pays, at the payment provider. The row outlives the user: a job cancels the subscription, and
 * payments are kept under this id, which does not name anybody.
 */
export const customers = pgTable('customers', {
  id: id().$type<PayerId>(),
  /** Null once the user is deleted. */
  userId: uuid('user_id')
    .unique()
    .references(() => users.id, { onDelete: 'set null' })
    .$type<UserId>(),
  /** The provider's id of the customer. */
  providerCustomerId: text('provider_customer_id').notNull().unique(),
  createdAt: time('created_at').notNull(),
  /** When the deleted user's subscriptions were cancelled and the provider deleted the customer. */
  endedAt: time('ended_at'),
})

/** What a user pays for, as the payment provider last reported it. */
export const subscriptions = pgTable('subscriptions', {
  userId: userId().primaryKey(),
  status: text({ enum: subscriptionStatuses }).notNull(),
  interval: text({ enum: subscriptionIntervals }).notNull(),
  /** Start of the current period or, while payments are overdue, of the first that is not paid. */
  periodStartsAt: time('period_starts_at'),
  endsAt: time('ends_at').notNull(),
  /** When it ends, if the user has cancelled it, or when it ended. */
  cancelsAt: time('cancels_at'),
  /** What is still to be paid of the oldest overdue invoice; null if none is. */
  overdueCents: integer('overdue_cents'),
  /**
   * Database time just before the provider was asked. A slower, older answer does not overwrite a
   * newer one.
   */
  readAt: time('read_at').notNull().defaultNow(),
})

/** Checkout sessions that a user has started. */
export const checkouts = pgTable('checkouts', {
  /** The provider's id of the session. */
  providerSessionId: text('provider_session_id').primaryKey(),
  userId: userId(),
  interval: text({ enum: subscriptionIntervals }).notNull(),
  url: text().notNull(),
  createdAt: time('created_at').notNull(),
  /** The provider no longer accepts a payment after this. */
  expiresAt: time('expires_at').notNull(),
  /** When the user's browser reported the purchase to the marketing tools, so that it counts once. */
  purchaseTrackedAt: time('purchase_tracked_at'),
})

/** Paid invoices. Kept for seven years, also after the user is deleted. */
export const payments = pgTable('payments', {
  /** The provider's id of the invoice. */
  providerInvoiceId: text('provider_invoice_id').primaryKey(),
  payerId: uuid('payer_id')
    .notNull()
    .references(() => customers.id)
    .$type<PayerId>(),
  /** Printed on the receipt. */
  number: text().notNull(),
  amountCents: integer('amount_cents').notNull(),
  /** ISO 4217 in lower case, such as usd. */
  currency: text().notNull(),
  interval: text({ enum: subscriptionIntervals }),
  periodStartsAt: time('period_starts_at').notNull(),
  periodEndsAt: time('period_ends_at').notNull(),
  paidAt: time('paid_at').notNull(),
})

/** Ids of the payment provider's webhook events, so that a repeated one does nothing. */
export const paymentEvents = pgTable('payment_events', {
  id: text().primaryKey(),
  receivedAt: time('received_at').notNull(),
})

/**
 * Emails to users: who gets which, and why. The row is written in the transaction that causes the
 * email, and a job sends it. The text is composed when it is sent and not stored.
 */
export const emails = pgTable('emails', {
  /** Part of the Message-ID, so that an email that is sent again can be recognised. */
  id: id().$type<EmailId>(),
  userId: userId(),
  kind: text({ enum: emailKinds }).notNull(),
  /**
   * One email per user, kind and occasion: the Monday of a report, the id of an invoice. A new id
   * for emails that may be repeated, such as a password reset.
   */
  occasion: text().notNull(),
  /** The decision, the mailbox or the change of address that the email is about. */
  subjectId: uuid('subject_id'),
  /** Where the email goes, if not to the user's address. Emptied when it is sent or dropped. */
  recipient: text(),
  createdAt: time('created_at').notNull(),
  /** When the relay accepted it. */
  sentAt: time('sent_at'),
  /** When we gave up: switched off, no longer true, or refused by the relay. */
  droppedAt: time('dropped_at'),
})

/** Authors of blog articles. */
export const authors = pgTable('authors', {
  id: id().$type<AuthorId>(),
  slug: text().notNull().unique(),
  name: text().notNull(),
  bio: text().notNull(),
  image: text(),
  linkedinUrl: text('linkedin_url'),
  instagramUrl: text('instagram_url'),
  /** An admin has edited the row, so an import no longer overwrites it. */
  isEdited: boolean('is_edited').notNull().default(false),
})

/** Categories of blog articles. */
export const categories = pgTable('categories', {
  id: id().$type<CategoryId>(),
  slug: text().notNull().unique(),
  name: text().notNull(),
  description: text(),
  /** An admin has edited the row, so an import no longer overwrites it. */
  isEdited: boolean('is_edited').notNull().default(false),
})

/** Blog articles: imported from the files that come with the product, or written by admins. */
export const posts = pgTable('posts', {
  id: id().$type<PostId>(),
  slug: text().notNull().unique(),
  title: text().notNull(),
  metaDescription: text('meta_description').notNull(),
  excerpt: text().notNull(),
  /** Markdown. Sanitised whenever it is rendered. */
  content: text().notNull(),
  authorId: uuid('author_id')
    .notNull()
    .references(() => authors.id)
    .$type<AuthorId>(),
  featuredImageAlt: text('featured_image_alt').notNull(),
  /** Null: a draft. In the future: scheduled. */
  publishedAt: time('published_at'),
  viewCount: integer('view_count').notNull().default(0),
  linkedinShares: integer('linkedin_shares').notNull().default(0),
  twitterShares: integer('twitter_shares').notNull().default(0),
  facebookShares: integer('facebook_shares').notNull().default(0),
  redditShares: integer('reddit_shares').notNull().default(0),
  /** Hash of the imported file. Null once an admin has edited the article: imports skip it. */
  importedHash: text('imported_hash'),
  /** Counts edits (optimistic locking): an edit of an older version is refused. */
  version: integer().notNull().default(1),
  updatedAt: time('updated_at').notNull(),
  /** Cover in `post_images`. Null until it is painted. */
  pictureId: uuid('picture_id').$type<PictureId>(),
  /** Determines the shapes of the painted cover. */
  coverSeed: text('cover_seed').notNull().default(''),
  /** An admin uploaded the cover, so it is not painted. */
  hasUploadedCover: boolean('has_uploaded_cover').notNull().default(false),
  /** The row stays: the article can be restored, and an import does not bring it back. */
  deletedAt: time('deleted_at'),
})

/** Pictures of articles. A picture never changes; a new one gets a new id. */
export const postImages = pgTable(
  'post_images',
  {
    pictureId: uuid('picture_id').notNull().$type<PictureId>(),
    /** Size and format, such as 480.avif or social.png. */
    name: text().notNull(),
    postId: postId(),
    bytes: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.pictureId, table.name] })],
)

/** Pictures of authors. A picture never changes; a new one gets a new id. */
export const authorImages = pgTable(
  'author_images',
  {
    pictureId: uuid('picture_id').notNull().$type<PictureId>(),
    /** Size and format, such as 160x160.webp. */
    name: text().notNull(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' })
      .$type<AuthorId>(),
    bytes: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.pictureId, table.name] })],
)

/** The categories of an article, in order. */
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

/** Former slugs of articles, so that old links keep working. */
export const slugRedirects = pgTable('slug_redirects', {
  slug: text().primaryKey(),
  postId: postId(),
})

/** Settings of admins, in a single row. Null or empty: the default. */
export const settings = pgTable('settings', {
  /** Always true: as the primary key it allows only one row. */
  id: boolean().primaryKey().default(true),
  gmailOauthRedirectUrl: text('gmail_oauth_redirect_url'),
  microsoftOauthRedirectUrl: text('microsoft_oauth_redirect_url'),
  /** Video shown before a mailbox is connected. */
  googleGuideEnabled: boolean('google_guide_enabled').notNull().default(false),
  googleGuideVideoUrl: text('google_guide_video_url').notNull().default(''),
  microsoftGuideEnabled: boolean('microsoft_guide_enabled').notNull().default(false),
  microsoftGuideVideoUrl: text('microsoft_guide_video_url').notNull().default(''),
  /** Markup of marketing tools for public pages. Sanitised whenever it is read. */
  trackingCodeHead: text('tracking_code_head').notNull().default(''),
  trackingCodeBodyStart: text('tracking_code_body_start').notNull().default(''),
  trackingCodeBodyEnd: text('tracking_code_body_end').notNull().default(''),
  /** Stops smart responses for all users. */
  areRepliesStopped: boolean('are_replies_stopped').notNull().default(false),
  /** Which emails to users are sent at all. */
  welcomeEmail: boolean('welcome_email').notNull().default(true),
  trialReminder: boolean('trial_reminder').notNull().default(true),
  subscriptionConfirmation: boolean('subscription_confirmation').notNull().default(true),
  paymentFailed: boolean('payment_failed').notNull().default(true),
  weeklyReport: boolean('weekly_report').notNull().default(true),
  /** Tells an operator about every new user. */
  newUserNotificationEnabled: boolean('new_user_notification_enabled').notNull().default(false),
  newUserNotificationRecipient: text('new_user_notification_recipient').notNull().default(''),
  /** Whose database this is: a demo's or a service's. Null until the first start. */
  isDemo: boolean('is_demo'),
})

/** What admins have saved as tracking codes: of each field the current text and 20 earlier ones. */
export const trackingCodeVersions = pgTable('tracking_code_versions', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  field: text({ enum: trackingCodeFields }).notNull(),
  text: text().notNull(),
  savedAt: time('saved_at').notNull(),
  /** The admin, while the account exists. */
  savedBy: uuid('saved_by')
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'set null' }),
})

/**
 * What admins did, in order. Each row contains the hash of the one before it, so a changed or
 * removed row breaks the chain. Only ids, never addresses: deleting a user leaves the chain intact.
 */
export const auditLog = pgTable('audit_log', {
  /** 1, 2, 3 … without gaps. */
  id: bigint({ mode: 'number' }).primaryKey(),
  recordedAt: time('recorded_at').notNull(),
  /** The admin. Null: the operator, at the command line. */
  actorId: uuid('actor_id').$type<UserId>(),
  /** The user whose account the admin was viewing. */
  viewedUserId: uuid('viewed_user_id').$type<UserId>(),
  act: text().notNull().$type<AuditAct>(),
  /** The id of what the act is about: a user, an article, a job. */
  subjectId: text('subject_id'),
  /** Names, numbers and switches that say more about the act. */
  details: jsonb().notNull().default({}).$type<AuditDetails>(),
  ip: text(),
  previousHash: text('previous_hash').notNull(),
  /** SHA-256 of the other columns. */
  hash: text().notNull().unique(),
})

/** Totals of finished jobs, which the queue deletes. One row. */
export const jobTotals = pgTable('job_totals', {
  /** Always true: as the primary key it allows only one row. */
  id: boolean().primaryKey().default(true),
  completed: bigint({ mode: 'number' }).notNull().default(0),
  /** Jobs that failed and were not retried. Dropped and deleted ones count, too. */
  failed: bigint({ mode: 'number' }).notNull().default(0),
})

/** Messages from the contact form. Deleted after 90 days. */
export const contactMessages = pgTable('contact_messages', {
  id: id().$type<ContactMessageId>(),
  name: text().notNull(),
  email: text().notNull(),
  message: text().notNull(),
  receivedAt: time('received_at').notNull(),
})
