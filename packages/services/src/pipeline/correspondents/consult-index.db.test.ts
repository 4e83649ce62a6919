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
    ['a known address', true, true, 'one@mail.friend.example'],
    ['a known freemail address', true, false, 'o.ne+x@googlemail.com'],
    ['a new address at a known domain', false, true, 'two@mail.friend.example'],
    ['a new address at a freemail domain', false, false, 'two@gmail.com'],
    ['a new address at a parent domain', false, false, 'two@friend.example'],
    ['an invalid address', false, false, 'no address'],
  ])('for %s: hasWrittenToSender is %s, hasWrittenToDomain is %s', async (...row) => {
    const [_case, hasWrittenToSender, hasWrittenToDomain, sender] = row
    const ann = await newWriter(0)
    write(ann, 'one@gmail.com', 'one@mail.friend.example')
    await runJobsUntilIdle()
    const question = { sender, otherRecipients: [], references: [] }
    const answer = await consultIndex(ctx.db, ctx.keyRing, await indexOf(ann), question)
    expect(answer).toMatchObject({ hasWrittenToSender, hasWrittenToDomain })
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
      hasWrittenToSender: false,
    })
  })
})
