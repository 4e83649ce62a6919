import type { Mutation } from '../mutation.ts'

const upkeep = 'packages/services/src/mailboxes/upkeep'
const reconcile = `${upkeep}/reconcile-mailbox.ts`
const userMoves = `${upkeep}/user-moves.ts`
const due = `${upkeep}/reconcile-due-mailboxes.ts`
const test = `${upkeep}/reconcile-mailbox.db.test.ts`
const userMovesTest = `${upkeep}/user-moves.test.ts`
const dueTest = `${upkeep}/reconcile-due-mailboxes.db.test.ts`

/** The daily reconciliation of decisions with where their messages are. */
export const reconciliation: readonly Mutation[] = [
  {
    guarantee: 'a message that we have just moved is not taken as moved by the user',
    file: reconcile,
    original: 'const moveSettlingMs = 10 * minuteMs',
    mutated: 'const moveSettlingMs = 0 * minuteMs',
    tests: [test],
  },
  {
    guarantee: 'a message that we move during the reconciliation is not marked as gone',
    file: reconcile,
    original: '.where(and(inArray(decisions.id, [...ids]), wasMovedBefore(settledAt)))',
    mutated: '.where(inArray(decisions.id, [...ids]))',
    tests: [test],
  },
  {
    guarantee: 'a message that we move during the reconciliation is not taken as restored',
    file: reconcile,
    original: 'which: and(inArray(decisions.id, [...restored]), wasMovedBefore(settledAt)),',
    mutated: 'which: inArray(decisions.id, [...restored]),',
    tests: [test],
  },
  {
    guarantee: 'a reconciliation stores nothing once the user has paused the mailbox',
    file: reconcile,
    original: '.where(and(isOpen(id), isSameTime(mailboxes.lastActiveAt, lastActiveAt)))',
    mutated: '.where(eq(mailboxes.id, id))',
    tests: [test],
  },
  {
    guarantee: 'a reconciliation continues after the decisions of the last one',
    file: reconcile,
    original: 'let after = row.reconciledUpTo',
    mutated: 'let after: DecisionId | null = null',
    tests: [test],
  },
  {
    guarantee: 'a label that was renamed or deleted restores nothing',
    file: userMoves,
    original: "(target === 'junk' || movedAt >= folderKnownSince)",
    mutated: 'true',
    tests: [userMovesTest],
  },
  {
    guarantee: 'every mailbox is compared once a day',
    file: due,
    original: 'const intervalMs = dayMs',
    mutated: 'const intervalMs = 0 * dayMs',
    tests: [dueTest],
  },
  {
    guarantee: 'reconciliations are spread over the day',
    file: due,
    original: '.limit(Math.max(minOfRun, Math.ceil(count * shareOfRun)))',
    mutated: '.limit(count)',
    tests: [dueTest],
  },
]
