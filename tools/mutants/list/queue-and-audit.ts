import type { Mutation } from '../mutation.ts'

const jobQueue = 'packages/runtime/src/jobs/job-queue.ts'
const semaphore = 'packages/runtime/src/jobs/semaphore.ts'
const semaphoreTest = 'packages/runtime/src/jobs/semaphore.test.ts'
const sharedSlots = 'packages/runtime/src/jobs/shared-slots.ts'
const sharedSlotsTest = 'packages/runtime/src/jobs/shared-slots.test.ts'
const finished = 'packages/runtime/src/jobs/finished-jobs.ts'
const finishedTest = 'packages/runtime/src/jobs/finished-jobs.db.test.ts'
const desk = 'packages/runtime/src/jobs/queue-desk.ts'
const deskTest = 'packages/runtime/src/jobs/queue-desk.db.test.ts'
const change = 'packages/services/src/admin/queue/change-failed-job.ts'
const quarantine = 'packages/services/src/admin/queue/quarantine.ts'
const changeTest = 'packages/services/src/admin/queue/change-failed-job.db.test.ts'
const health = 'packages/db/src/queries/mailboxes.ts'
const healthTest = 'packages/services/src/admin/queue/list-unhealthy-mailboxes.db.test.ts'
const check = 'packages/services/src/audit/check-audit-log.ts'
const checkTest = 'packages/services/src/audit/check-audit-log.db.test.ts'

/** Admins see every failure once, decide about it once, and nothing leaves the audit log. */
export const queueAndAudit: readonly Mutation[] = [
  {
    guarantee: 'a worker has no more slots than the admin panel shows',
    file: 'apps/worker/src/handlers.ts',
    original: 'handle(sendEmailJob, sendEmail, { slots: 1 })',
    mutated: 'handle(sendEmailJob, sendEmail, { slots: 2 })',
    tests: ['apps/worker/src/handlers.test.ts'],
  },
  {
    guarantee: 'a silent service takes no slot from our own jobs',
    file: sharedSlots,
    original: "kind === 'shared' ? [shared] : [outside, shared]",
    mutated: 'outside && [shared]',
    tests: [sharedSlotsTest, deskTest],
  },
  {
    guarantee: 'a job that stops waiting for a slot takes none from those behind it',
    file: semaphore,
    original: 'waiting.splice(at, 1)',
    mutated: '',
    tests: [semaphoreTest],
  },
  {
    guarantee: 'a job that is stopped right after it got its slot removes no other from the line',
    file: semaphore,
    original: 'if (at < 0) return',
    mutated: '',
    tests: [semaphoreTest],
  },
  {
    guarantee: 'a job that never ends does not keep a shared slot',
    file: sharedSlots,
    original: "signal.addEventListener('abort', leave)",
    mutated: '',
    tests: [sharedSlotsTest],
  },
  {
    guarantee: 'a job does not expire while it waits for a shared slot',
    file: jobQueue,
    original: 'await endAttempt.as(noFreeSlot, handler.name, fetched)',
    mutated: 'return',
    tests: ['packages/runtime/src/jobs/job-queue.db.test.ts'],
  },
  {
    guarantee: 'a failed job counts once',
    file: finished,
    original:
      "where state = 'failed' and deletion_seconds < ${failedRetentionSeconds}\n    returning",
    mutated: "where state = 'failed'\n    returning",
    tests: [finishedTest],
  },
  {
    guarantee: 'a worker that stops writes its last counts',
    file: finished,
    original: 'await record().catch(onError)',
    mutated: '',
    tests: [finishedTest],
  },
  {
    guarantee: 'a retry leaves the fencing token as it is',
    file: desk,
    original: 'retry_limit = job.retry_count + 1 + options.retry_limit',
    mutated: 'retry_count = 0, retry_limit = options.retry_limit',
    tests: [deskTest],
  },
  {
    guarantee: 'a job that runs is not retried',
    file: desk,
    original: "and state = 'failed' and ${isOurs}\n            for update",
    mutated: 'and ${isOurs}\n            for update',
    tests: [deskTest],
  },
  {
    guarantee: 'a job that is retried no longer counts as failed',
    file: desk,
    original: 'if (changed.isCounted) await addFailed(tx, -1)',
    mutated: '',
    tests: [deskTest],
  },
  {
    guarantee: 'a retry is in the audit log',
    file: change,
    original: "await recordAct(ctx, tx, admin, toAct('retry-job', job))",
    mutated: '',
    tests: [changeTest],
  },
  {
    guarantee: 'an email that the relay refused is sent when its job is retried',
    file: change,
    original: 'await reviveEmail(ctx, tx, job)',
    mutated: '',
    tests: [changeTest],
  },
  {
    guarantee: 'an email to another address does not go to the user when its job is retried',
    file: change,
    original: 'if (dropped && kindsToOtherAddresses.includes(dropped.kind))',
    mutated: 'if (!dropped)',
    tests: [changeTest],
  },
  {
    guarantee: 'a quarantined message is judged again once',
    file: quarantine,
    original: "if (!taken) return 'decided'",
    mutated: "if (!taken) return 'done'",
    tests: [changeTest],
  },
  {
    guarantee: 'a message that is judged again counts once',
    file: quarantine,
    original: 'greatest(${dailyCounts.processed} - 1, 0)',
    mutated: '${dailyCounts.processed}',
    tests: [changeTest],
  },
  {
    guarantee: 'a late judgement sends no reply',
    file: quarantine,
    original: 'isNewArrival: false,',
    mutated: 'isNewArrival: true,',
    tests: [changeTest],
  },
  {
    guarantee: 'a paused mailbox is not late',
    file: health,
    original: 'not(mailboxes.isPaused),\n    isNull',
    mutated: 'isNull',
    tests: [healthTest],
  },
  {
    guarantee: 'a changed entry of the audit log is found',
    file: check,
    original: 'entry.hash === hashEntry(entry) &&',
    mutated: '',
    tests: [checkTest],
  },
  {
    guarantee: 'a removed entry of the audit log is found',
    file: check,
    original: 'entry.id === expectedId &&',
    mutated: '',
    tests: [checkTest],
  },
  {
    guarantee: 'an entry of the audit log that was hashed again is found',
    file: check,
    original: '(previousHash === null || entry.previousHash === previousHash)',
    mutated: 'true',
    tests: [checkTest],
  },
  {
    guarantee: 'a cut end of the audit log is found',
    file: check,
    original: 'entry.id === noted?.id && entry.hash === noted.hash',
    mutated: 'true',
    tests: [checkTest],
  },
  {
    guarantee: 'an export of the audit log is recorded',
    file: 'packages/services/src/audit/export-audit-log.ts',
    original:
      "await ctx.db.transaction((tx) => recordAct(ctx, tx, admin, { act: 'export-audit-log' }))",
    mutated: '',
    tests: [checkTest],
  },
  {
    guarantee: 'the switch of replies is in the audit log',
    file: 'packages/services/src/pipeline/replying/stop-replies.ts',
    original: 'if (admin) await recordAct(ctx, tx, admin, act)',
    mutated: 'if (admin) return',
    tests: ['apps/api/src/routes/admin-queue.db.test.ts'],
  },
]
