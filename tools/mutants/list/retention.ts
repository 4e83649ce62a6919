import type { Mutation } from '../mutation.ts'

const expired = 'packages/services/src/housekeeping/expired-rows.ts'
const job = 'packages/services/src/housekeeping/delete-expired.ts'
const expiredTest = 'packages/services/src/housekeeping/delete-expired.db.test.ts'
const end = 'packages/services/src/mailboxes/upkeep/end-grant.ts'
const unused = 'packages/services/src/mailboxes/upkeep/end-unused-grants.ts'
const deletion = 'packages/services/src/users/erase-user.ts'
const disconnect = 'packages/services/src/mailboxes/connecting/disconnect-mailbox.ts'
const authTest = 'apps/api/src/routes/auth.db.test.ts'
const screenTest = 'packages/services/src/pipeline/screening/screen-message.db.test.ts'
const mailboxesTest = 'apps/api/src/routes/mailboxes.db.test.ts'

/** What is deleted when, and what is revoked with it. */
export const retention: readonly Mutation[] = [
  {
    guarantee: 'decisions to keep are deleted after 30 days',
    file: expired,
    original: "${decisions.outcome} = 'keep'",
    mutated: "${decisions.outcome} = 'observe'",
    tests: [screenTest],
  },
  {
    guarantee: 'filtered emails are not deleted with the kept ones',
    file: expired,
    original: ', isKept),',
    mutated: '),',
    tests: [screenTest],
  },
  {
    guarantee: 'messages of the contact form are deleted',
    file: expired,
    original: 'contactMessages.receivedAt, ago(contactRetentionMs)',
    mutated: 'contactMessages.receivedAt, new Date(0)',
    tests: ['apps/api/src/routes/contact.db.test.ts'],
  },
  {
    guarantee: 'a table whose deletion fails does not keep the others from being emptied',
    file: job,
    original: '      errors.push(error)',
    mutated: '      throw error',
    tests: [expiredTest],
  },
  {
    guarantee: 'what a deletion has no time for is left to the next job',
    file: job,
    original: 'if (waiting.length > 0)',
    mutated: 'if (waiting.length < 0)',
    tests: [expiredTest],
  },
  {
    guarantee: 'expired rows that another transaction holds are skipped',
    file: 'packages/services/src/housekeeping/slices.ts',
    original: 'for update skip locked))',
    mutated: 'for update nowait))',
    tests: [expiredTest],
  },
  {
    guarantee: 'an account is deleted by its password only',
    file: 'packages/services/src/users/delete-user.ts',
    original: 'await requirePassword(ctx, actor, password)',
    mutated: '',
    tests: [authTest],
  },
  {
    guarantee: 'a deleted user cannot come back by a late job',
    file: deletion,
    original: '.values({ id: userId, deletedAt: ctx.now() })',
    mutated: '.values({ id: crypto.randomUUID() as never, deletedAt: ctx.now() })',
    tests: [authTest],
  },
  {
    guarantee: 'the grants of a deleted user are revoked',
    file: deletion,
    original: 'await ctx.jobs.enqueue(tx, endUnusedGrantsJob, {})',
    mutated: '',
    tests: [authTest, mailboxesTest],
  },
  {
    guarantee: 'a disconnected mailbox is revoked at the provider',
    file: disconnect,
    original: 'await ctx.jobs.enqueue(tx, endGrantJob, disconnected)',
    mutated: '',
    tests: [mailboxesTest],
  },
  {
    guarantee: 'push of a disconnected mailbox is stopped',
    file: end,
    original: 'await mailbox.push.stop(toPushGrant(grant))',
    mutated: 'void mailbox',
    tests: [mailboxesTest],
  },
  {
    guarantee: 'a grant that is in use again is not revoked',
    file: end,
    original: 'if (!current) return',
    mutated: '',
    tests: [mailboxesTest],
  },
  {
    guarantee: 'a refusal of the provider does not keep tokens alive here',
    file: end,
    original: 'await ctx.db.delete(grants).where(isUnused(ctx.db, grantId))',
    mutated: '',
    tests: [mailboxesTest],
  },
  {
    guarantee: 'tokens of an ended grant are deleted even if the provider stays away',
    file: unused,
    original:
      'await ctx.db.delete(grants).where(lt(grants.endedAt, new Date(now.getTime() - grantRetentionMs)))',
    mutated: '',
    tests: [mailboxesTest],
  },
  {
    guarantee: 'a grant with a mailbox is not ended',
    file: unused,
    original: 'and(isNull(grants.endedAt), notExists(mailbox))',
    mutated: 'isNull(grants.endedAt)',
    tests: [mailboxesTest],
  },
  {
    guarantee: 'a paused mailbox stops its push',
    file: 'packages/services/src/mailboxes/pause-mailbox.ts',
    original: 'await ctx.jobs.enqueue(tx, stopPushJob, paused)',
    mutated: '',
    tests: ['packages/services/src/pipeline/sync/renew-push.db.test.ts'],
  },
  {
    guarantee: 'push that the plan includes is not stopped',
    file: 'packages/services/src/mailboxes/upkeep/stop-push.ts',
    original: 'if (!row || (await needsPush(ctx, row))) return',
    mutated: 'if (!row) return',
    tests: [
      mailboxesTest,
      'packages/services/src/pipeline/sync/renew-push.db.test.ts',
      'system/push.db.test.ts',
    ],
  },
  {
    guarantee: 'a stale renewal of push does not overwrite a newer subscription',
    file: 'packages/db/src/queries/push-grants.ts',
    original: 'sql`${grants.pushId} is not distinct from ${previous?.id ?? null}`,',
    mutated: '',
    tests: ['packages/services/src/pipeline/sync/renew-push.db.test.ts'],
  },
  {
    guarantee: 'the free plan has one active mailbox',
    file: 'packages/domain/src/plans/plan.ts',
    original: 'mailboxes.toSorted(byPreference).slice(0, limit)',
    mutated: 'mailboxes.toSorted(byPreference)',
    tests: ['packages/domain/src/plans/plan.test.ts'],
  },
  {
    guarantee: 'two lessons of one user do not overwrite one another',
    file: 'packages/db/src/queries/lessons.ts',
    original: ".where(eq(lessons.userId, userId)).for('update')",
    mutated: '.where(eq(lessons.userId, userId))',
    tests: ['packages/db/src/queries/lessons.db.test.ts'],
  },
]
