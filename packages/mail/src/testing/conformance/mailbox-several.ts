import { describe, expect, test } from 'vitest'
import type { ProviderMessageId } from '../../mailbox.ts'
import { toRawMessage, type MailboxHarness } from './mailbox-harness.ts'

/** `loadMessages` and `moveMessages`. */
export function describeSeveral(name: string, createHarness: () => Promise<MailboxHarness>): void {
  describe(`${name}: loadMessages`, () => {
    test.each([0, 1, 2, 20])('loads %i messages as loadMessage does', async (count) => {
      const harness = await createHarness()
      const ids = await deliverMany(harness, count)
      const loaded = await harness.mailbox.loadMessages(ids)
      expect([...loaded.keys()]).toEqual(ids)
      for (const id of ids) expect(loaded.get(id)).toEqual(await harness.mailbox.loadMessage(id))
    })

    test('finds messages wherever they are', async () => {
      const harness = await createHarness()
      const { mailbox, moveAsUser } = harness
      const [setAside, ...others] = await deliverThree(harness)
      await mailbox.move(setAside, 'set-aside')
      await moveAsUser(others[0], 'bin')
      await moveAsUser(others[1], 'elsewhere')
      const [inbox] = await deliverThree(harness)
      const loaded = await mailbox.loadMessages([setAside, ...others, inbox])
      const locations = [...loaded.values()].map((one) => 'location' in one && one.location)
      expect(locations).toEqual(['set-aside', 'bin', 'elsewhere', 'inbox'])
    })

    test('a message that is gone fails alone', async () => {
      const harness = await createHarness()
      const ids = await deliverThree(harness)
      const [first, gone, third] = ids
      await harness.deleteAsUser(gone)
      const loaded = await harness.mailbox.loadMessages(ids)
      expect(loaded.get(gone)).toMatchObject({ failure: 'gone' })
      for (const id of [first, third]) expect(loaded.get(id)).toMatchObject({ id })
      const alone = await harness.mailbox.loadMessages([gone])
      expect(alone.get(gone)).toMatchObject({ failure: 'gone' })
    })
  })

  describe(`${name}: moveMessages`, () => {
    test.each([0, 1, 2, 45])(
      'moves %i messages there and back, and can be repeated',
      async (count) => {
        const harness = await createHarness()
        const ids = await deliverMany(harness, count)
        for (const to of ['set-aside', 'set-aside', 'inbox', 'inbox', 'junk'] as const) {
          expect(await harness.mailbox.moveMessages(ids, to)).toEqual(new Map())
          const state = { location: to, isRead: to !== 'inbox' }
          for (const id of ids) expect(await harness.readState(id)).toEqual(state)
        }
      },
    )

    test('moves messages from different places', async () => {
      const harness = await createHarness()
      const { mailbox, moveAsUser, readState } = harness
      const ids = await deliverThree(harness)
      const [first, second] = ids
      await mailbox.move(first, 'set-aside')
      await moveAsUser(second, 'elsewhere')
      expect(await mailbox.moveMessages(ids, 'set-aside')).toEqual(new Map())
      for (const id of ids)
        expect(await readState(id)).toEqual({ location: 'set-aside', isRead: true })
    })

    test('a message that is gone fails alone, and the others are moved', async () => {
      const harness = await createHarness()
      const { mailbox, readState, deleteAsUser } = harness
      for (const to of ['set-aside', 'inbox', 'junk'] as const) {
        const ids = await deliverThree(harness)
        const [first, gone, third] = ids
        await deleteAsUser(gone)
        const failed = await mailbox.moveMessages(ids, to)
        expect([...failed.keys()]).toEqual([gone])
        expect(failed.get(gone)).toMatchObject({ failure: 'gone' })
        for (const id of [first, third]) expect(await readState(id)).toMatchObject({ location: to })
        const alone = await mailbox.moveMessages([gone], to)
        expect(alone.get(gone)).toMatchObject({ failure: 'gone' })
      }
    })
  })
}

export async function deliverThree(
  harness: MailboxHarness,
): Promise<readonly [ProviderMessageId, ProviderMessageId, ProviderMessageId]> {
  const deliver = () => harness.deliver(toRawMessage())
  return [await deliver(), await deliver(), await deliver()]
}

export async function deliverMany(
  harness: MailboxHarness,
  count: number,
): Promise<readonly ProviderMessageId[]> {
  const ids: ProviderMessageId[] = []
  while (ids.length < count) ids.push(await harness.deliver(toRawMessage()))
  return ids
}
