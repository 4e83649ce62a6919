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

  test.each([
    ['an address', 'one@mail.friend.example', { knowsSender: true, knowsDomain: true }],
    ['an address at a freemail provider', 'o.ne+x@googlemail.com', { knowsSender: true }],
    ['a domain alone', 'two@mail.friend.example', { knowsSender: false, knowsDomain: true }],
    ['no freemail domain', 'two@gmail.com', { knowsSender: false, knowsDomain: false }],
    ['no similar domain', 'two@friend.example', { knowsSender: false, knowsDomain: false }],
    ['no address at all', 'no address', { knowsSender: false, knowsDomain: false }],
  ])('knows %s', async (_case, sender, expected) => {
    const ann = await newWriter(0)
    write(ann, 'one@gmail.com', 'one@mail.friend.example')
    await runJobsUntilIdle()
    const question = { sender, otherRecipients: [], references: [] }
    const answer = await consultIndex(ctx.db, ctx.keyRing, await indexOf(ann), question)
    expect(answer).toMatchObject(expected)
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
