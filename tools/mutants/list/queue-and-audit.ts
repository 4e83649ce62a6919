import type { Mutation } from '../mutation.ts'

const slots = 'packages/runtime/src/jobs/slots.ts'
const slotsTest = 'packages/runtime/src/jobs/slots.test.ts'
const dispatcher = 'packages/runtime/src/jobs/dispatcher.ts'
const dispatcherTest = 'packages/runtime/src/jobs/dispatcher.test.ts'
const announcements = 'packages/runtime/src/jobs/announcements.ts'
const announcementsTest = 'packages/runtime/src/jobs/announcements.test.ts'
const announcerTest = 'packages/runtime/src/jobs/announcer.test.ts'
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
    file: slots,
    original: '[...own, ...perProvider, inside, [...outside, ...inside]]',
    mutated: '[...own, ...perProvider, [...outside, ...inside], [...outside, ...inside]]',
    tests: [slotsTest, deskTest],
  },
  {
    guarantee: 'a worker does not miss a job that is enqueued while it looks for one',
    file: dispatcher,
    original: `      group.woken.delete(queue)
      const { endedCount } = group
      try {
        const { jobs, hasMore } = await claim(queue, free.length)`,
    mutated: `      const { endedCount } = group
      try {
        const { jobs, hasMore } = await claim(queue, free.length)
        group.woken.delete(queue)`,
    tests: [dispatcherTest],
  },
  {
    guarantee: 'a job that comes alone wakes no herd of slots',
    file: dispatcher,
    original: 'await claim(queue, free.length)',
    mutated: 'await claim(queue, 1).then(({ jobs }) => ({ jobs, hasMore: jobs.length > 0 }))',
    tests: [dispatcherTest],
  },
  {
    guarantee: 'a mailbox whose sync waits for the running one is synced when that ends',
    file: dispatcher,
    original: 'if (unblock(group, queue)) group.woken.add(queue)',
    mutated: '',
    tests: [dispatcherTest],
  },
  {
    guarantee: 'a worker looks again for a sync that waits for one at another worker',
    file: dispatcher,
    original: 'setTimeout(() => wakeQueue(group, queue), blockedLookMs)',
    mutated: 'setTimeout(() => {}, blockedLookMs)',
    tests: [dispatcherTest, 'packages/runtime/src/jobs/idle-cost.db.test.ts'],
  },
  {
    guarantee: 'a mailbox whose sync waits is synced when the running one ends during a look',
    file: dispatcher,
    original: 'jobs.length > 0 || group.endedCount > endedCount',
    mutated: 'jobs.length > 0',
    tests: [dispatcherTest],
  },
  {
    guarantee: 'a handler cannot complete a job that another worker has by now',
    file: 'packages/runtime/src/jobs/worker.ts',
    original:
      "if (rowCount === 0) throw new JobLost('The job was taken away before it was completed')",
    mutated: 'void rowCount',
    tests: ['packages/runtime/src/jobs/job-queue.db.test.ts'],
  },
  {
    guarantee: 'the retry count fences the completion of a job',
    file: 'packages/runtime/src/jobs/worker.ts',
    original: 'and retry_count = ${retryCount}`',
    mutated: 'and ${retryCount}::int >= 0`',
    tests: ['packages/runtime/src/jobs/job-queue.db.test.ts'],
  },
  {
    guarantee: 'workers hear of a delayed job before it is due',
    file: announcements,
    original: 'if (delayMs === 0) return run()',
    mutated: 'return delayMs === 0 ? run() : undefined',
    tests: [announcementsTest, 'packages/runtime/src/jobs/job-queue.db.test.ts'],
  },
  {
    guarantee: 'a job that comes alone wakes one worker',
    file: announcements,
    original: 'ids[choice % ids.length] === ownId',
    mutated: 'ids.includes(ownId)',
    tests: [announcementsTest],
  },
  {
    guarantee: 'a worker without a free slot does not keep a job from the others',
    file: announcements,
    original: 'if (isStillWaiting) tellAll(queueName)',
    mutated: '',
    tests: [announcementsTest],
  },
  {
    guarantee: 'busy workers do not tell each other of the same queue all the time',
    file: announcements,
    original:
      'if (isStillWaiting && sinceToldMs() < passOnIntervalMs) return passOnLater(queueName)',
    mutated: '',
    tests: [announcementsTest],
  },
  {
    guarantee: 'what a job stores is looked for after its commit, without a notification',
    file: 'packages/runtime/src/jobs/announcer.ts',
    original: 'if (ofRunningJob) return ofRunningJob',
    mutated: '',
    tests: [announcerTest, 'packages/runtime/src/jobs/idle-cost.db.test.ts'],
  },
  {
    guarantee: 'what a job has stored is announced even if the job then fails',
    file: 'packages/runtime/src/jobs/announcer.ts',
    original: '} finally {\n    announceAll()',
    mutated: '} finally {',
    tests: [announcerTest],
  },
  {
    guarantee: 'a worker that stops leaves what its last jobs have stored to the others',
    file: announcements,
    original: 'if (isStopped) tellAll(toText(announcement))\n      else after',
    mutated: 'after',
    tests: [announcementsTest],
  },
  {
    guarantee: 'a process that stops announces the jobs that it has stored',
    file: 'packages/runtime/src/jobs/announcer.ts',
    original: 'stop: sendWaiting',
    mutated: 'stop: async () => {}',
    tests: [announcerTest],
  },
  {
    guarantee: 'a job that is stored in a transaction is announced with its commit',
    file: 'packages/runtime/src/jobs/insert-jobs.ts',
    original: 'areCommittedAtOnce: false',
    mutated: 'areCommittedAtOnce: true',
    tests: ['packages/runtime/src/jobs/idle-cost.db.test.ts'],
  },
  {
    guarantee: 'syncs that are announced together are all announced',
    file: 'packages/runtime/src/jobs/insert-jobs.ts',
    original: 'receiver?.({ queueName, delayMs, choice })',
    mutated: '{}',
    tests: ['packages/runtime/src/jobs/idle-cost.db.test.ts'],
  },
  {
    guarantee: 'a transaction that can still fail announces its jobs itself',
    file: 'packages/runtime/src/jobs/announcer.ts',
    original: 'if (!areCommittedAtOnce) return null',
    mutated: '',
    tests: [announcerTest],
  },
  {
    guarantee: 'a sync starts after the second in which Gmail drops notifications',
    file: 'packages/services/src/mailboxes/upkeep/receive-push-notifications.ts',
    original: '{ gmail: 1_200, microsoft: 0 }',
    mutated: '{ gmail: 0, microsoft: 0 }',
    tests: ['apps/api/src/routes/webhooks.db.test.ts'],
  },
  {
    guarantee: 'a worker returns the jobs of a worker that died',
    file: 'packages/runtime/src/jobs/find-work.ts',
    original: "or heartbeat_on + heartbeat_seconds * interval '1 second' < now()",
    mutated: '',
    tests: ['packages/runtime/src/jobs/job-queue.db.test.ts'],
  },
  {
    guarantee: 'a job that never ends does not keep its slot',
    file: 'packages/runtime/src/jobs/run-in-time.ts',
    original: 'Promise.race([run().then((outcome) => ({ outcome })), expired.promise])',
    mutated: 'run().then((outcome) => ({ outcome }))',
    tests: ['packages/runtime/src/jobs/run-in-time.test.ts'],
  },
  {
    guarantee: 'an urgent job runs before others that have waited longer',
    file: dispatcher,
    original: 'ready.find(({ isUrgent }) => isUrgent) ?? ready[0]',
    mutated: 'ready[0]',
    tests: [dispatcherTest],
  },
  {
    guarantee: 'a running job tells the queue that its worker lives',
    file: 'packages/runtime/src/jobs/run-in-time.ts',
    original: 'boss.touch(job.queueName, job).catch(onError)',
    mutated: '[boss, onError]',
    tests: ['packages/runtime/src/jobs/run-in-time.test.ts'],
  },
  {
    guarantee: 'a new job wakes an idle worker',
    file: dispatcher,
    original: '    group.woken.add(queue)\n    fill(group)\n  }',
    mutated: '    group.woken.add(queue)\n  }',
    tests: [dispatcherTest],
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
