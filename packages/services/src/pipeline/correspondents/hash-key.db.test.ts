import { dumpTables } from '@doorman/db/testing/test-db'
import { describe, expect, test } from 'vitest'
import { indexCorrespondentsJob } from '../../ports/jobs.ts'
import { openFakeWriters } from '../../testing/fake-writers.ts'

const world = await openFakeWriters()
const {
  ctx,
  sync,
  runJobsUntilIdle,
  readPages,
  indexOf,
  write,
  knows,
  listCorrespondents,
  countsOf,
  newWriter,
  changeIndex,
  loseKey,
} = world

test('two mailboxes store different hashes of the same address', async () => {
  const boxes = [await newWriter(1), await newWriter(1)]
  await runJobsUntilIdle()
  const rows = await Promise.all(boxes.map(listCorrespondents))
  const hashes = rows.flat().flatMap((row) => [row.addressHash, row.domainHash])
  expect(new Set(hashes.map((hash) => Buffer.from(hash).toString('hex'))).size).toBe(4)
  expect(hashes.every((hash) => hash.length === 16)).toBe(true)
})

describe('a key that no longer opens', () => {
  test('empties the index, which is read again with a new key', async () => {
    const ann = await newWriter(3)
    await runJobsUntilIdle()
    await loseKey(ann)
    await ctx.jobs.enqueue(ctx.db, indexCorrespondentsJob, { mailboxId: ann.id })
    await runJobsUntilIdle()
    expect(await indexOf(ann)).toMatchObject({ completedAt: expect.any(Date), readCount: 3 })
    expect(await countsOf(ann)).toEqual([1, 1, 1])
    expect(await knows(ann, 'friend@f2.example')).toBe(true)
  })

  test('is noticed by a sync that finds a sent message', async () => {
    const ann = await newWriter(3)
    await runJobsUntilIdle()
    await loseKey(ann)
    write(ann, 'new@friend.example')
    await sync(ann)
    for (const friend of ['new@friend.example', 'friend@f0.example'])
      expect(await knows(ann, friend)).toBe(true)
  })

  test('is left alone by a process that does not know the newest key yet', async () => {
    const ann = await newWriter(3)
    await runJobsUntilIdle()
    await changeIndex(ann, { keyVersion: 2 })
    await expect(readPages(ann)).rejects.toThrow()
    expect(await countsOf(ann)).toEqual([1, 1, 1])
  })
})

test('no address, domain or Message-ID is stored, logged or in a job', async () => {
  const ann = await newWriter(0)
  ann.box.sentByUser.push({ to: ['secretfriend@hush.example'], rfcMessageId: '<whisper@own>' })
  await readPages(ann, { maxPages: 1 })
  ann.box.sentByUser.push({ to: ['secretfriend@hush.example'], rfcMessageId: '<whisper2@own>' })
  await sync(ann)
  expect(await knows(ann, 'secretfriend@hush.example')).toBe(true)
  const everything = (await dumpTables(ctx.db)) + world.logs.join('\n')
  for (const word of ['secretfriend', 'hush.example', 'whisper']) {
    expect(everything).not.toContain(word)
    expect(everything).not.toContain(Buffer.from(word).toString('hex'))
  }
})
