import { describe, expect, test } from 'vitest'
import { openFakeWriters } from '../../testing/fake-writers.ts'
import { consultIndex } from './consult-index.ts'

const { ctx, runJobsUntilIdle, readPages, indexOf, write, knows, newWriter, loseKey } =
  await openFakeWriters()

describe('the answer of the index', () => {
  test('never comes from another mailbox, even one of the same user', async () => {
    const ann = await newWriter(1)
    const second = await newWriter(0, { of: ann })
    await runJobsUntilIdle()
    expect(await knows(ann, 'friend@f0.example')).toBe(true)
    expect(await knows(second, 'friend@f0.example')).toBe(false)
  })

  test('knows a domain, but not that of a freemail provider, nor a similar one', async () => {
    const ann = await newWriter(0)
    write(ann, 'one@gmail.com', 'one@mail.friend.example')
    await runJobsUntilIdle()
    expect(await knows(ann, 'o.ne+x@googlemail.com')).toBe(true)
    expect(await knows(ann, 'two@gmail.com')).toBe(false)
    expect(await knows(ann, 'two@mail.friend.example')).toBe(true)
    expect(await knows(ann, 'two@friend.example')).toBe(false)
    expect(await knows(ann, 'no address')).toBe(false)
  })

  test('is “incomplete” if the key was replaced after the row was read', async () => {
    const ann = await newWriter(1)
    await runJobsUntilIdle()
    const stale = await indexOf(ann)
    await loseKey(ann)
    await readPages(ann)
    const question = { sender: 'friend@f0.example', otherRecipients: [], references: [] }
    expect(await consultIndex(ctx.db, ctx.keyRing, stale, question)).toMatchObject({
      isComplete: false,
      knowsSender: false,
    })
  })
})
