import type { Mutation } from '../mutation.ts'

const add = 'packages/services/src/pipeline/screening/add-decisions.ts'
const begin = 'packages/services/src/pipeline/screening/begin-screening.ts'
const page = 'packages/services/src/pipeline/screening/screen-page.ts'
const batch = 'packages/services/src/pipeline/screening/screen-messages.ts'
const quickTest = 'packages/services/src/pipeline/sync/quick-way.db.test.ts'
const screen = 'packages/services/src/pipeline/screening/screen-message.ts'
const undecided = 'packages/services/src/pipeline/sync/add-undecided.ts'
const test = 'packages/services/src/pipeline/screening/screen-message.db.test.ts'
const syncTest = 'packages/services/src/pipeline/sync/sync-mailbox.db.test.ts'

/** A message is decided once, its jobs exist exactly if the decision does, crashes are bounded. */
export const oneDecision: readonly Mutation[] = [
  {
    guarantee: 'what the user moved to the inbox while it was judged stays there',
    file: add,
    original: "if (wasMovedToInbox) return keep('moved-to-inbox', received)",
    mutated: '',
    tests: [test],
  },
  {
    guarantee: 'a mailbox that became observe-only while a message was judged is not touched',
    file: add,
    original: "if (!isObserveOnly || !('evidence' in screening)) return screening",
    mutated: 'return screening',
    tests: [quickTest],
  },
  {
    guarantee: 'the move is enqueued in the transaction of the decision',
    file: add,
    original: 'await ctx.jobs.enqueue(tx, moveMessagesJob',
    mutated: 'await ctx.jobs.enqueue(ctx.db, moveMessagesJob',
    tests: ['packages/services/src/jobs-in-transaction.db.test.ts'],
  },
  {
    guarantee: 'of a kept message nothing is stored that names a person',
    file: add,
    original: "const isListed = decision.outcome !== 'keep' && 'evidence' in screening",
    mutated: "const isListed = 'evidence' in screening",
    tests: [test],
  },
  {
    guarantee: 'an appeal is granted with the decision',
    file: add,
    original: 'await ctx.jobs.enqueueAll(\n      tx,\n      grantAppealJob',
    mutated: 'await ctx.jobs.enqueueAll(\n      ctx.db,\n      grantAppealJob',
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
    file: begin,
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
    file: begin,
    original: 'which, isOpen(mailboxId))',
    mutated: 'which, eq(mailboxes.id, mailboxId))',
    tests: [test],
  },
  {
    guarantee: 'a message that has left the inbox is not judged',
    file: page,
    original: "isInInbox: received.location === 'inbox'",
    mutated: 'isInInbox: true',
    tests: [test],
  },
  {
    guarantee: 'the age of a message is known when it is judged',
    file: page,
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
    file: undecided,
    original: 'on conflict do nothing',
    mutated: '',
    tests: [syncTest],
  },
  {
    guarantee: 'a language model is asked in a job of its own, never within a page',
    file: page,
    original: 'if (deservesSecondOpinion(verdict)) throw',
    mutated: 'if (false) throw',
    tests: [quickTest],
  },
  {
    guarantee: 'a message sees the decisions about earlier messages of its page',
    file: page,
    original: 'facts.remember(screening)',
    mutated: '',
    tests: [quickTest],
  },
  {
    guarantee: 'the oldest message of a page is judged first',
    file: page,
    original: 'one.received.receivedAt.getTime() - other.received.receivedAt.getTime()',
    mutated: 'other.received.receivedAt.getTime() - one.received.receivedAt.getTime()',
    tests: [quickTest],
  },
  {
    guarantee: 'messages of a batch that died are screened on their own',
    file: batch,
    original: 'if (isLast) careful.push(',
    mutated: 'if (false) careful.push(',
    tests: [quickTest],
  },
  {
    guarantee: 'a batch goes on until no message is left',
    file: batch,
    original: 'if (!isLast) await ctx.jobs.enqueue(tx, screenMessagesJob, { mailboxId })',
    mutated: '',
    tests: [quickTest],
  },
]
