import { openDb } from '@doorman/db/client'
import { auditLog, settings } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { formatTokenKey } from '@doorman/runtime/secrets/token-keys'
import { fakeSecret, fakeTokenKey } from '@doorman/runtime/testing/fake-runtime'
import { recordOperatorAct } from '@doorman/services/audit/record-act'
import { forceAuditLog } from '@doorman/services/testing/force-audit-log'
import { desc, sql, type SQL } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { audit } from './audit.ts'
import { replies } from './replies.ts'

const databaseUrl = await createTestDatabase()
const { db, close } = openDb(databaseUrl)
afterAll(close)
const env = {
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: 'http://localhost:3000',
  DOORMAN_SECRET: fakeSecret,
  TOKEN_KEYS: formatTokenKey(fakeTokenKey),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'post@doorman.test',
}
const ctx = { db, now: () => new Date() }
const log = vi.spyOn(console, 'log').mockImplementation(() => {})

const force = (statement: SQL) => forceAuditLog(db, statement)

beforeEach(async () => {
  await force(sql`truncate audit_log`)
  await db.transaction(async (tx) => {
    for (const act of ['stop-replies', 'backup', 'resume-replies'] as const)
      await recordOperatorAct(ctx, tx, { act })
  })
})
afterEach(() => {
  process.exitCode = undefined
})

/** Runs the command. Returns what it prints and its exit code. */
async function verify(...args: string[]) {
  log.mockClear()
  await audit(['verify', ...args], env)
  const exitCode = process.exitCode ?? 0
  process.exitCode = undefined
  return { exitCode, printed: log.mock.calls.flat().join('\n') }
}

const findHead = (printed: string) => /\d+:[\da-f]{64}/.exec(printed)?.[0] ?? ''

test('an intact log passes, and its number of entries and its head are printed', async () => {
  const [last] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  const { exitCode, printed } = await verify()
  expect(exitCode).toBe(0)
  expect(printed).toContain('Entries: 3')
  expect(findHead(printed)).toBe(`3:${last?.hash}`)
  expect((await verify('--head', findHead(printed))).exitCode).toBe(0)
})

test.each([
  ['changed', sql`update audit_log set act = 'restore-backup' where id = 2`, 2],
  ['removed', sql`delete from audit_log where id = 2`, 2],
])('an entry that was %s is named, and the exit code is 1', async (_name, statement, id) => {
  await force(statement)
  const { exitCode, printed } = await verify()
  expect(exitCode).toBe(1)
  expect(printed).toContain(`broken at entry ${id}`)
})

test('a log whose end was cut off passes without the noted head, and fails with it', async () => {
  const head = findHead((await verify()).printed)
  await force(sql`delete from audit_log where id = 3`)
  expect((await verify()).exitCode).toBe(0)
  const { exitCode, printed } = await verify('--head', head)
  expect(exitCode).toBe(1)
  expect(printed).toContain('it has 2 entries, and entry 3 was noted')
})

test('a log that was rewritten fails with the noted head', async () => {
  const head = findHead((await verify()).printed)
  await force(sql`truncate audit_log`)
  await db.transaction(async (tx) => {
    for (const _entry of [1, 2, 3]) await recordOperatorAct(ctx, tx, { act: 'backup' })
  })
  expect(await verify('--head', head)).toMatchObject({
    exitCode: 1,
    printed: 'The audit log was rewritten: entry 3 is not the one that was noted.',
  })
})

test('a database that lacks a migration is refused and stays as it is', async () => {
  const url = await createTestDatabase('template0')
  await expect(audit(['verify'], { ...env, DATABASE_URL: url })).rejects.toThrow('doorman migrate')
  const empty = openDb(url)
  const { rows } = await empty.db
    .execute(sql`select from pg_tables where schemaname = 'public'`)
    .finally(empty.close)
  expect(rows).toEqual([])
})

test.each([
  [[]],
  [['check']],
  [['verify', 'all']],
  [['verify', '--head', '3']],
  [['verify', '--x']],
])('the arguments %j are a usage error', async (args) => {
  await expect(audit(args, env)).rejects.toMatchObject({ name: 'UsageError' })
})

test('replies that are stopped at the command line are in the log, without an admin', async () => {
  await replies(['stop'], env)
  await replies(['stop'], env)
  await replies(['resume'], env)
  expect(await db.select().from(settings)).toMatchObject([{ areRepliesStopped: false }])
  const acts = await db.select().from(auditLog).orderBy(auditLog.id).offset(3)
  expect(acts).toMatchObject([
    { act: 'stop-replies', actorId: null, ip: null },
    { act: 'resume-replies', actorId: null },
  ])
})
