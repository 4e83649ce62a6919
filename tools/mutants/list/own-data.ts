import type { Mutation } from '../mutation.ts'

const users = 'packages/services/src/users'
const confirm = `${users}/address-change/confirm-address-change.ts`
const request = `${users}/address-change/request-address-change.ts`
const erase = `${users}/erase-user.ts`
const farewell = `${users}/say-farewell.ts`
const links = 'packages/db/src/queries/link-tokens.ts'
const read = 'packages/services/src/own-data/read-own-data.ts'
const tables = 'packages/services/src/own-data/exported-tables.ts'
const ownDataTest = 'apps/api/src/routes/own-data.db.test.ts'
const exportTest = 'apps/api/src/routes/export.db.test.ts'
const deletionTest = 'apps/api/src/tests/delete-account.db.test.ts'

/** What users do with their address, devices and data, and what a deletion leaves. */
export const ownData: readonly Mutation[] = [
  {
    guarantee: 'a change of address needs both confirmations',
    file: confirm,
    original: "if (!confirmed.oldConfirmedAt || !confirmed.newConfirmedAt) return 'waiting'",
    mutated: "if (!confirmed.oldConfirmedAt && !confirmed.newConfirmedAt) return 'waiting'",
    tests: [ownDataTest],
  },
  {
    guarantee: 'a change of address ends links at the old address',
    file: confirm,
    original: 'await endAccountLinks(tx, userId, now)',
    mutated: '',
    tests: [ownDataTest],
  },
  {
    guarantee: 'the old address hears of the change',
    file: confirm,
    original: 'recipient: oldEmail',
    mutated: 'recipient: newEmail',
    tests: [ownDataTest],
  },
  {
    guarantee: 'an address that was taken meanwhile is not an internal error',
    file: confirm,
    original: 'if (!isUniqueViolation(error)) throw error',
    mutated: 'throw error',
    tests: [ownDataTest],
  },
  {
    guarantee: 'a taken address gets no link',
    file: request,
    original: 'owner\n',
    mutated: 'false && owner\n',
    tests: [ownDataTest],
  },
  {
    guarantee: 'a change of address needs the password',
    file: request,
    original: 'await requirePassword(ctx, actor, password)',
    mutated: 'void password',
    tests: [ownDataTest],
  },
  {
    guarantee: 'an address of an email is not kept',
    file: 'packages/services/src/emails/send-email.ts',
    original: '.set({ ...how, recipient: null })',
    mutated: '.set(how)',
    tests: [ownDataTest],
  },
  {
    guarantee: 'another user’s device is not found',
    file: `${users}/devices/sign-out-device.ts`,
    original: 'and(eq(sessions.id, id), eq(sessions.userId, userId))',
    mutated: 'and(eq(sessions.id, id))',
    tests: [ownDataTest],
  },
  {
    guarantee: 'signing out the others keeps this device',
    file: `${users}/devices/sign-out-other-devices.ts`,
    original: ', ne(sessions.id, sessionId)',
    mutated: '',
    tests: [ownDataTest],
  },
  {
    guarantee: 'a deletion locks all mailboxes before it cascades',
    file: erase,
    original: 'await lockMailboxes(tx, userId)',
    mutated: '',
    tests: [deletionTest],
  },
  {
    guarantee: 'a deleted address is gone from other users’ changes of address',
    file: erase,
    original: 'await forgetAddress(tx, found)',
    mutated: '',
    tests: [deletionTest],
  },
  {
    guarantee: 'a change of address that is being confirmed does not hold up a deletion',
    file: erase,
    original: "ne(addressChanges.userId, id)))\n    .for('update', { skipLocked: true })",
    mutated: "ne(addressChanges.userId, id)))\n    .for('update')",
    tests: [deletionTest],
  },
  {
    guarantee: 'an email that is being sent does not hold up the deletion of its addressee',
    file: erase,
    original: "ne(emails.userId, id)))\n    .for('update', { skipLocked: true })",
    mutated: "ne(emails.userId, id)))\n    .for('update')",
    tests: [deletionTest],
  },
  {
    guarantee: 'a farewell is tried again while the relay is down',
    file: farewell,
    original: 'if (isRefused || delayMs === null) return',
    mutated: 'if (isRefused || delayMs !== undefined) return',
    tests: [deletionTest],
  },
  {
    guarantee: 'a farewell that the relay refused is not tried again',
    file: farewell,
    original: 'if (isRefused || delayMs === null) return',
    mutated: 'if (delayMs === null) return',
    tests: [deletionTest],
  },
  {
    guarantee: 'HEAD does not use up an export link',
    file: 'apps/api/src/routes/own-data.ts',
    original: '{ exposeHeadRoute: false }',
    mutated: '{ exposeHeadRoute: true }',
    tests: [exportTest],
  },
  {
    guarantee: 'an export link belongs to its user',
    file: links,
    original: ', eq(linkTokens.userId, link.userId)))',
    mutated: '))',
    tests: [exportTest],
  },
  {
    guarantee: 'an export link works once',
    file: links,
    original: "isValid({ ...link, purpose: 'export' })",
    mutated: "isUnexpired({ ...link, purpose: 'export' })",
    tests: [exportTest],
  },
  {
    guarantee: 'an export is one snapshot',
    file: read,
    original: "isolationLevel: 'repeatable read',",
    mutated: "isolationLevel: 'read committed',",
    tests: [exportTest],
  },
  {
    guarantee: 'an export has every row once',
    file: read,
    original: 'last && isAfter(key, keyColumns, last)',
    mutated: 'undefined',
    tests: [exportTest],
  },
  {
    guarantee: 'no password hash is exported',
    file: tables,
    original: "without: ['password']",
    mutated: 'without: []',
    tests: ['packages/services/src/own-data/exported-tables.test.ts'],
  },
  {
    guarantee: 'a spreadsheet runs no cell of an export',
    file: 'packages/domain/src/accounts/csv.ts',
    original: "formulaStart.test(text) ? `'${text}` : text",
    mutated: 'text',
    tests: ['packages/domain/src/accounts/csv.test.ts'],
  },
  {
    guarantee: 'a reader who goes away ends the export',
    file: 'apps/api/src/exports/writer.ts',
    original: "file.once('close', isGone)",
    mutated: '',
    tests: ['apps/api/src/exports/writer.test.ts'],
  },
  {
    guarantee: 'the jobs of a deleted user are deleted',
    file: erase,
    original: 'await ctx.jobs.enqueue(tx, deleteOrphanedJobsJob, {})',
    mutated: '',
    tests: [deletionTest],
  },
  {
    guarantee: 'the limits of a deleted user are deleted',
    file: erase,
    original: 'await ctx.limits.forget(userId, user.email).catch(ctx.report)',
    mutated: '',
    tests: [deletionTest],
  },
  {
    guarantee: 'a view of a deleted user ends, and its session forgets them',
    file: erase,
    original: '.set({ viewedUserId: sql`gen_random_uuid()`, viewEndsAt: null })',
    mutated: '.set({ viewedUserId: null, viewEndsAt: null })',
    tests: [deletionTest],
  },
  {
    guarantee: 'a deletion by an admin is recorded',
    file: `${users}/delete-user-as-admin.ts`,
    original: "record: (tx) => recordAct(ctx, tx, admin, { act: 'delete-user', subjectId: id }),",
    mutated: '',
    tests: [deletionTest],
  },
  {
    guarantee: 'a message to the operator outlives its sender’s account',
    file: 'packages/runtime/src/jobs/delete-orphans.ts',
    original: "set data = data - 'userId'",
    mutated: 'set data = data',
    tests: [deletionTest],
  },
  {
    guarantee: 'a deletion during a renewal of push leaves no subscription',
    file: 'packages/services/src/pipeline/sync/renew-push.ts',
    original: 'if (renewed && !(await isConnected(ctx, run)))',
    mutated: 'if (false && renewed)',
    tests: ['system/deletion.db.test.ts'],
  },
]
