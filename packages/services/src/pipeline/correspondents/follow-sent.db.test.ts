import { smartReplies } from '@doorman/db/schema'
import { dayMs, hourMs } from '@doorman/domain/time'
import { describe, expect, test } from 'vitest'
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
  listCorrespondents,
  countsOf,
  newWriter,
} = world

describe('a complete index', () => {
  test('follows what the user sends', async () => {
    const ann = await newWriter(1)
    await runJobsUntilIdle()
    write(ann, 'new@friend.example')
    await sync(ann)
    await sync(ann)
    expect(await knows(ann, 'new@friend.example')).toBe(true)
    expect(await countsOf(ann)).toEqual([1, 1])
    expect(await indexOf(ann)).toMatchObject({ restartCount: 1, completedAt: expect.any(Date) })
  })

  test('counts how often, and remembers the first and the last time', async () => {
    const ann = await newWriter(0)
    await runJobsUntilIdle()
    const days = [3, 1, 2].map((day) => new Date(Date.UTC(2026, 0, day)))
    for (const [at, sentAt] of days.entries()) {
      ann.box.sentByUser.push({ to: ['a@f.example'], rfcMessageId: `<${at}@own>`, sentAt })
      await sync(ann)
    }
    expect(await listCorrespondents(ann)).toMatchObject([
      { sentCount: 3, firstSentAt: days[1], lastSentAt: days[0] },
    ])
  })

  test('reads again what was sent since the last check if there was too much at once', async () => {
    const ann = await newWriter(6)
    await runJobsUntilIdle()
    const recent = new Date(ctx.now().getTime() - hourMs)
    for (let at = 0; at < 5; at++)
      ann.box.sentByUser.push({
        to: [`new@n${at}.example`],
        rfcMessageId: `<new-${at}@own>`,
        sentAt: recent,
      })
    const { lastCheckedAt } = await ann.row()
    await syncOnly(ann)
    expect(await indexOf(ann)).toMatchObject({
      completedAt: null,
      readsSince: new Date((lastCheckedAt?.getTime() ?? 0) - dayMs),
    })
    await runJobsUntilIdle()
    for (let at = 0; at < 5; at++) expect(await knows(ann, `new@n${at}.example`)).toBe(true)
    // Three pages of two messages hold the five new ones. The fourth holds only older ones: the end.
    expect(await indexOf(ann)).toMatchObject({ completedAt: expect.any(Date), readCount: 8 })
    expect(await countsOf(ann)).toEqual(Array(11).fill(1))
  })

  test('is read again after the provider has lost our cursor', async () => {
    const ann = await newWriter(1)
    await runJobsUntilIdle()
    write(ann, 'new@friend.example')
    ann.box.forgetChanges()
    await sync(ann)
    expect(await knows(ann, 'new@friend.example')).toBe(true)
  })

  test('restarted twice still reads what it missed the first time', async () => {
    const ann = await newWriter(1)
    await runJobsUntilIdle()
    ann.box.forgetChanges()
    await syncOnly(ann)
    const first = await indexOf(ann)
    world.advance(3 * dayMs)
    ann.box.forgetChanges()
    await syncOnly(ann)
    const second = await indexOf(ann)
    expect(second).toMatchObject({ readsSince: first?.readsSince, completedAt: null })
    expect(second?.restartCount).toBe((first?.restartCount ?? 0) + 1)
    await runJobsUntilIdle()
  })
})

test('a lost cursor does not interrupt a reading, and a second reading finds what was missed', async () => {
  const ann = await newWriter(9)
  await readPages(ann, { maxPages: 2 })
  const begun = await indexOf(ann)
  write(ann, 'missed@friend.example')
  ann.box.forgetChanges()
  await syncOnly(ann)
  expect(await indexOf(ann)).toMatchObject({ nextPage: begun?.nextPage, readCount: 4 })
  await readPages(ann, { maxPages: 3 })
  expect(await indexOf(ann)).toMatchObject({ completedAt: null, readAgainSince: null })
  expect(await knows(ann, 'missed@friend.example')).toBe(false)
  await runJobsUntilIdle()
  expect(await indexOf(ann)).toMatchObject({ completedAt: expect.any(Date) })
  expect(await knows(ann, 'missed@friend.example')).toBe(true)
  expect(await countsOf(ann)).toEqual(Array(10).fill(1))
})

describe('replies that Doorman sent', () => {
  test.each(['<claim@fake.test>', null])(
    'are left out even if their copy comes late and without our mark (Message-ID %s)',
    async (rfcMessageId) => {
      const ann = await newWriter(0)
      await runJobsUntilIdle()
      await ctx.db.insert(smartReplies).values({
        userId: ann.userId,
        mailboxId: ann.id,
        sender: 'cold@vendor.example',
        organisation: 'vendor.example',
        claimedAt: ctx.now(),
        draftId: 'draft',
        rfcMessageId,
      })
      ann.box.sentByUser.push({ to: ['cold@vendor.example'], rfcMessageId: '<claim@fake.test>' })
      await sync(ann)
      expect(await knows(ann, 'cold@vendor.example')).toBe(rfcMessageId === null)
      // Our reply still does not count after a new reading, or if the mailbox is connected again.
      await ctx.db.update(smartReplies).set({ mailboxId: null })
      ann.box.forgetChanges()
      await sync(ann)
      expect(await knows(ann, 'cold@vendor.example')).toBe(rfcMessageId === null)
    },
  )

  test('are left out by our mark, and the Message-ID under which they went out is stored', async () => {
    const [ann, bob] = [await newWriter(0), await newWriter(0)]
    await runJobsUntilIdle()
    const claim = {
      sender: 'cold@vendor.example',
      organisation: 'vendor.example',
      claimedAt: ctx.now(),
      rfcMessageId: '<draft@fake.test>',
    }
    const [reply, ofBob] = await ctx.db
      .insert(smartReplies)
      .values([ann, bob].map(({ userId, id }) => ({ ...claim, userId, mailboxId: id })))
      .returning()
    const to = ['cold@vendor.example']
    ann.box.sentPageSize = 3
    // The header may say anything, also that the reply is another user's.
    for (const [at, claimId] of [reply?.id, ofBob?.id, 'unknown'].entries())
      ann.box.sentByUser.push({
        to,
        rfcMessageId: `<sent-${at}@fake.test>`,
        claimId: claimId ?? '',
      })
    await sync(ann)
    expect(await knows(ann, 'cold@vendor.example')).toBe(false)
    const idOf = async (claimId: string | undefined) =>
      (await ctx.db.select().from(smartReplies)).find(({ id }) => id === claimId)?.rfcMessageId
    expect(await idOf(reply?.id)).toBe('<sent-0@fake.test>')
    expect(await idOf(ofBob?.id)).toBe('<draft@fake.test>')
  })

  test('to a sender do not hide what the user wrote to the same sender', async () => {
    const ann = await newWriter(0)
    await ctx.db.insert(smartReplies).values({
      userId: ann.userId,
      mailboxId: ann.id,
      sender: 'cold@vendor.example',
      organisation: 'vendor.example',
      claimedAt: ctx.now(),
      rfcMessageId: '<claim@fake.test>',
    })
    write(ann, 'cold@vendor.example')
    await runJobsUntilIdle()
    expect(await knows(ann, 'cold@vendor.example')).toBe(true)
  })
})
