import { openDb } from '@doorman/db/client'
import { authors, categories, posts, users } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { auditActs } from '@doorman/domain/accounts/audit'
import type { UserId } from '@doorman/domain/ids'
import { isThorough } from '@doorman/domain/testing/sample'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { forceAuditLog } from '../testing/force-audit-log.ts'
import { openMeasure } from '../testing/measure-queries.ts'
import { listAuditLog } from './list-audit-log.ts'
import { recordAct, recordOperatorAct, recordViewerAct } from './record-act.ts'

const { db, close } = openDb(await createTestDatabase())
afterAll(close)
const ctx = { db, now: () => new Date() }

async function addUser(email: string): Promise<UserId> {
  const [user] = await db.insert(users).values({ email }).returning({ id: users.id })
  return user?.id ?? (randomUUID() as UserId)
}
const [boss, ann] = [await addUser('boss@example.com'), await addUser('ann@example.com')]
const admin = { userId: boss, sessionId: randomUUID(), ip: '203.0.113.7' }
const jobId = randomUUID()

beforeEach(() => forceAuditLog(db, sql`truncate audit_log`))

const addActs = () =>
  db.transaction(async (tx) => {
    await recordOperatorAct(ctx, tx, { act: 'grant-admin', subjectId: boss })
    await recordAct(ctx, tx, admin, { act: 'start-view', subjectId: ann })
    const who = { viewerId: boss, viewedUserId: ann, ip: admin.ip }
    await recordViewerAct(ctx, tx, who, { act: 'view-request' })
    await recordAct(ctx, tx, admin, { act: 'drop-job', subjectId: jobId })
    await recordOperatorAct(ctx, tx, { act: 'restore-backup' })
  })

const listIds = async (query: Parameters<typeof listAuditLog>[1] = {}) =>
  (await listAuditLog(ctx, query)).list.map(({ id }) => id)

test('entries are listed newest first, with the addresses of users who exist', async () => {
  await addActs()
  const { list, nextCursor } = await listAuditLog(ctx, {})
  expect(nextCursor).toBeNull()
  expect(list).toMatchObject([
    { id: 5, act: 'restore-backup', actorEmail: null },
    { id: 4, actorEmail: 'boss@example.com', subjectEmail: null },
    { id: 3, actorEmail: 'boss@example.com', viewedUserEmail: 'ann@example.com' },
    { id: 2, subjectEmail: 'ann@example.com' },
    { id: 1, actorId: null, actorEmail: null, subjectEmail: 'boss@example.com' },
  ])
})

test('entries about an article, a category or an author carry its current name', async () => {
  const text = { metaDescription: '', excerpt: '', content: '', featuredImageAlt: '', bio: '' }
  const [author] = await db
    .insert(authors)
    .values({ ...text, slug: 'ann', name: 'Ann' })
    .returning()
  const [category] = await db
    .insert(categories)
    .values({ slug: 'news', name: 'News', description: '' })
    .returning()
  const post = { ...text, slug: 'hello', authorId: author?.id ?? never(), updatedAt: ctx.now() }
  const [article] = await db
    .insert(posts)
    .values({ ...post, title: 'Hello' })
    .returning()
  await db.transaction(async (tx) => {
    await recordAct(ctx, tx, admin, { act: 'create-author', subjectId: author?.id })
    await recordAct(ctx, tx, admin, { act: 'change-category', subjectId: category?.id })
    await recordAct(ctx, tx, admin, { act: 'upload-picture', subjectId: article?.id })
    await recordAct(ctx, tx, admin, { act: 'delete-post', subjectId: randomUUID() })
  })
  const { list } = await listAuditLog(ctx, {})
  expect(list.map(({ subjectName }) => subjectName)).toEqual([null, 'Hello', 'News', 'Ann'])
})

function never(): never {
  throw new Error('Not stored')
}

test('a search by address or id finds the admin, the viewed user and the subject', async () => {
  await addActs()
  for (const search of ['Boss@Example.com', boss, boss.toUpperCase()])
    expect(await listIds({ search })).toEqual([4, 3, 2, 1])
  for (const search of ['ann@example.com', ann]) expect(await listIds({ search })).toEqual([3, 2])
  expect(await listIds({ search: jobId })).toEqual([4])
  for (const search of ['nobody@example.com', randomUUID(), 'x', '%', "' or 1=1 --"])
    expect(await listIds({ search })).toEqual([])
})

test('the acts of a deleted user are found by id, without the address', async () => {
  const gone = await addUser('gone@example.com')
  await db.transaction((tx) => recordAct(ctx, tx, admin, { act: 'delete-user', subjectId: gone }))
  await db.delete(users).where(eq(users.id, gone))
  expect(await listIds({ search: 'gone@example.com' })).toEqual([])
  const { list } = await listAuditLog(ctx, { search: gone })
  expect(list).toMatchObject([{ act: 'delete-user', subjectId: gone, subjectEmail: null }])
})

test('entries are filtered by act, and requests of a view are hidden on demand', async () => {
  await addActs()
  expect(await listIds({ act: 'drop-job' })).toEqual([4])
  expect(await listIds({ act: 'drop-job', search: ann })).toEqual([])
  expect(await listIds({ hideViewRequests: true })).toEqual([5, 4, 2, 1])
  expect(await listIds({ hideViewRequests: true, search: ann })).toEqual([2])
})

test.each(['', '-1', 'x', '1.5', '9'.repeat(16)])('the cursor %j is refused', async (cursor) => {
  await expect(listAuditLog(ctx, { cursor })).rejects.toMatchObject({ code: 'invalid' })
})

const many = isThorough ? 100_000 : 20_000

test(`among ${many} entries a page reads one page, whatever the filter`, async () => {
  await db.execute(sql`
    insert into audit_log (id, recorded_at, actor_id, viewed_user_id, act, subject_id, previous_hash, hash)
    select n, now(), ${boss}, case when n % 10 > 0 then ${ann}::uuid end,
      case when n % 10 > 0 then 'view-request' else (${sql.param([...auditActs])}::text[])[1 + n % ${auditActs.length}] end,
      case when n % 10 > 0 then 'x' else ${ann}::text end, 'x', n::text
    from generate_series(1, ${many}) n`)
  await db.execute(sql`vacuum analyze audit_log`)
  const measure = await openMeasure(ctx)
  for (const query of [
    {},
    { hideViewRequests: true },
    { act: 'view-request' as const },
    { search: 'ann@example.com' },
    { search: boss },
    { search: boss, hideViewRequests: true },
  ]) {
    const { list, nextCursor } = await listAuditLog(ctx, query)
    expect(list).toHaveLength(50)
    const second = { ...query, cursor: nextCursor ?? '' }
    expect((await listAuditLog(ctx, second)).list[0]?.id).toBeLessThan(list.at(-1)?.id ?? 0)
    for (const page of [query, second]) {
      const { rows } = await measure((measured) => listAuditLog(measured, page))
      // A search reads one page by each of at most three indexes. If it skips requests of a view,
      // it reads more: they are nine of ten entries.
      const most = 'search' in query ? 3 * 51 * 11 : 2 * 51
      expect(rows['audit_log']).toBeLessThanOrEqual(most)
    }
  }
}, 60_000)
