import type { Mutation } from '../mutation.ts'

const sync = 'packages/services/src/pipeline/sync/sync-mailbox.ts'
const store = 'packages/services/src/pipeline/sync/store-changes.ts'
const run = 'packages/services/src/pipeline/sync/sync-run.ts'
const resume = 'packages/services/src/pipeline/sync/resume-overdue-work.ts'
const syncTest = 'packages/services/src/pipeline/sync/sync-mailbox.db.test.ts'
const quiet = 'packages/services/src/pipeline/sync/store-quiet-page.ts'
const quickTest = 'packages/services/src/pipeline/sync/quick-way.db.test.ts'
const arrivals = 'packages/services/src/pipeline/sync/screen-arrivals.ts'
const renewTest = 'packages/services/src/pipeline/sync/renew-push.db.test.ts'
const failures = 'packages/services/src/pipeline/mail-failure.ts'
const failuresTest = 'packages/services/src/pipeline/mail-failure.db.test.ts'
const gmail = 'packages/mail/src/gmail/changes/changes.ts'
const gmailTest = 'packages/mail/src/gmail/gmail-mailbox.test.ts'
const graph = 'packages/mail/src/microsoft/changes/changes.ts'
const graphDelta = 'packages/mail/src/microsoft/changes/delta.ts'
const graphTest = 'packages/mail/src/microsoft/microsoft-mailbox.test.ts'
const graphChangesTest = 'packages/mail/src/microsoft/changes/changes.test.ts'

