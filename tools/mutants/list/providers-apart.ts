import type { Mutation } from '../mutation.ts'

const breaker = 'packages/runtime/src/mail/circuit-breaker.ts'
const breakerTest = 'packages/runtime/src/mail/circuit-breaker.test.ts'
const accessTest = 'packages/runtime/src/mail/mail-access.db.test.ts'
const queue = 'packages/runtime/src/jobs/job-queue.ts'
const endAttempt = 'packages/runtime/src/jobs/end-attempt.ts'
const queues = 'packages/runtime/src/jobs/queues.ts'
const queueTest = 'packages/runtime/src/jobs/job-queue.db.test.ts'
const gate = 'packages/runtime/src/mail/retry-gate.ts'
const sweep = 'packages/services/src/mailboxes/upkeep/check-due-mailboxes.ts'
const sweepTest = 'packages/services/src/mailboxes/upkeep/check-due-mailboxes.db.test.ts'
const lost = 'packages/services/src/mailboxes/upkeep/notify-lost-mailboxes.ts'
const lostTest = 'packages/services/src/mailboxes/upkeep/notify-lost-mailboxes.db.test.ts'

/** A provider that is silent, slow or strict delays only its own mailboxes. */
export const providersApart: readonly Mutation[] = [
  {
    guarantee: 'a silent provider is not asked again and again',
    file: breaker,
    original:
      "if (waitMs > 0) throw new MailError('unavailable', 'circuit-open', { retryAfterMs: waitMs })",
    mutated: '',
    tests: [breakerTest],
  },
  {
    guarantee: 'one probe at a time asks a silent provider',
    file: breaker,
    original: "state = { kind: 'probing' }",
    mutated: '',
    tests: [breakerTest],
  },
  {
    guarantee: 'one broken mailbox does not open the circuit for all',
    file: breaker,
    original: 'state.failures < maxFailuresInRow || state.callers.size < minFailedCallers',
    mutated: 'state.failures < maxFailuresInRow',
    tests: [breakerTest],
  },
  {
    guarantee: 'an answer ends the count of failures',
    file: breaker,
    original: 'if (state.failures > 0) state = closed',
    mutated: '',
    tests: [breakerTest],
  },
  {
    guarantee: 'a rate limit is no outage',
    file: breaker,
    original: " || error.failure === 'rate-limited'",
    mutated: '',
    tests: [breakerTest],
  },
  {
    guarantee: 'refreshes of one provider do not take the slots of the other',
    file: 'packages/runtime/src/mail/mail-access.ts',
    original: 'refreshLimit: refreshLimits[provider]',
    mutated: 'refreshLimit: refreshLimits.gmail',
    tests: [accessTest],
  },
  {
    guarantee: 'a refused token does not end a new connection as one without a mailbox',
    file: 'packages/runtime/src/mail/mail-access.ts',
    original: "error instanceof MailError && error.failure === 'no-mailbox'",
    mutated:
      "error instanceof MailError && (error.failure === 'no-mailbox' || error.detail.startsWith('401'))",
    tests: [accessTest],
  },
  {
    guarantee: 'a mailbox that was told to wait is not asked before',
    file: gate,
    original: "throw new MailError('rate-limited', 'retry-after', { retryAfterMs: waitMs })",
    mutated: '',
    tests: [accessTest],
  },
  {
    guarantee: 'the time to wait is known to every process',
    file: gate,
    original: 'await saveRetryAt(db, grantId, retryAt)',
    mutated: '',
    tests: [accessTest],
  },
  {
    guarantee: 'jobs of the two providers wait in different queues',
    file: queues,
    original: 'return provider === null ? jobName : `${jobName}/${provider}`',
    mutated: 'return jobName',
    tests: [queueTest],
  },
  {
    guarantee: 'a job that is enqueued in a transaction exists if that commits',
    file: queue,
    original: 'insertJobs(announcer, db, job, payloads)',
    mutated: `import('@doorman/db/client').then(({ openDb }) =>
      insertJobs(announcer, openDb(databaseUrl).db, job, payloads))`,
    tests: [queueTest],
  },
  {
    guarantee: 'a job is retried not before the provider allows it',
    file: endAttempt,
    original: 'Math.ceil((retryAfterMs ?? 0) / secondMs)',
    mutated: '0',
    tests: [queueTest],
  },
  {
    guarantee: 'a mailbox that waits in the queue does not hold up the others',
    file: 'packages/runtime/src/jobs/claim-jobs.ts',
    original: 'handler.slotsPerMailbox ?? null',
    mutated: 'handler.slotsPerMailbox && null',
    tests: [queueTest],
  },
  {
    guarantee: 'two jobs that are not ready yet both wait',
    file: endAttempt,
    original: 'singletonKey, startAfter: notYetDelaySeconds',
    mutated: 'startAfter: notYetDelaySeconds, ...(singletonKey && {})',
    tests: [queueTest],
  },
  {
    guarantee: 'the sweep takes all mailboxes that are due',
    file: sweep,
    original:
      'for (let batch = batchSize; batch === batchSize; count += batch) batch = await enqueueBatch(ctx)',
    mutated: 'count = await enqueueBatch(ctx)',
    tests: [sweepTest],
  },
  {
    guarantee: 'syncs that push notifications start run before regular checks',
    file: sweep,
    original: 'isUrgent: false',
    mutated: 'isUrgent: true',
    tests: [sweepTest],
  },
  {
    guarantee: 'the sweep ends with its minute',
    file: sweep,
    original: 'count > 0 && repeatsLeft > 0',
    mutated: 'count > 0',
    tests: [sweepTest],
  },
  {
    guarantee: 'after an outage, checks are spread over the interval',
    file: 'packages/domain/src/plans/plan.ts',
    original: '(isLate ? 1 - share : 1)',
    mutated: '1',
    tests: ['packages/domain/src/plans/plan.test.ts'],
  },
  {
    guarantee: 'the sweep does not hold up decisions',
    file: sweep,
    original: ".for('no key update', { skipLocked: true })",
    mutated: ".for('update', { skipLocked: true })",
    tests: [sweepTest],
  },
  {
    guarantee: 'a locked mailbox does not hold up the sweep',
    file: sweep,
    original: ".for('no key update', { skipLocked: true })",
    mutated: ".for('no key update')",
    tests: [sweepTest],
  },
  {
    guarantee: 'a locked mailbox does not hold up emails about other lost mailboxes',
    file: lost,
    original: ".for('no key update', { skipLocked: true })",
    mutated: ".for('no key update')",
    tests: [lostTest],
  },
]
