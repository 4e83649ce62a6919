import { correspondentIndexes, mailboxes, sentMessages } from '@doorman/db/schema'
import { MailError } from '@doorman/mail/mail-error'
import type { SentCursor } from '@doorman/mail/mailbox'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { disconnectMailbox } from '../../mailboxes/connecting/disconnect-mailbox.ts'
import { openFakeWriters } from '../../testing/fake-writers.ts'

const world = await openFakeWriters()
const {
  ctx,
  sync,
  runJobsUntilIdle,
  syncOnly,
  readPages,
  indexOf,
  write,
  knows,
  countsOf,
  newWriter,
  changeIndex,
} = world

describe('the index of a new mailbox', () => {
  test('is read from the newest message to the oldest, and then complete', async () => {
    const ann = await newWriter(5)
    expect(await indexOf(ann)).toMatchObject({ completedAt: null, readCount: 0 })
    await runJobsUntilIdle()
    expect(await indexOf(ann)).toMatchObject({
      completedAt: expect.any(Date),
      readCount: 5,
      totalCount: 5,
      nextPage: null,
    })
    for (let at = 0; at < 5; at++) expect(await knows(ann, `Friend+x@f${at}.example`)).toBe(true)
    expect(await knows(ann, 'friend@f5.example')).toBe(false)
  })

  test('is read in several jobs, each of a few pages', async () => {
    const ann = await newWriter(7)
    await readPages(ann, { maxPages: 2 })
    expect(await indexOf(ann)).toMatchObject({ completedAt: null, readCount: 4, totalCount: 7 })
    expect(await knows(ann, 'friend@f6.example')).toBe(true)
    expect(await knows(ann, 'friend@f0.example')).toBe(false)
    await runJobsUntilIdle()
    expect(await knows(ann, 'friend@f0.example')).toBe(true)
  })

  test('ends after the newest messages if there are too many', async () => {
    const ann = await newWriter(9)
    await readPages(ann, { maxMessages: 4 })
    expect(await indexOf(ann)).toMatchObject({ completedAt: expect.any(Date), readCount: 4 })
    expect(await knows(ann, 'friend@f5.example')).toBe(true)
    expect(await knows(ann, 'friend@f4.example')).toBe(false)
  })

  test('is empty for a user who has never sent a message', async () => {
    const ann = await newWriter(0)
    await runJobsUntilIdle()
    expect(await indexOf(ann)).toMatchObject({ completedAt: expect.any(Date), totalCount: 0 })
  })

  test('takes a page with many recipients, and unreadable addresses among them', async () => {
    const ann = await newWriter(0)
    const crowd = Array.from({ length: 12_000 }, (_, at) => `friend@crowd${at}.example`)
    ann.box.sentByUser.push({ to: ['', 'no address', ...crowd], rfcMessageId: null })
    await readPages(ann)
    expect(await countsOf(ann)).toHaveLength(12_000)
    expect(await knows(ann, 'friend@crowd11999.example')).toBe(true)
  })
})

test('a mailbox of an older version, without an index, gets one although nothing has changed', async () => {
  const ann = await newWriter(3)
  await runJobsUntilIdle()
  await ctx.db.delete(correspondentIndexes).where(eq(correspondentIndexes.mailboxId, ann.id))
  await sync(ann)
  expect(await indexOf(ann)).toMatchObject({ completedAt: expect.any(Date), readCount: 3 })
})

