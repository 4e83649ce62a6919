import type { Mutation } from '../mutation.ts'

const requestId = 'packages/runtime/src/request-id.ts'
const requestIdTest = 'packages/runtime/src/request-id.test.ts'
const requestIdsTest = 'apps/api/src/tests/request-ids.db.test.ts'
const metricsTest = 'apps/api/src/routes/metrics.db.test.ts'
const backupFile = 'packages/db/src/backup/backup-file.ts'
const backupFileTest = 'packages/db/src/backup/backup-file.test.ts'
const restoreRows = 'packages/db/src/backup/restore-rows.ts'
const writeBackup = 'packages/db/src/backup/write-backup.ts'
const write =
  'await pipeline(Readable.from(lines), createGzip(), output.createWriteStream({ flush: true }))'
const giveName = 'await link(partial, file)'
const restore = 'apps/cli/src/commands/restore.ts'
const restoreBackup = 'apps/cli/src/product/restore-backup.ts'
const migrate = 'packages/db/src/migrate.ts'
const migrateTest = 'packages/db/src/migrate.db.test.ts'
const backupTest = 'system/backup.db.test.ts'
const doctor = 'apps/cli/src/doctor/mailbox'
const doctorTest = 'system/mailbox-doctor.db.test.ts'

/** What the operator sees, and what survives a loss. */
export const operation: readonly Mutation[] = [
  {
    guarantee: 'metrics are served only with the token',
    file: 'apps/api/src/routes/metrics.ts',
    original: 'if (token === null || !isBearer(headers.authorization, token))',
    mutated: 'if (token === null)',
    tests: [metricsTest],
  },
  {
    guarantee: 'without a token in the settings, metrics are off',
    file: 'apps/api/src/routes/metrics.ts',
    original: 'if (token === null || !isBearer(headers.authorization, token))',
    mutated: "if (!isBearer(headers.authorization, token ?? ''))",
    tests: [metricsTest],
  },
  {
    guarantee: 'requests are counted by route pattern, never by address',
    file: 'apps/api/src/http/log-requests.ts',
    original: "const route = request.routeOptions.url ?? 'none'",
    mutated: 'const route = request.url',
    tests: [metricsTest],
  },
  {
    guarantee: 'jobs of stopped workers are noticed',
    file: 'packages/runtime/src/metrics/health.ts',
    original: "interval '2 seconds' < now()",
    mutated: "interval '2 seconds' > now()",
    tests: [metricsTest],
  },
  {
    guarantee: 'only a trusted proxy chooses the id of a request',
    file: requestId,
    original: ' && peer !== undefined && isListed(proxies, peer)',
    mutated: '',
    tests: [requestIdTest, requestIdsTest],
  },
  {
    guarantee: 'an id from a proxy is a UUID and nothing else',
    file: requestId,
    original: '{12}$/i.test(value)',
    mutated: '{12}/i.test(value)',
    tests: [requestIdTest],
  },
  {
    guarantee: 'a job carries the id of the request that enqueued it',
    file: 'packages/runtime/src/jobs/job-row.ts',
    original: 'return requestId === undefined ? payload : { ...payload, requestId }',
    mutated: 'void requestId\n  return payload',
    tests: [requestIdsTest],
  },
  {
    guarantee: 'the log lines of a job name the request that enqueued it',
    file: 'packages/runtime/src/jobs/worker.ts',
    original: 'runForRequest(toPayload(job).requestId, () =>',
    mutated: 'runForRequest(undefined, () =>',
    tests: [requestIdsTest],
  },
  {
    guarantee: 'the log line at the end of a request names it',
    file: 'apps/api/src/http/log-requests.ts',
    original: '      reqId: request.id,\n',
    mutated: '',
    tests: ['apps/api/src/pages/shared/answer-kept-pages.db.test.ts'],
  },
  {
    guarantee: 'a request is known while it is handled',
    file: 'apps/api/src/http/request-ids.ts',
    original: 'runForRequest(request.id, done)',
    mutated: 'runForRequest(undefined, done)',
    tests: [requestIdsTest],
  },
  {
    guarantee: 'a changed row of a backup is noticed',
    file: backupFile,
    original: 'if (line !== `E ${last.text}` || !isComplete) throw damaged(file)',
    mutated: 'if (!isComplete) throw damaged(file)',
    tests: [backupFileTest],
  },
  {
    guarantee: 'a backup that ends early is noticed',
    file: backupFile,
    original: 'if (header === null || tables === null) throw damaged(file)\n',
    mutated: 'if (header === null) throw damaged(file)\n  tables ??= sums.toLastLine().tables\n',
    tests: [backupFileTest],
  },
  {
    guarantee: 'a backup is for its owner only',
    file: writeBackup,
    original: '0o600',
    mutated: '0o644',
    tests: [backupTest],
  },
  {
    guarantee: 'a backup overwrites nothing',
    file: writeBackup,
    original: giveName,
    mutated: "await (await import('node:fs/promises')).rename(partial, file)\n    void link",
    tests: [backupTest],
  },
  {
    guarantee: 'a backup has its name when it is complete',
    file: writeBackup,
    original: `${write}\n    ${giveName}`,
    mutated: `${giveName}\n    ${write}`,
    tests: [backupTest],
  },
  {
    guarantee: 'login sessions are in no backup',
    file: 'packages/db/src/backup/backed-up-tables.ts',
    original: "  'sessions',\n  'pending_sign_ins',",
    mutated: "  'pending_sign_ins',",
    tests: [backupTest],
  },
  {
    guarantee: 'a restore has to know who was deleted since the backup',
    file: restore,
    original: "if ((laterDeletions === null) !== values['no-later-deletions'])",
    mutated: "if (laterDeletions !== null && values['no-later-deletions'])",
    tests: [backupTest],
  },
  {
    guarantee: 'users who were deleted after a backup are deleted again',
    file: restoreBackup,
    original:
      "if (await eraseUser({ ...parts, db: tx }, id, { deletedBy: 'user' })) deletedAgain += 1",
    mutated: 'void eraseUser',
    tests: [backupTest],
  },
  {
    guarantee: 'a list of deleted users is newer than the backup',
    file: restore,
    original: 'if (Date.parse(madeAt) < Date.parse(header.madeAt))',
    mutated: 'if (Number.isNaN(Date.parse(madeAt)))',
    tests: [backupTest],
  },
  {
    guarantee: 'a restore leaves a database with rows alone',
    file: restoreRows,
    original: 'if (found.length > 0) return name',
    mutated: 'void found',
    tests: [backupTest],
  },
  {
    guarantee: 'a restore needs the keys of the backup',
    file: restoreBackup,
    original: 'if (problem)\n        throw',
    mutated: "if (problem?.kind === 'missing')\n        throw",
    tests: [backupTest],
  },
  {
    guarantee: 'what waited at the time of a backup gets no reply after a restore',
    file: restoreBackup,
    original: 'await sendNoReplyAgain(tx)',
    mutated: 'void sendNoReplyAgain',
    tests: [backupTest],
  },
  {
    guarantee: 'a link to an account that was used after a backup stays used',
    file: restoreBackup,
    original: "await tx.delete(linkTokens).where(ne(linkTokens.purpose, 'restore'))",
    mutated: 'void [linkTokens, ne]',
    tests: [backupTest],
  },
  {
    guarantee: 'a restore does not wait for itself',
    file: 'packages/runtime/src/jobs/finished-jobs.ts',
    original: 'if (!timer) return',
    mutated: '',
    tests: ['packages/runtime/src/jobs/finished-jobs.db.test.ts'],
  },
  {
    guarantee: 'a migration gives way to a transaction that uses its table',
    file: migrate,
    original: 'await client.query(`set lock_timeout = ${lockTimeoutMs}`)',
    mutated: '',
    tests: [migrateTest],
  },
  {
    guarantee: 'a migration that gave way is tried again',
    file: migrate,
    original: "blockedCodes.includes(error.code ?? '')",
    mutated: "!blockedCodes.includes(error.code ?? '')",
    tests: [migrateTest],
  },
  {
    guarantee: 'a migration whose table stays in use is given up',
    file: migrate,
    original: 'if (attempt === maxAttempts)',
    mutated: 'if (attempt > maxAttempts * 1_000)',
    tests: [migrateTest],
  },
  {
    guarantee: 'doctor removes its folder even if the check fails',
    file: `${doctor}/check-writing.ts`,
    original: `  } finally {
    await removeTrace(examination, \`the \${folderWord} “\${name}”\`, () => probe.removeFolder(id))
  }`,
    mutated: `  } finally {
    await Promise.resolve()
  }
  await removeTrace(examination, name, () => probe.removeFolder(id))`,
    tests: [doctorTest],
  },
  {
    guarantee: 'doctor says what it could not remove',
    file: `${doctor}/examination.ts`,
    original: 'traces.push(trace)',
    mutated: '',
    tests: [doctorTest],
  },
]
