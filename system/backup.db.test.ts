import { newSignedInUser } from '@doorman/api/testing/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { backup } from '@doorman/cli/commands/backup'
import { restore } from '@doorman/cli/commands/restore'
import { listBackedUpTables } from '@doorman/db/backup/backed-up-tables'
import { openDb, type Db } from '@doorman/db/client'
import {
  auditLog,
  decisions,
  deletedUsers,
  emails,
  grants,
  linkTokens,
  mailboxes,
  users,
} from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { firstPreviousHash } from '@doorman/domain/accounts/audit'
import { hourMs } from '@doorman/domain/time'
import { formatTokenKey } from '@doorman/runtime/secrets/token-keys'
import { fakeSecret, fakeTokenKey } from '@doorman/runtime/testing/fake-runtime'
import { hashEntry, recordOperatorAct } from '@doorman/services/audit/record-act'
import { registerKeys } from '@doorman/services/mailboxes/upkeep/token-keys'
import { sendWaitingEmailsJob, syncMailboxJob } from '@doorman/services/ports/jobs'
import { handlers } from '@doorman/worker/handlers'
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDemo } from './harness/demo.ts'
import { createDelivery, ownFolder, pitch, watchMoves } from './harness/messages.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const log = vi.spyOn(console, 'log').mockImplementation(() => {})

const databaseUrl = await createTestDatabase()
const demo = await openDemo(databaseUrl, { classifier: loadLocalModel() })
const { ctx, world, request } = demo
const deliver = createDelivery(world)
const from = (name: string) => `Dale Pruitt <dale@${name}.example>`

