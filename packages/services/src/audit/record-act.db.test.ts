import { auditLog } from '@doorman/db/schema'
import { firstPreviousHash } from '@doorman/domain/accounts/audit'
import { UserId } from '@doorman/domain/ids'
import { asc, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openFakePipeline } from '../testing/fake-pipeline.ts'
import { hashEntry, recordAct, recordOperatorAct } from './record-act.ts'

const { ctx } = await openFakePipeline()
const admin = { userId: UserId.parse(randomUUID()), sessionId: randomUUID(), ip: '203.0.113.7' }
const loadLog = () => ctx.db.select().from(auditLog).orderBy(asc(auditLog.id))
const record = (act: 'stop-replies' | 'resume-replies') =>
  ctx.db.transaction((tx) => recordAct(ctx, tx, admin, { act }))

/** Returns the ids. Fails unless each entry has the right hash and contains the previous one. */
async function loadWholeChain(): Promise<number[]> {
  let previousHash = firstPreviousHash
  return (await loadLog()).map(({ hash, ...entry }) => {
    expect([entry.previousHash, hashEntry(entry)]).toEqual([previousHash, hash])
    previousHash = hash
    return entry.id
  })
}
const upTo = (length: number) => Array.from({ length }, (_, index) => index + 1)

test('acts that are recorded at the same time form one chain', async () => {
  await Promise.all(
    upTo(20).map((number) => record(number % 2 === 0 ? 'stop-replies' : 'resume-replies')),
  )
  expect(await loadWholeChain()).toEqual(upTo(20))
})

test('an act that fails leaves no record and no gap', async () => {
  const before = await loadLog()
  const failing = ctx.db.transaction(async (tx) => {
    await recordAct(ctx, tx, admin, { act: 'stop-replies' })
    throw new Error('the act failed')
  })
  await expect(failing).rejects.toThrow('the act failed')
  expect(await loadLog()).toEqual(before)
  await record('stop-replies')
  expect(await loadWholeChain()).toEqual(upTo(before.length + 1))
})

test('the hash covers every column', async () => {
  await ctx.db.transaction((tx) =>
    recordOperatorAct(ctx, tx, { act: 'grant-admin', subjectId: admin.userId, details: { a: 1 } }),
  )
  const [last] = (await loadLog()).slice(-1)
  if (!last) throw new Error('The log is empty')
  const { hash, ...entry } = last
  const changed = [
    { ...entry, id: 99 },
    { ...entry, recordedAt: new Date(0) },
    { ...entry, actorId: admin.userId },
    { ...entry, viewedUserId: admin.userId },
    { ...entry, act: 'revoke-admin' as const },
    { ...entry, subjectId: null },
    { ...entry, details: { a: 2 } },
    { ...entry, ip: '203.0.113.8' },
    { ...entry, previousHash: firstPreviousHash },
  ]
  expect(changed).toHaveLength(Object.keys(entry).length)
  for (const other of changed) expect(hashEntry(other)).not.toBe(hash)
})

test.each([
  ['update', sql`update audit_log set act = 'backup' where id = 1`],
  ['delete', sql`delete from audit_log where id = 1`],
  ['truncate', sql`truncate audit_log`],
])('the database refuses to %s records', async (_verb, statement) => {
  const before = await loadLog()
  await expect(ctx.db.execute(statement)).rejects.toMatchObject({
    cause: { message: 'audit_log is append-only' },
  })
  expect(await loadLog()).toEqual(before)
})
