import {
  accounts,
  addressChanges,
  auditLog,
  checkouts,
  contactMessages,
  correspondentIndexes,
  correspondents,
  customers,
  dailyCounts,
  decisions,
  deletedUsers,
  emails,
  filteredTotals,
  grants,
  lessons,
  linkTokens,
  mailboxes,
  oauthAttempts,
  passkeys,
  payments,
  pendingSignIns,
  rateLimits,
  recoveryCodes,
  senderReputations,
  sentMessages,
  sessions,
  signInAttempts,
  smartReplies,
  subscriptions,
  totpSecrets,
  trackingCodeVersions,
  undecidedMessages,
  userModelUsage,
  users,
  whitelistDomains,
} from '@doorman/db/schema'
import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

export type ExportedTable = {
  readonly name: string
  readonly table: PgTable
  readonly columns: Readonly<Record<string, PgColumn>>
  /** The column that says whose row it is, and what it holds. */
  readonly owner: PgColumn
  readonly ownedBy: 'user' | 'mailbox' | 'payer'
  /** With the owner, the columns identify a row. Rows are read in this order. */
  readonly key: readonly string[]
}

type ColumnOf<AnyTable extends PgTable> = keyof AnyTable['_']['columns'] & string

function exported<AnyTable extends PgTable>(
  table: AnyTable,
  {
    owner,
    ownedBy = 'user',
    key,
    without = [],
  }: {
    readonly owner: ColumnOf<AnyTable>
    readonly ownedBy?: ExportedTable['ownedBy']
    readonly key: readonly ColumnOf<AnyTable>[]
    /** Secrets, and what means nothing outside this server. */
    readonly without?: readonly ColumnOf<AnyTable>[]
  },
): ExportedTable {
  const all = getTableColumns(table)
  const omitted = new Set<string>(without)
  const columns = Object.fromEntries(Object.entries(all).filter(([name]) => !omitted.has(name)))
  const ownerColumn = all[owner]
  if (!ownerColumn) throw new Error(`Unknown column: ${owner}`)
  return { name: getTableName(table), table, columns, owner: ownerColumn, ownedBy, key }
}

/** What the export of a user's data contains, in this order. */
export const exportedTables: readonly ExportedTable[] = [
  exported(users, { owner: 'id', key: [] }),
  exported(accounts, { owner: 'userId', key: ['id'], without: ['password'] }),
  exported(passkeys, {
    owner: 'userId',
    key: ['id'],
    without: ['credentialId', 'publicKey', 'counter'],
  }),
  exported(sessions, {
    owner: 'userId',
    key: ['id'],
    // The user as whom an admin views the app is another person.
    without: ['token', 'challenge', 'viewedUserId', 'viewEndsAt'],
  }),
  exported(addressChanges, { owner: 'userId', key: ['id'] }),
  exported(mailboxes, {
    owner: 'userId',
    key: ['id'],
    without: ['cursor', 'syncRun', 'finishedRun'],
  }),
  exported(decisions, { owner: 'mailboxId', ownedBy: 'mailbox', key: ['providerMessageId'] }),
  exported(undecidedMessages, {
    owner: 'mailboxId',
    ownedBy: 'mailbox',
    key: ['providerMessageId'],
  }),
  exported(correspondentIndexes, {
    owner: 'mailboxId',
    ownedBy: 'mailbox',
    key: [],
    without: ['hashKey', 'keyVersion', 'restartCount', 'nextPage'],
  }),
  // We don't have the addresses themselves. The hashes tell one correspondent from another.
  exported(correspondents, {
    owner: 'mailboxId',
    ownedBy: 'mailbox',
    key: ['addressHash'],
    without: ['domainHash'],
  }),
  exported(sentMessages, { owner: 'mailboxId', ownedBy: 'mailbox', key: ['messageHash'] }),
  exported(filteredTotals, { owner: 'userId', key: [] }),
  exported(dailyCounts, { owner: 'mailboxId', ownedBy: 'mailbox', key: ['dayOn'] }),
  exported(senderReputations, { owner: 'userId', key: ['address', 'decisionId'] }),
  exported(whitelistDomains, { owner: 'userId', key: ['domain'] }),
  exported(lessons, { owner: 'userId', key: [] }),
  exported(smartReplies, { owner: 'userId', key: ['id'] }),
  exported(userModelUsage, { owner: 'userId', key: ['dayOn'] }),
  exported(subscriptions, { owner: 'userId', key: [] }),
  exported(customers, { owner: 'userId', key: ['id'] }),
  exported(payments, { owner: 'payerId', ownedBy: 'payer', key: ['providerInvoiceId'] }),
  // The address of a checkout's page lets anyone who has it pay in the user's name.
  exported(checkouts, { owner: 'userId', key: ['providerSessionId'], without: ['url'] }),
  exported(emails, { owner: 'userId', key: ['kind', 'occasion'] }),
]

/** Tables that name a user and are not exported, and why. The export says so, too. */
export const exemptTables: readonly (readonly [Table, string])[] = [
  [pendingSignIns, 'Half-finished sign-ins. Only secrets, and only for minutes.'],
  [signInAttempts, 'Half-finished sign-ins with Google or Microsoft. Only secrets, for minutes.'],
  [totpSecrets, 'The secret of your authenticator app. A copy would weaken your account.'],
  [recoveryCodes, 'Hashes of your recovery codes. A copy would weaken your account.'],
  [linkTokens, 'Hashes of the links in our emails. They say nothing else about you.'],
  [oauthAttempts, 'Half-finished connections of mailboxes. Only secrets, for a day.'],
  [grants, 'The keys to your mailboxes, sealed. The mailboxes themselves are included.'],
  [rateLimits, 'Counts of attempts under hashes that can’t be traced back, for hours.'],
  [deletedUsers, 'Only the ids of accounts that no longer exist.'],
  [auditLog, 'The record of what our staff did. It’s about them and holds only ids.'],
  [trackingCodeVersions, 'Code that our staff put on the public pages. It’s not about you.'],
  [contactMessages, 'Messages from the contact form belong to no account. Ask us for yours.'],
]

/** The exempt tables by name, for the reader of an export: why each is not in it. */
export const notIncluded: Readonly<Record<string, string>> = Object.fromEntries(
  exemptTables.map(([table, why]) => [getTableName(table), why]),
)