describe('a job', () => {
  test('that dies between two pages is continued by the next sync, and misses no correspondent', async () => {
    const ann = await newWriter(6)
    await readPages(ann, { maxPages: 1 })
    // The job is gone with its worker.
    await ctx.db.execute(sql`delete from pgboss.job where name like 'index-correspondents%'`)
    await runJobsUntilIdle()
    expect(await indexOf(ann)).toMatchObject({ completedAt: null, readCount: 2 })
    await sync(ann)
    expect(await indexOf(ann)).toMatchObject({ completedAt: expect.any(Date), readCount: 6 })
    expect(await countsOf(ann)).toEqual([1, 1, 1, 1, 1, 1])
  })

  test('that reads a page again counts no message twice', async () => {
    const ann = await newWriter(4)
    await readPages(ann, { maxPages: 1 })
    await changeIndex(ann, { nextPage: null })
    await runJobsUntilIdle()
    expect(await countsOf(ann)).toEqual([1, 1, 1, 1])
    expect(await knows(ann, 'friend@f0.example')).toBe(true)
  })

  test('runs twice at the same time without counting twice or skipping a page', async () => {
    const ann = await newWriter(8)
    await Promise.all([readPages(ann), readPages(ann), readPages(ann)])
    await runJobsUntilIdle()
    expect(await countsOf(ann)).toEqual(Array(8).fill(1))
    expect(await indexOf(ann)).toMatchObject({ completedAt: expect.any(Date), readCount: 8 })
  })

  test('stores nothing if another job has stored the page since it was read', async () => {
    const ann = await newWriter(6)
    const { listSent } = ann.box
    ann.box.listSent = async (cursor) => {
      ann.box.listSent = listSent
      const page = await ann.box.listSent(cursor)
      await readPages(ann, { maxPages: 2 })
      return page
    }
    await readPages(ann, { maxPages: 1 })
    expect(await indexOf(ann)).toMatchObject({ readCount: 4, nextPage: '2' })
  })

  test('whose provider repeats the same page fails instead of reading for ever', async () => {
    const ann = await newWriter(6)
    const { listSent } = ann.box
    ann.box.listSent = async () => ({ messages: [], next: '4' as SentCursor })
    await expect(readPages(ann)).rejects.toThrow('same page')
    expect(await indexOf(ann)).toMatchObject({ completedAt: null })
    ann.box.listSent = listSent
  })

  test('continues after an outage where it stopped', async () => {
    const ann = await newWriter(6)
    await readPages(ann, { maxPages: 1 })
    ann.box.failNextWith = new MailError('unavailable', 'test')
    await runJobsUntilIdle()
    expect(await indexOf(ann)).toMatchObject({ completedAt: null, readCount: 2 })
    await world.makeRetriesDue()
    await runJobsUntilIdle()
    expect(await indexOf(ann)).toMatchObject({ completedAt: expect.any(Date), readCount: 6 })
  })

  test('marks a mailbox that must be reconnected, and gives up if the provider refuses', async () => {
    const ann = await newWriter(6)
    ann.box.failNextWith = new MailError('refused', 'test')
    expect(await readPages(ann)).toEqual({ kind: 'given-up', failure: 'provider-refused' })
    ann.box.failNextWith = new MailError('access-revoked', 'test')
    expect(await readPages(ann)).toBeUndefined()
    expect(await ann.row()).toMatchObject({ problem: 'needs-reconnect' })
    expect(await readPages(ann)).toBeUndefined()
  })

  test.each([
    ['pauses', { isPaused: true }],
    ['has to reconnect', { problem: 'needs-reconnect', nextCheckAt: null }],
  ] as const)('stores nothing after the user %s the mailbox meanwhile', async (_case, change) => {
    const ann = await newWriter(6)
    const { listSent } = ann.box
    ann.box.listSent = async (cursor) => {
      ann.box.listSent = listSent
      await ctx.db.update(mailboxes).set(change).where(eq(mailboxes.id, ann.id))
      return ann.box.listSent(cursor)
    }
    await readPages(ann)
    expect(await indexOf(ann)).toMatchObject({ readCount: 0 })
    expect(await countsOf(ann)).toEqual([])
  })

  test('stores nothing if the user disconnects the mailbox while a page is read', async () => {
    const ann = await newWriter(6)
    await readPages(ann, { maxPages: 1 })
    const { listSent } = ann.box
    const actor = { userId: ann.userId, sessionId: '' }
    ann.box.listSent = async (cursor) => {
      ann.box.listSent = listSent
      await disconnectMailbox(ctx, actor, { mailboxId: ann.id, provider: 'gmail' })
      return ann.box.listSent(cursor)
    }
    await readPages(ann)
    expect(await indexOf(ann)).toBeNull()
    expect(await countsOf(ann)).toEqual([])
    expect(
      await ctx.db.select().from(sentMessages).where(eq(sentMessages.mailboxId, ann.id)),
    ).toEqual([])
  })
})

test('a page that was read before a restart is not stored after it', async () => {
  const ann = await newWriter(3)
  const { listSent } = ann.box
  ann.box.listSent = async (cursor) => {
    ann.box.listSent = listSent
    const page = await ann.box.listSent(cursor)
    // Sent after the page was read. The provider then forgets the change, so no sync reports it.
    write(ann, 'new@friend.example')
    ann.box.forgetChanges()
    await syncOnly(ann)
    return page
  }
  await readPages(ann)
  expect(await indexOf(ann)).toMatchObject({ completedAt: null, readCount: 0 })
  await runJobsUntilIdle()
  expect(await knows(ann, 'new@friend.example')).toBe(true)
  expect(await countsOf(ann)).toEqual([1, 1, 1, 1])
})
