import { openDb } from '@doorman/db/client'
import { auditLog } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import type { UserId } from '@doorman/domain/ids'
import { desc, sql, type SQL } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { forceAuditLog } from '../testing/force-audit-log.ts'
import { checkAuditLog, checkLatestEntries } from './check-audit-log.ts'
import { exportAuditLog } from './export-audit-log.ts'
import { hashEntry, recordAct, recordOperatorAct, recordViewerAct } from './record-act.ts'

const { db, close } = openDb(await createTestDatabase())
afterAll(close)
const ctx = { db, now: () => new Date() }
const userId = randomUUID() as UserId
const admin = { userId, sessionId: randomUUID(), ip: '203.0.113.7' }

const force = (statement: SQL) => forceAuditLog(db, statement)

beforeEach(async () => {
  await force(sql`truncate audit_log`)
  await db.transaction(async (tx) => {
    await recordAct(ctx, tx, admin, { act: 'stop-replies' })
    await recordOperatorAct(ctx, tx, { act: 'grant-admin', subjectId: userId })
    const who = { viewerId: userId, viewedUserId: randomUUID() as UserId, ip: admin.ip }
    await recordViewerAct(ctx, tx, who, { act: 'view-request', details: { path: '/x', b: 1 } })
    for (const queue of ['a', 'b', 'c'])
      await recordAct(ctx, tx, admin, { act: 'drop-job', subjectId: 'x', details: { queue } })
  })
})

test('an untouched log is whole', async () => {
  const [last] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  expect(await checkAuditLog({ db })).toMatchObject({
    entries: 6,
    brokenAt: null,
    head: last?.hash,
  })
  expect(await checkLatestEntries({ db }, 2)).toMatchObject({ entries: 2, brokenAt: null })
})

test('an empty log is whole', async () => {
  await force(sql`truncate audit_log`)
  expect(await checkAuditLog({ db })).toMatchObject({ entries: 0, brokenAt: null })
  expect(await checkLatestEntries({ db }, 2)).toMatchObject({ entries: 0, brokenAt: null })
})

const changes: [string, SQL, brokenAt: number][] = [
  ['an act', sql`update audit_log set act = 'resume-replies' where id = 4`, 4],
  ['a time', sql`update audit_log set recorded_at = recorded_at + interval '1 s' where id = 4`, 4],
  ['an admin', sql`update audit_log set actor_id = gen_random_uuid() where id = 4`, 4],
  ['an admin removed', sql`update audit_log set actor_id = null where id = 4`, 4],
  ['a viewed user', sql`update audit_log set viewed_user_id = gen_random_uuid() where id = 3`, 3],
  ['a subject', sql`update audit_log set subject_id = 'y' where id = 4`, 4],
  ['details', sql`update audit_log set details = '{"queue": "z"}' where id = 4`, 4],
  ['an address', sql`update audit_log set ip = '198.51.100.1' where id = 4`, 4],
  ['a hash', sql`update audit_log set hash = repeat('a', 64) where id = 4`, 4],
  ['the first entry removed', sql`delete from audit_log where id = 1`, 1],
  ['an entry removed', sql`delete from audit_log where id = 4`, 4],
  [
    'two entries swapped',
    sql`update audit_log set id = case id when 4 then -5 else -4 end where id in (4, 5)`,
    4,
  ],
]

test.each(changes)('a change by force is found: %s', async (_name, statement, brokenAt) => {
  await force(statement)
  await force(sql`update audit_log set id = -id where id < 0`)
  expect(await checkAuditLog({ db })).toMatchObject({ brokenAt })
})

/** Recomputes the hashes of some entries, as the owner of the database could. */
async function hashAgain(firstId: number, lastId: number, link: 'chained' | 'as they were') {
  const entries = await db.select().from(auditLog).orderBy(auditLog.id)
  let previous: string | undefined
  for (const { hash, ...entry } of entries) {
    const isWanted = entry.id >= firstId && entry.id <= lastId
    const previousHash = link === 'chained' && previous ? previous : entry.previousHash
    previous = isWanted ? hashEntry({ ...entry, previousHash }) : hash
    if (isWanted)
      await force(sql`
        update audit_log set previous_hash = ${previousHash}, hash = ${previous}
        where id = ${entry.id}`)
  }
}

test('an entry that was changed and hashed again no longer matches the next one', async () => {
  await force(sql`update audit_log set subject_id = 'forged' where id = 4`)
  await hashAgain(4, 4, 'as they were')
  expect(await checkAuditLog({ db })).toMatchObject({ brokenAt: 5 })
})

test('a removed entry leaves a gap, even if all later entries are hashed again', async () => {
  await force(sql`delete from audit_log where id = 4`)
  await hashAgain(5, 6, 'chained')
  expect(await checkAuditLog({ db })).toMatchObject({ entries: 5, brokenAt: 4 })
})

test('the quick check notices that the first of the latest entries is gone', async () => {
  await force(sql`delete from audit_log where id = 5`)
  expect(await checkLatestEntries({ db }, 2)).toMatchObject({ entries: 1, brokenAt: 5 })
})

test('entries that were cut off at the end are noticed by an entry that was noted elsewhere', async () => {
  const { entries, head } = await checkAuditLog({ db })
  const noted = { id: entries, hash: head }
  expect(await checkAuditLog({ db }, { noted })).toMatchObject({ isNotedEntryThere: true })
  await db.transaction((tx) => recordAct(ctx, tx, admin, { act: 'stop-replies' }))
  expect(await checkAuditLog({ db }, { noted })).toMatchObject({ isNotedEntryThere: true })
  await force(sql`delete from audit_log where id >= 5`)
  expect(await checkAuditLog({ db }, { noted })).toEqual({
    entries: 4,
    brokenAt: null,
    head: expect.stringMatching(/^[\da-f]{64}$/),
    isNotedEntryThere: false,
  })
})

test('an export holds every entry, itself included, and says how many there are', async () => {
  const lines: unknown[] = []
  for await (const line of await exportAuditLog(ctx, admin)) lines.push(JSON.parse(line))
  const { head } = await checkAuditLog({ db })
  expect(lines).toHaveLength(7 + 1)
  expect(lines.at(-2)).toMatchObject({ id: 7, act: 'export-audit-log', actorId: userId })
  expect(lines.at(-1)).toEqual({ entries: 7, head })
})

test('entries are read in batches: more than one batch is checked', async () => {
  const [last] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  if (!last) throw new Error('There is an entry')
  const entries = [last]
  for (let id = last.id + 1; id <= 1_006; id++) {
    const entry = { ...last, id, previousHash: entries.at(-1)?.hash ?? '' }
    entries.push({ ...entry, hash: hashEntry(entry) })
  }
  await db.insert(auditLog).values(entries.slice(1))
  expect(await checkAuditLog({ db })).toMatchObject({ entries: 1_006, brokenAt: null })
  await force(sql`update audit_log set ip = 'x' where id = 1003`)
  expect(await checkAuditLog({ db })).toMatchObject({ entries: 1_006, brokenAt: 1_003 })
  expect(await checkLatestEntries({ db }, 10)).toMatchObject({ entries: 10, brokenAt: 1_003 })
})