/** Every message is found, whatever is lost, late, repeated or down in between. */
export const neverSkipMail: readonly Mutation[] = [
  {
    guarantee: 'the cursor moves only with the decisions or rows of its page',
    file: store,
    original: 'const owner = await advance(ctx, tx, run, found)',
    mutated: 'const owner = await advance(ctx, ctx.db, run, found)',
    tests: [syncTest, quickTest],
  },
  {
    guarantee: 'screening jobs are enqueued in the transaction that moves the cursor',
    file: store,
    original: 'await ctx.jobs.enqueueAll(\n      tx,',
    mutated: 'await ctx.jobs.enqueueAll(\n      ctx.db,',
    tests: ['packages/services/src/jobs-in-transaction.db.test.ts'],
  },
  {
    guarantee: 'the job for all new messages is enqueued in the transaction that moves the cursor',
    file: store,
    original: 'await ctx.jobs.enqueue(tx, screenMessagesJob, { mailboxId })',
    mutated: 'await ctx.jobs.enqueue(ctx.db, screenMessagesJob, { mailboxId })',
    tests: ['packages/services/src/jobs-in-transaction.db.test.ts'],
  },
  {
    guarantee: 'a sync that was overtaken stores nothing',
    file: store,
    original: 'if (!owner) return null',
    mutated: 'if (!owner) return []',
    tests: [quickTest],
  },
  {
    guarantee: 'a slow sync does not move the cursor of a newer one back',
    file: run,
    original: 'eq(mailboxes.syncRun, syncRun),',
    mutated: '',
    tests: [syncTest, quickTest],
  },
  {
    guarantee: 'a sync during which the user pauses the mailbox stores nothing',
    file: run,
    original: 'isProtected(id),\n    eq(mailboxes.syncRun, syncRun),',
    mutated: 'eq(mailboxes.id, id),\n    eq(mailboxes.syncRun, syncRun),',
    tests: [quickTest],
  },
  {
    guarantee: 'a sync notices that its mailbox was reconnected meanwhile',
    file: run,
    original: 'isSameTime(mailboxes.lastActiveAt, lastActiveAt),',
    mutated: '',
    tests: [syncTest],
  },
  {
    guarantee: 'each sync gets a higher number',
    file: run,
    original: 'syncRun: sql`${mailboxes.syncRun} + 1`',
    mutated: 'syncRun: sql`${mailboxes.syncRun}`',
    tests: [syncTest],
  },
  {
    guarantee: 'a lost cursor is looked for back to the last successful sync, not from now on',
    file: sync,
    original: 'scanInbox(ctx, run, mailbox, run.lastCheckedAt, attempt)',
    mutated: 'scanInbox(ctx, run, mailbox, ctx.now(), attempt)',
    tests: [syncTest],
  },
  {
    guarantee: 'a rescan reaches a day further back than the last sync',
    file: sync,
    original: 'new Date(lastCheckedAt.getTime() - dayMs)',
    mutated: 'lastCheckedAt',
    tests: [syncTest],
  },
  {
    guarantee: 'push is renewed before changes are listed',
    file: sync,
    original:
      'await renewPush(ctx, run, mailbox)\n    const end = await storeAllChanges(ctx, run, mailbox, attempt)',
    mutated:
      'const end = await storeAllChanges(ctx, run, mailbox, attempt)\n    await renewPush(ctx, run, mailbox)',
    tests: [syncTest, renewTest],
  },
  {
    guarantee: 'a failed renewal of push does not stop the sync',
    file: 'packages/services/src/pipeline/sync/renew-push.ts',
    original: 'if (!meaning) throw error',
    mutated: 'throw error',
    tests: [renewTest],
  },
  {
    guarantee: 'all pages of changes are read',
    file: sync,
    original: "if (stored === 'overtaken' || end !== 'not-yet') return stored",
    mutated: 'return stored',
    tests: [syncTest],
  },
  {
    guarantee: 'a failed sync does not count as a check',
    file: run,
    original: 'finishedRun: run.syncRun }),\n      problem,',
    mutated: 'finishedRun: run.syncRun }),\n      lastCheckedAt: ctx.now(),\n      problem,',
    tests: [syncTest],
  },
  {
    guarantee: 'a sync that stops at its page limit does not count as a check',
    file: run,
    original: '...(!hasMore && { lastCheckedAt: now })',
    mutated: 'lastCheckedAt: now',
    tests: [syncTest],
  },
  {
    guarantee: 'overdue work is enqueued again after a sync',
    file: sync,
    original: 'if (run.hasOverdueWork) await resumeOverdueWork(ctx, run)',
    mutated: '',
    tests: [syncTest],
  },
  {
    guarantee: 'overdue screenings are enqueued again',
    file: resume,
    original: 'undecided.map((providerMessageId) => ({ mailboxId, providerMessageId }))',
    mutated: '[]',
    tests: [syncTest],
  },
  {
    guarantee: 'overdue moves are enqueued again',
    file: resume,
    original: 'if (unmoved.length > 0) await jobs.enqueue(db, moveMessagesJob, { mailboxId })',
    mutated: '',
    tests: [syncTest],
  },
  {
    guarantee: 'open reply claims are enqueued again',
    file: resume,
    original: 'claimed.map((decisionId) => ({ mailboxId, decisionId }))',
    mutated: '[]',
    tests: [syncTest, 'packages/services/src/pipeline/replying/reply-to-sender.db.test.ts'],
  },
  {
    guarantee: 'an outage is retried, not taken for lost access',
    file: failures,
    original: "unavailable: {\n    mailboxProblem: 'out-of-reach',\n    forJob: 'retry-later',",
    mutated: "unavailable: {\n    mailboxProblem: 'out-of-reach',\n    forJob: 'needs-reconnect',",
    tests: [failuresTest],
  },
  {
    guarantee: 'a rate limit does not park the mailbox',
    file: failures,
    original: "'rate-limited': {\n    mailboxProblem: 'out-of-reach',",
    mutated: "'rate-limited': {\n    mailboxProblem: 'needs-reconnect',",
    tests: [failuresTest, syncTest],
  },
  {
    guarantee: 'an unknown error is retried, not final',
    file: failures,
    original: "findFailureMeaning(error)?.forJob ?? 'retry-later'",
    mutated: "findFailureMeaning(error)?.forJob ?? 'message-refused'",
    tests: ['packages/services/src/pipeline/screening/screen-message.db.test.ts'],
  },
  {
    guarantee: 'Gmail: a message that arrives between the listing and the cursor is not missed',
    file: gmail,
    original: 'cursor: toCursor(readHistoryId(profile.historyId)) }',
    mutated: 'cursor: toCursor(readHistoryId((await api.read(gmail.getProfile())).historyId)) }',
    tests: [gmailTest],
  },
  {
    guarantee: 'Gmail: after several pages the cursor is the last record, not the newest state',
    file: gmail,
    original: 'if (pages === 0) end = max(',
    mutated: 'end = max(',
    tests: [gmailTest],
  },
  {
    guarantee: 'Gmail: a cursor that Gmail has forgotten is reported as lost',
    file: gmail,
    original: 'isGone(error) || isRefused(error)',
    mutated: 'isRefused(error)',
    tests: [gmailTest],
  },
  {
    guarantee: 'Gmail: the pages after the first are listed',
    file: gmail,
    original: 'while (pageToken !== null && ids.length < limit)',
    mutated: 'while (false)',
    tests: [gmailTest],
  },
  {
    guarantee: 'Gmail: more history than one call reads is announced',
    file: gmail,
    original: 'return { records, end, hasMore: true }',
    mutated: 'return { records, end, hasMore: false }',
    tests: [gmailTest],
  },
  {
    guarantee: 'Microsoft: more changes are announced',
    file: graph,
    original: 'hasMore: !inbox.isLast || own?.isLast === false || !sentDelta.isLast',
    mutated: 'hasMore: false',
    tests: [graphTest, graphChangesTest],
  },
  {
    guarantee: 'Microsoft: empty pages are not the end',
    file: graphDelta,
    original: 'isLast: nextLink === null',
    mutated: 'isLast: nextLink === null || items.length === 0',
    tests: [graphTest, graphChangesTest],
  },
  {
    guarantee: 'Microsoft: a link that Graph has forgotten is reported as lost',
    file: graphDelta,
    original: "if (isLinkLost(error)) return 'link-lost'",
    mutated: '',
    tests: [graphTest, graphChangesTest],
  },
  {
    guarantee: 'Microsoft: a 404 page of a proxy does not make a message gone',
    file: 'packages/mail/src/microsoft/graph/graph-failure.ts',
    original: "code === null || status < 400 || status >= 500 ? 'unavailable'",
    mutated: "status < 400 || status >= 500 ? 'unavailable'",
    tests: ['packages/mail/src/microsoft/graph/graph-failure.test.ts'],
  },
  {
    guarantee: 'Gmail: a page of a proxy does not make a message gone',
    file: 'packages/mail/src/gmail/api/gmail-error.ts',
    original: 'if (status >= 500 || reason === null)',
    mutated: 'if (status >= 500)',
    tests: ['packages/mail/src/gmail/api/gmail-error.test.ts'],
  },
  {
    guarantee: 'a sync that reached its page limit is continued',
    file: store,
    original:
      "if (end === 'stopped') await ctx.jobs.enqueue(tx, syncMailboxJob, { mailboxId: run.id })",
    mutated: '',
    tests: [syncTest],
  },
  {
    guarantee: 'decisions are stored in the transaction that moves the cursor',
    file: store,
    original: 'const decided = await addDecisions(ctx, tx, owner, screened)',
    mutated: 'const decided = await addDecisions(ctx, ctx.db, owner, screened)',
    tests: [quickTest],
  },
  {
    guarantee: 'a sync completes its job in the transaction that stores its page',
    file: store,
    original: "if (end !== 'not-yet') await attempt?.complete(tx)",
    mutated: "if (end !== 'not-yet') await attempt?.complete(ctx.db)",
    tests: [quickTest],
  },
  {
    guarantee: 'a quiet page is stored only for the worker that has the job',
    file: quiet,
    original: 'where exists (select from job) and',
    mutated: 'where',
    tests: [quickTest],
  },
  {
    guarantee: 'a quiet page is stored only by the current sync',
    file: quiet,
    original: '${isCurrentRun(run)}',
    mutated: 'mailboxes.id = ${run.id}',
    tests: [quickTest],
  },
  {
    guarantee: 'a quiet page is stored only if its user still has the plan that it began with',
    file: quiet,
    original:
      "and (${isPaidAt(place('now'))} or ${isTrialAt(place('now'))}) = ${place('isPro')}::boolean",
    mutated: '',
    tests: [quickTest],
  },
  {
    guarantee: 'a quiet page is counted on the day of its user’s time zone',
    file: quiet,
    original: "and users.time_zone = ${place('timeZone')}",
    mutated: '',
    tests: [quickTest],
  },
  {
    guarantee: 'decisions of a quiet page are stored with its cursor or not at all',
    file: quiet,
    original: 'toInserts(place, isStored)',
    mutated: 'toInserts(place, sql`true`)',
    tests: [quickTest],
  },
  {
    guarantee: 'a sync whose quiet page was not stored does not complete its job',
    file: quiet,
    original: 'return stored?.isStored ? stored.outcomes : null',
    mutated: 'return stored?.outcomes ?? null',
    tests: [quickTest],
  },
  {
    guarantee: 'a page with a message to filter is not quiet',
    file: 'packages/services/src/pipeline/screening/add-decisions.ts',
    original: "screening.decision.outcome === 'keep' && !('appealedReply' in screening)",
    mutated: "!('appealedReply' in screening)",
    tests: [quickTest],
  },
  {
    guarantee: 'after a sync that died, each message is screened on its own',
    file: run,
    original: 'isCareful: mailbox.syncRun - mailbox.finishedRun > 1',
    mutated: 'isCareful: false',
    tests: [quickTest],
  },
  {
    guarantee: 'a sync that reached its end is known to have',
    file: run,
    original: 'finishedRun: run.syncRun,\n    problem: null,',
    mutated: 'problem: null,',
    tests: [quickTest],
  },
  {
    guarantee: 'a sync that the provider ended counts as finished',
    file: run,
    original: '...(!run.isCareful && { finishedRun: run.syncRun }),',
    mutated: '',
    tests: [quickTest],
  },
  {
    guarantee: 'a provider failure does not make a careful mailbox quick again',
    file: run,
    original: '...(!run.isCareful && { finishedRun: run.syncRun })',
    mutated: 'finishedRun: run.syncRun',
    tests: [quickTest],
  },
  {
    guarantee: 'a notification is not dropped because an earlier sync waits',
    file: 'packages/services/src/mailboxes/upkeep/receive-push-notifications.ts',
    original: 'ctx.now().getTime() / togetherMs',
    mutated: '0 / togetherMs',
    tests: ['apps/api/src/routes/webhooks.db.test.ts'],
  },
  {
    guarantee: 'a message that may have killed a sync has used up a start',
    file: 'packages/services/src/pipeline/sync/add-undecided.ts',
    original: "by === 'alone' ? 1 : 0",
    mutated: '0',
    tests: [quickTest],
  },
  {
    guarantee: 'what the user has just sent counts for the messages beside it',
    file: sync,
    original: 'page === 1 && !hasMore && !hasSent',
    mutated: 'page === 1 && !hasMore',
    tests: [quickTest],
  },
  {
    guarantee: 'what the user brings back counts for the messages beside it',
    file: arrivals,
    original: 'if (broughtBack.length + unseen.length > 0)',
    mutated: 'if (false)',
    tests: [quickTest, syncTest],
  },
  {
    guarantee: 'a page that is too large is not screened by the sync',
    file: arrivals,
    original: ' || arrived.length > maxLoadedAtOnce',
    mutated: '',
    tests: [quickTest],
  },
  {
    guarantee: 'messages that could not be screened at once get a row',
    file: arrivals,
    original: 'arrived.filter((id) => !facts.decided.has(id) && !screenings.has(id))',
    mutated: '[]',
    tests: [quickTest],
  },
  {
    guarantee: 'overdue screenings that were never started are enqueued again',
    file: resume,
    original: 'if (unstarted.length > 0) await jobs.enqueue(db, screenMessagesJob, { mailboxId })',
    mutated: '',
    tests: [syncTest],
  },
]
