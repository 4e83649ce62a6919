import type { Mutation } from '../mutation.ts'

const listTest = 'packages/services/src/filtered-emails/list-filtered-emails.db.test.ts'
const exportTest = 'apps/api/src/routes/email-export.db.test.ts'
const listener = 'packages/runtime/src/live-updates/live-updates.ts'
const listenerTest = 'packages/runtime/src/live-updates/live-updates.db.test.ts'
const streamTest = 'apps/api/src/streams/event-stream.test.ts'
const routeTest = 'apps/api/src/routes/live-updates.db.test.ts'

/** What the lists show, and how open pages learn of changes. */
export const listsAndLiveUpdates: readonly Mutation[] = [
  {
    guarantee: 'a list by day goes by the user’s time zone',
    file: 'packages/services/src/filtered-emails/email-filters.ts',
    original: '(since ?? until) ? await loadTimeZone(db, userId)',
    mutated: "(since ?? until) ? 'UTC'",
    tests: [listTest],
  },
  {
    guarantee: 'a list of filtered emails has none that are back in the inbox',
    file: 'packages/db/src/queries/listed-decisions.ts',
    original: " = 'filter' and ${restoredBy} is null)",
    mutated: " = 'filter')",
    tests: [listTest],
  },
  {
    guarantee: 'pages of the least certain emails skip none without a score',
    file: 'packages/services/src/filtered-emails/filtered-emails.ts',
    original: 'last.score ?? 2',
    mutated: 'last.score ?? 3',
    tests: [listTest],
  },
  {
    guarantee: 'an export has all pages',
    file: 'packages/services/src/filtered-emails/export-filtered-emails.ts',
    original: 'if (emails.length < emailsPerPage) return',
    mutated: 'return',
    tests: [exportTest],
  },
  {
    guarantee: 'the days of activity are their owner’s',
    file: 'packages/services/src/activity/list-activity-days.ts',
    original: 'eq(mailboxes.userId, userId),',
    mutated: '',
    tests: ['packages/services/src/activity/list-activity-days.db.test.ts'],
  },
  {
    guarantee: 'live updates reach their user only',
    file: listener,
    original: 'subscribers.get(userId) ?? []',
    mutated: '[...subscribers.values()].flatMap((own) => [...own])',
    tests: [listenerTest, routeTest],
  },
  {
    guarantee: 'after an outage of the database everything may have changed',
    file: listener,
    original: 'for (const update of updates) publish(userId, update)',
    mutated: 'void userId',
    tests: [listenerTest],
  },
  {
    guarantee: 'a stream ends with its session',
    file: 'apps/api/src/streams/event-stream.ts',
    original: '(isAllowed) => isAllowed || file.end()',
    mutated: '() => {}',
    tests: [streamTest],
  },
  {
    guarantee: 'a stream to a page that reads nothing is cut off',
    file: 'apps/api/src/streams/event-stream.ts',
    original: '!file.write(text)) file.destroy()',
    mutated: 'file.write(text)) return',
    tests: [streamTest],
  },
  {
    guarantee: 'an open stream keeps nobody signed in',
    file: 'apps/api/src/routes/live-updates.ts',
    original: 'isPolled: true, ',
    mutated: '',
    tests: ['apps/api/src/tests/idle-sessions.db.test.ts'],
  },
  {
    guarantee: 'changes are announced to users who have a page open',
    file: 'apps/api/src/routes/live-updates.ts',
    original: 'await noteOpenPage(ctx, userId, times.maxStreamMs)',
    mutated: '',
    tests: [routeTest],
  },
  {
    guarantee: 'a refetch never moves the rows that the user reads',
    file: 'apps/web/app/features/filtered-emails/incoming.ts',
    original: 'index < lastKnown && !known.has(id)',
    mutated: 'false',
    tests: ['apps/web/app/features/filtered-emails/incoming.test.ts'],
  },
  {
    guarantee: 'undoing the move of an observed email puts it back in the inbox',
    file: 'apps/web/app/features/filtered-emails/pending-actions.ts',
    original: "before.isObserved && !after.isObserved ? 'put-back' : 'undo'",
    mutated: "'undo'",
    tests: ['apps/web/app/features/filtered-emails/pending-actions.test.ts'],
  },
]
