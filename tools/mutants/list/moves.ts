import type { Mutation } from '../mutation.ts'

const lease = 'packages/services/src/pipeline/moving/move-lease.ts'
const job = 'packages/services/src/pipeline/moving/move-message.ts'
const next = 'packages/services/src/pipeline/moving/next-move.ts'
const test = 'packages/services/src/pipeline/moving/move-message.db.test.ts'
const actions = 'packages/services/src/user-actions/apply-action.ts'
const actionsTest = 'packages/services/src/user-actions/take-action.db.test.ts'
const observedTest = 'packages/services/src/user-actions/observed-emails.db.test.ts'
const restores = 'packages/services/src/pipeline/sync/apply-manual-restores.ts'
const movedBack = 'packages/services/src/pipeline/sync/list-moved-back.ts'
const syncTest = 'packages/services/src/pipeline/sync/sync-mailbox.db.test.ts'
const restoreTest = 'system/restore.db.test.ts'

/** One worker moves a message at a time, and the user's last action wins. */
export const moves: readonly Mutation[] = [
  {
    guarantee: 'a second worker does not move a message whose lease is held',
    file: lease,
    original: 'takeLease(ctx, and(isDue, isFree))',
    mutated: 'takeLease(ctx, isDue)',
    tests: [test],
  },
  {
    guarantee: 'a lease that ran out is free again',
    file: lease,
    original: 'isNull(decisions.leasedUntil),\n    lt(decisions.leasedUntil, now),',
    mutated: 'isNull(decisions.leasedUntil),',
    tests: [test],
  },
  {
    guarantee: 'a worker whose lease ran out records nothing',
    file: lease,
    original: 'hasLease(lease),\n        eq(decisions.state, lease.state),',
    mutated: 'eq(decisions.id, lease.id),\n        eq(decisions.state, lease.state),',
    tests: [test],
  },
  {
    guarantee: 'a move does not overwrite the state that the user chose meanwhile',
    file: lease,
    original: 'eq(decisions.state, lease.state),',
    mutated: '',
    tests: [test],
  },
  {
    guarantee: 'an action of the user during a move is carried out before the job ends',
    file: lease,
    original: 'return completed ? null : takeLease(ctx, hasLease(lease))',
    mutated: 'return null',
    tests: [test],
  },
  {
    guarantee: 'the reply is enqueued with the move, not without it',
    file: lease,
    original: 'if (completed)\n    await ctx.jobs.enqueue(tx',
    mutated: 'if (completed)\n    await ctx.jobs.enqueue(ctx.db',
    tests: ['packages/services/src/jobs-in-transaction.db.test.ts'],
  },
  {
    guarantee: 'a message that is gone starts no reply',
    file: lease,
    original: "lease.state === 'pending' && result === 'done'",
    mutated: "lease.state === 'pending'",
    tests: [test],
  },
  {
    guarantee: 'a lease is released after a failure',
    file: job,
    original: 'await releaseLease(ctx, lease)',
    mutated: '',
    tests: [test],
  },
  {
    guarantee: 'a job that finds a lease taken comes again',
    file: job,
    original: "if (acquired === 'leased') return 'not-yet'",
    mutated: "if (acquired === 'leased') return",
    tests: [test],
  },
  {
    guarantee: 'nothing is set aside in a paused mailbox',
    file: job,
    original: 'lease.actionAt === null ? findOpenMailbox : findAccessibleMailbox',
    mutated: 'findAccessibleMailbox',
    tests: [test],
  },
  {
    guarantee: 'the user can act on the messages of a paused mailbox',
    file: job,
    original: 'lease.actionAt === null ? findOpenMailbox : findAccessibleMailbox',
    mutated: 'findOpenMailbox',
    tests: [test],
  },
  {
    guarantee: 'a message that the user moved by hand during the lease stays there',
    file: job,
    original: "if (movedAt !== null && location !== 'set-aside') return 'done'",
    mutated: '',
    tests: [test],
  },
  {
    guarantee: 'a message that has left the inbox is not set aside',
    file: next,
    original: "if (state === 'pending' && location !== 'inbox') return 'gone'",
    mutated: '',
    tests: [test],
  },
  {
    guarantee: 'only a restore takes a message out of the bin',
    file: next,
    original: "if (location === 'bin' && state !== 'restored') return 'gone'",
    mutated: '',
    tests: [test, actionsTest],
  },
  {
    guarantee: 'an action is enqueued in the transaction that records it',
    file: actions,
    original: 'await ctx.jobs.enqueueAll(\n      tx,',
    mutated: 'await ctx.jobs.enqueueAll(\n      ctx.db,',
    tests: ['packages/services/src/jobs-in-transaction.db.test.ts'],
  },
  {
    guarantee: 'a click on an outdated page does not revert the action of another tab',
    file: actions,
    original: '(effect && isAsExpected) || isDone(action, email)',
    mutated: 'effect || isDone(action, email)',
    tests: [actionsTest],
  },
  {
    guarantee: 'a kept message cannot be acted on',
    file: actions,
    original: "and(ne(decisions.outcome, 'keep'), which)",
    mutated: 'which',
    tests: [actionsTest],
  },
  {
    guarantee: 'a restored sender is trusted and a reported one blocked',
    file: actions,
    original: "block: 'blocked'",
    mutated: "block: 'trusted'",
    tests: [actionsTest],
  },
  {
    guarantee: 'undo takes the reputation back',
    file: actions,
    original: 'if (takenBack.length > 0)',
    mutated: 'if (takenBack.length < 0)',
    tests: [actionsTest],
  },
  {
    guarantee: 'an action cannot reach another user',
    file: 'packages/services/src/user-actions/take-action.ts',
    original: 'and(inArray(decisions.id, [...ids]), inArray(decisions.mailboxId, own))',
    mutated: 'inArray(decisions.id, [...ids])',
    tests: [actionsTest, 'apps/api/src/tests/foreign-ids.db.test.ts'],
  },
  {
    guarantee: 'an email that is put back says nothing about its sender',
    file: 'packages/domain/src/screening/user-action.ts',
    original: "? { ...moved, state: 'returned', isBack: true }",
    mutated: "? { ...moved, state: 'returned', learning: 'trust', isBack: true }",
    tests: ['packages/domain/src/screening/user-action.test.ts', observedTest],
  },
  {
    guarantee: 'an observed email that its user has filed since is not moved',
    file: 'packages/domain/src/screening/user-action.ts',
    original: "return state === null ? { ...moved, state: 'pending' } : null",
    mutated: "return state === null ? { ...moved, state: 'set-aside' } : null",
    tests: ['packages/domain/src/screening/user-action.test.ts', observedTest],
  },
  {
    guarantee: 'an email that the user moved gets no smart response',
    file: actions,
    original: "...(action === 'set-aside' && { mayReply: false }),",
    mutated: '',
    tests: [observedTest],
  },
  {
    guarantee: 'an observed email that is moved counts as filtered',
    file: 'packages/services/src/user-actions/count-actions.ts',
    original: 'outcome === effect.outcome ? 0 : 1',
    mutated: '0',
    tests: [observedTest],
  },
  {
    guarantee: 'an action is counted on the day of arrival',
    file: 'packages/services/src/user-actions/count-actions.ts',
    original: 'countedOn ?? toDayIn(timeZone, decidedAt)',
    mutated: 'toDayIn(timeZone, decidedAt)',
    tests: ['packages/services/src/dashboard/dashboard.db.test.ts'],
  },
  {
    guarantee: 'a message counts on the day of its arrival, and never on a day to come',
    file: 'packages/services/src/pipeline/screening/record-decision.ts',
    original: 'receivedAt < now ? receivedAt : now',
    mutated: 'receivedAt',
    tests: ['packages/services/src/dashboard/dashboard.db.test.ts'],
  },
  {
    guarantee: 'two tabs move what was observed once',
    file: 'packages/services/src/mailboxes/move-observed.ts',
    original: 'const which = and(isObserved, inArray(decisions.id, ids))',
    mutated: 'const which = inArray(decisions.id, ids)',
    tests: ['packages/services/src/mailboxes/move-observed.db.test.ts'],
  },
  {
    guarantee: 'the undo of a first scan leaves alone what came later',
    file: 'packages/services/src/mailboxes/first-scans/is-from-first-scan.ts',
    original: 'lt(decisions.receivedAt, createdAt),',
    mutated: '',
    tests: ['packages/services/src/mailboxes/first-scans/first-scans.db.test.ts'],
  },
  {
    guarantee: 'an email that was put back does not decide about the next one in its thread',
    file: 'packages/services/src/pipeline/screening/is-follow-up.ts',
    original: "state !== 'gone' && state !== 'returned'",
    mutated: "state !== 'gone'",
    tests: ['packages/services/src/pipeline/screening/screen-message.db.test.ts'],
  },
  {
    guarantee: 'a move of an email that was observed long ago is tried for a week',
    file: 'packages/services/src/housekeeping/delete-expired.ts',
    original: 'coalesce(${decisions.actionAt}, ${decisions.decidedAt})',
    mutated: '${decisions.decidedAt}',
    tests: [observedTest],
  },
  {
    guarantee: 'our own late move is not taken for a move back by the user',
    file: restores,
    original: 'lt(decisions.movedAt, listedAt),',
    mutated: '',
    tests: [syncTest],
  },
  {
    guarantee: 'a message that the user moved back by hand is not moved again',
    file: restores,
    original: 'isAlreadyMoved: true,',
    mutated: '',
    tests: [syncTest],
  },
  {
    guarantee: 'a message counts as moved back only if it is in the inbox now',
    file: movedBack,
    original: 'if (await isInInbox(mailbox, id)) movedBack.push(id)',
    mutated: 'movedBack.push(id)',
    tests: [syncTest],
  },
  {
    guarantee: 'a message that the user takes out of junk is restored',
    file: movedBack,
    original: "inArray(decisions.state, ['set-aside', 'spam']),",
    mutated: "inArray(decisions.state, ['set-aside']),",
    tests: [syncTest, restoreTest],
  },
  {
    guarantee: 'Gmail: a restored message is unread again',
    file: 'packages/mail/src/gmail/move-message.ts',
    original: "add: ['INBOX', 'UNREAD']",
    mutated: "add: ['INBOX']",
    tests: ['packages/mail/src/gmail/gmail-mailbox.test.ts'],
  },
  {
    guarantee: 'Microsoft: a message that the user binned was not moved back',
    file: 'packages/mail/src/microsoft/changes/changes.ts',
    original: "removed.filter((id) => ['inbox', 'elsewhere'].includes(locations.get(id) ?? ''))",
    mutated: 'removed.filter((id) => locations.has(id))',
    tests: [
      'packages/mail/src/microsoft/microsoft-mailbox.test.ts',
      'packages/mail/src/microsoft/changes/changes.test.ts',
    ],
  },
]