const folder = mkdtempSync(join(tmpdir(), 'doorman-backup-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'backup')
const tombstones = join(folder, 'tombstones')
const toEnv = (url: string) => ({
  PUBLIC_URL: 'https://doorman.test',
  DATABASE_URL: url,
  DOORMAN_SECRET: fakeSecret,
  TOKEN_KEYS: formatTokenKey(fakeTokenKey),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Doorman <doorman@doorman.test>',
  LOG_LEVEL: 'silent',
})

/** Every row of every table that is backed up. */
async function dump(url: string): Promise<Map<string, string[]>> {
  const { pool, close } = openDb(url)
  const client = await pool.connect()
  try {
    const tables = new Map<string, string[]>()
    for (const table of await listBackedUpTables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${table} t order by 1`,
      )
      tables.set(
        table,
        rows.map(({ row }) => row),
      )
    }
    return tables
  } finally {
    client.release()
    await close()
  }
}

async function expectIntactChain(db: Db): Promise<string[]> {
  const entries = await db.select().from(auditLog).orderBy(asc(auditLog.id))
  let previousHash = firstPreviousHash
  for (const { hash, ...entry } of entries) {
    expect(entry.previousHash).toBe(previousHash)
    expect(hashEntry(entry)).toBe(hash)
    previousHash = hash
  }
  return entries.map(({ act }) => act)
}

const ann = await newSignedInUser(demo)
const bob = await newSignedInUser(demo)
const stores = { ann: demo.newMailbox('gmail'), bob: demo.newMailbox('microsoft') }
const annsMailbox = await demo.open(ann, 'gmail', stores.ann)
await demo.open(bob, 'microsoft', stores.bob)
await demo.allowReplies(ann)
const moves = watchMoves(stores.ann)
const annsReplies = () =>
  world.record.sends.filter(({ mailbox }) => mailbox === stores.ann.address).length
const locate = (id: string) =>
  stores.ann.load(id).folders.has(ownFolder(stores.ann)) ? 'set aside' : 'inbox'
const before = deliver(stores.ann, { ...pitch, from: from('before') })
let waiting = ''

/** A link of each kind that has not been used yet. */
async function storeLinks(): Promise<void> {
  const [decision] = await ctx.db.select().from(decisions).limit(1)
  const [user] = await ctx.db.select().from(users).where(eq(users.email, ann.email))
  if (!decision || !user) throw new Error('A message of ann was decided')
  const link = { userId: user.id, expiresAt: new Date(Date.now() + hourMs) }
  await ctx.db.insert(linkTokens).values([
    { ...link, tokenHash: 'a', purpose: 'reset-password' },
    { ...link, tokenHash: 'b', purpose: 'export' },
    { ...link, tokenHash: 'c', purpose: 'restore', decisionId: decision.id },
  ])
}

let atBackup = new Map<string, string[]>()

beforeAll(async () => {
  await registerKeys(ctx)
  await ctx.db.transaction((tx) => recordOperatorAct(ctx, tx, { act: 'stop-replies' }))
  await annsMailbox.sync()
  // The backup contains a message that is not judged yet, and an email that is not sent yet. After
  // a sync that did not end, the next one leaves the judging to a job.
  await ctx.db.update(mailboxes).set({ finishedRun: 0 })
  waiting = deliver(stores.ann, { ...pitch, from: from('waiting') }).id
  await ctx.jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId: annsMailbox.mailboxId })
  await demo.jobs.drain(
    ctx,
    handlers.filter(({ name }) => name === syncMailboxJob.name),
  )
  await newSignedInUser(demo)
  await storeLinks()
  await backup([file], toEnv(databaseUrl))
  atBackup = await dump(databaseUrl)
})

test('a backup is for its owner only, and never overwrites another one', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['backup'])
  await expect(backup([file], toEnv(databaseUrl))).rejects.toThrow('exists')
  await expect(backup([], toEnv(databaseUrl))).rejects.toThrow('Name one file')
})

test('a backup gets its name only when it is complete, and replaces no file that appeared since', async () => {
  const late = join(folder, 'late')
  const listFiles = () => readdirSync(folder).filter((name) => name.startsWith('late'))
  let written = Promise.resolve()
  await ctx.db.transaction(async (tx) => {
    // The backup stops here, as if it were killed.
    await tx.execute(sql`lock table decisions in access exclusive mode`)
    written = backup([late], toEnv(databaseUrl))
    written.catch(() => {})
    await expect.poll(listFiles, { timeout: 20_000 }).toEqual(['late.partial'])
    await expect(backup([late], toEnv(databaseUrl))).rejects.toThrow('late.partial exists')
    writeFileSync(late, 'another backup')
  })
  await expect(written).rejects.toThrow('exists')
  expect(readFileSync(late, 'utf8')).toBe('another backup')
  expect(listFiles()).toEqual(['late'])
})

test('a restored database has the same rows, and an audit log that continues', async () => {
  const url = await createTestDatabase('template0')
  await restore([file, '--no-later-deletions'], toEnv(url))
  const restored = await dump(url)
  const filled = [...atBackup].filter(([, rows]) => rows.length > 0).map(([table]) => table)
  expect(filled).toEqual(
    expect.arrayContaining([
      'users',
      'grants',
      'mailboxes',
      'decisions',
      'emails',
      'audit_log',
      'token_keys',
    ]),
  )
  // Nothing that waited at the time of the backup gets a reply, links to accounts are gone, and the
  // restore itself is recorded.
  const changed = [...atBackup].filter(
    ([table, rows]) => restored.get(table)?.join('\n') !== rows.join('\n'),
  )
  expect(changed.map(([table]) => table).sort()).toEqual([
    'audit_log',
    'link_tokens',
    'undecided_messages',
  ])
  const { db, close } = openDb(url)
  expect(await expectIntactChain(db)).toEqual(['stop-replies', 'backup', 'restore-backup'])
  expect((await ctx.db.execute(sql`select from sessions`)).rows.length).toBeGreaterThan(0)
  for (const table of ['sessions', 'pending_sign_ins', 'oauth_attempts', 'rate_limits']) {
    const { rows } = await db.execute(sql.raw(`select from ${table}`))
    expect({ table, rows }).toEqual({ table, rows: [] })
  }
  // A link that was used after the backup must not work again. Those to single emails may.
  expect(await db.select({ purpose: linkTokens.purpose }).from(linkTokens)).toContainEqual({
    purpose: 'restore',
  })
  expect(await db.select().from(linkTokens).where(ne(linkTokens.purpose, 'restore'))).toEqual([])
  await close()
  await expect(restore([file, '--no-later-deletions'], toEnv(url))).rejects.toThrow('is not empty')
  expect(await dump(url)).toEqual(restored)
})

test('a restore refuses to run without knowing who was deleted since', async () => {
  const url = await createTestDatabase('template0')
  const choices = [[], ['--no-later-deletions', '--deleted-from', tombstones]]
  for (const choice of choices)
    await expect(restore([file, ...choice], toEnv(url))).rejects.toThrow('must not come back')
  await expect(restore([file, '--deleted-from', file], toEnv(url))).rejects.toThrow('is not a list')
  expect(await dump(url)).toEqual(new Map())
})

test('a list of deleted users that is older than the backup, or of another database, is refused', async () => {
  const other = await createTestDatabase()
  const list = join(folder, 'list')
  await backup(['--tombstones', list], toEnv(other))
  const later = join(folder, 'later')
  const { db, close } = openDb(other)
  await db.insert(deletedUsers).values({ id: crypto.randomUUID() as never, deletedAt: new Date() })
  await close()
  await backup([later], toEnv(other))
  const into = toEnv(await createTestDatabase('template0'))
  await expect(restore([later, '--deleted-from', list], into)).rejects.toThrow('is older than')
  await backup(['--tombstones', list], toEnv(databaseUrl))
  await expect(restore([later, '--deleted-from', list], into)).rejects.toThrow('another database')
})

test('a key other than the backup’s restores nothing', async () => {
  const url = await createTestDatabase('template0')
  const TOKEN_KEYS = formatTokenKey({ version: 1, key: Buffer.alloc(32, 9) })
  const args = [file, '--no-later-deletions']
  await expect(restore(args, { ...toEnv(url), TOKEN_KEYS })).rejects.toThrow('Nothing was restored')
  await restore(args, toEnv(url))
})

test('after a loss, deleted users stay deleted, everything else continues, and no message is moved twice or gets a second reply', async () => {
  // The service continues after the backup, and bob deletes his account.
  await demo.runJobsUntilIdle()
  const since = deliver(stores.ann, { ...pitch, from: from('since') })
  await annsMailbox.sync()
  const [bobsRow] = await ctx.db.select().from(users).where(eq(users.email, bob.email))
  await request('DELETE', '/api/auth/account', {
    ...bob,
    body: { password: 'correct horse battery' },
  })
  await demo.runJobsUntilIdle()
  expect(await ctx.db.select().from(users).where(eq(users.email, bob.email))).toEqual([])
  const movedBefore = [...moves]
  expect(movedBefore.toSorted()).toEqual([before.id, waiting, since.id].toSorted())
  const repliesBefore = annsReplies()
  expect(repliesBefore).toBeGreaterThan(0)
  const sentBefore = demo.notify.sent.length
  await backup(['--tombstones', tombstones], toEnv(databaseUrl))

  // The database is lost and restored.
  await ctx.db.execute(sql`drop schema public cascade`)
  await ctx.db.execute(sql`create schema public`)
  await ctx.db.execute(sql`delete from pgboss.job`)
  await restore([file, '--deleted-from', tombstones], toEnv(databaseUrl))

  const { madeAt } = JSON.parse(readFileSync(tombstones, 'utf8')) as { madeAt: string }
  expect(log.mock.calls.flat().join('\n')).toContain(
    `Users who deleted their account after ${madeAt} are back: delete them again.`,
  )
  expect(await ctx.db.select().from(users).where(eq(users.email, bob.email))).toEqual([])
  expect(await ctx.db.select({ id: deletedUsers.id }).from(deletedUsers)).toEqual([
    { id: bobsRow?.id },
  ])
  expect(await expectIntactChain(ctx.db)).toEqual(['stop-replies', 'backup', 'restore-backup'])
  expect(await ctx.db.select().from(mailboxes)).toHaveLength(1)
  await demo.runJobsUntilIdle()
  // Our access to bob's mailbox is revoked again, and he gets no second farewell.
  expect(await ctx.db.select().from(grants)).toHaveLength(1)
  expect(demo.notify.sent.slice(sentBefore).map(({ to }) => to)).not.toContain(bob.email)

  // Work that was waiting at the time of the backup is picked up from the tables.
  await annsMailbox.sync(hourMs)
  await annsMailbox.sync(hourMs)
  const { rows: undecided } = await ctx.db.execute(sql`select from undecided_messages`)
  expect(undecided).toEqual([])
  for (const { id } of [before, { id: waiting }, since]) expect(locate(id)).toBe('set aside')
  expect(moves).toEqual(movedBefore)
  expect(annsReplies()).toBe(repliesBefore)
  await ctx.jobs.enqueue(ctx.db, sendWaitingEmailsJob, {})
  await demo.runJobsUntilIdle()
  expect(
    await ctx.db
      .select()
      .from(emails)
      .where(and(isNull(emails.sentAt), isNull(emails.droppedAt))),
  ).toEqual([])

  // New mail is filtered as before.
  const next = deliver(stores.ann, { ...pitch, from: from('next') })
  await annsMailbox.sync()
  expect(locate(next.id)).toBe('set aside')
  expect(moves).toEqual([...movedBefore, next.id])
  const filtered = await ctx.db.select().from(decisions).where(eq(decisions.outcome, 'filter'))
  expect(filtered.length).toBeGreaterThan(0)
})
