import type { Mutation } from '../mutation.ts'

const record = 'packages/services/src/pipeline/screening/record-decision.ts'
const screen = 'packages/services/src/pipeline/screening/screen-message.ts'
const store = 'packages/services/src/pipeline/sync/store-changes.ts'
const test = 'packages/services/src/pipeline/screening/screen-message.db.test.ts'
const syncTest = 'packages/services/src/pipeline/sync/sync-mailbox.db.test.ts'

/** A message is decided once, its jobs exist exactly if the decision does, and poison ends. */
export const oneDecision: readonly Mutation[] = [
  {
    guarantee: 'a message that is already decided is not decided again',
    file: record,
    original: 'if (!undecided) return',
    mutated: '',
    tests: [test],
  },
  {
    guarantee: 'the move is enqueued in the transaction of the decision',
    file: record,
    original: 'await ctx.jobs.enqueue(tx, moveMessageJob',
    mutated: 'await ctx.jobs.enqueue(ctx.db, moveMessageJob',
    tests: ['packages/services/src/jobs-in-transaction.db.test.ts'],
  },
  {
    guarantee: 'of a kept message nothing is stored that names a person',
    file: record,
    original: "if (outcome === 'keep' || !('evidence' in screening)) return always",
    mutated: "if (!('evidence' in screening)) return always",
    tests: [test],
  },
  {
    guarantee: 'an appeal is granted with the decision',
    file: record,
    original: 'await ctx.jobs.enqueue(tx, grantAppealJob',
    mutated: 'await ctx.jobs.enqueue(ctx.db, grantAppealJob',
    tests: ['packages/services/src/jobs-in-transaction.db.test.ts'],
  },
  {
    guarantee: 'a message that crashes the worker is kept after three starts',
    file: screen,
    original: 'start.startCount > maxStarts',
    mutated: 'start.startCount > maxStarts * 1_000',
    tests: [test],
  },
  {
    guarantee: 'a start is counted before the message is read',
    file: screen,
    original: '.set({ startCount: sql`${undecidedMessages.startCount} + 1` })',
    mutated: '.set({ startCount: sql`${undecidedMessages.startCount}` })',
    tests: [test],
  },
  {
    guarantee: 'an outage does not use up the starts of a message',
    file: screen,
    original:
      "if (forJob === 'needs-reconnect' || forJob === 'retry-later') await uncountStart(ctx, work)",
    mutated: '',
    tests: [test],
  },
  {
    guarantee: 'a paused or lost mailbox is not screened',
    file: screen,
    original: 'and(isUndecided(work), isOpen(work.mailboxId))',
    mutated: 'and(isUndecided(work), eq(mailboxes.id, work.mailboxId))',
    tests: [test],
  },
  {
    guarantee: 'a message that has left the inbox is not judged',
    file: screen,
    original: "isInInbox: received.location === 'inbox'",
    mutated: 'isInInbox: true',
    tests: [test],
  },
  {
    guarantee: 'the age of a message is known when it is judged',
    file: screen,
    original: 'ctx.now().getTime() - received.receivedAt.getTime()',
    mutated: '0',
    tests: [test],
  },
  {
    guarantee: 'a message that is gone is recorded as gone',
    file: screen,
    original: "case 'message-gone':\n      return keep('gone')",
    mutated: "case 'message-gone':\n      return null",
    tests: [test],
  },
  {
    guarantee: 'a message that waits is not decided without access to the mailbox',
    file: screen,
    original: "case 'needs-reconnect':\n      return null",
    mutated: "case 'needs-reconnect':\n      return keep('could-not-be-checked')",
    tests: ['packages/services/src/pipeline/mail-failure.db.test.ts'],
  },
  {
    guarantee: 'a message that two syncs find waits once',
    file: store,
    original: '.onConflictDoNothing()',
    mutated: '',
    tests: [syncTest],
  },
]
