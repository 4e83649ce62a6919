import { describe, expect, test } from 'vitest'
import {
  listAllChanges,
  deliverAndSetAside,
  toRawMessage,
  type MailboxHarness,
} from './mailbox-harness.ts'
import type { Cursor, ProviderMessageId } from '../../mailbox.ts'

/** `listInbox` and `listChanges`. */
export function describeChanges(name: string, createHarness: () => Promise<MailboxHarness>): void {
  describe(`${name}: listInbox`, () => {
    test('its cursor continues right after the list', async () => {
      const { mailbox, deliver } = await createHarness()
      const before = await deliver(toRawMessage({ subject: 'before' }))
      const { ids, cursor } = await mailbox.listInbox({ limit: 100 })
      const after = await deliver(toRawMessage({ subject: 'after' }))
      expect(ids).toEqual([before])
      expect(await listAllChanges(mailbox, cursor)).toMatchObject({
        arrived: [after],
        movedBack: [],
      })
    })

    test('lists the newest first, and at most the limit', async () => {
      const { mailbox, deliver } = await createHarness()
      const ids: ProviderMessageId[] = []
      for (let count = 0; count < 7; count++) ids.push(await deliver(toRawMessage()))
      expect((await mailbox.listInbox({ limit: 5 })).ids).toEqual(ids.toReversed().slice(0, 5))
      expect((await mailbox.listInbox({ limit: 100 })).ids).toEqual(ids.toReversed())
    })

    test('does not list junk, sent messages, drafts, the bin and the archive', async () => {
      const harness = await createHarness()
      const { mailbox, deliver } = harness
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      await deliver(toRawMessage(), 'junk')
      await harness.sendAsUser({ to: 'ann@example.com', rfcMessageId: '<1@own.test>' })
      await harness.createDraftAsUser('ann@example.com')
      expect(await listAllChanges(mailbox, cursor)).toMatchObject({ arrived: [], movedBack: [] })
      await harness.moveAsUser(await deliver(toRawMessage()), 'bin')
      await harness.moveAsUser(await deliver(toRawMessage()), 'elsewhere')
      expect((await mailbox.listInbox({ limit: 10 })).ids).toEqual([])
    })
  })

  describe(`${name}: listChanges`, () => {
    test('the same cursor gives the same changes, a newer one only the newer changes', async () => {
      const { mailbox, deliver } = await createHarness()
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      const first = await deliver(toRawMessage())
      const changes = await listAllChanges(mailbox, cursor)
      expect(changes.arrived).toEqual([first])
      expect((await listAllChanges(mailbox, cursor)).arrived).toEqual([first])
      const second = await deliver(toRawMessage())
      expect((await listAllChanges(mailbox, changes.cursor)).arrived).toEqual([second])
    })

    test('returns a cursor to continue from when nothing changed', async () => {
      const { mailbox, deliver } = await createHarness()
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      const unchanged = await listAllChanges(mailbox, cursor)
      expect(unchanged).toMatchObject({ arrived: [], movedBack: [] })
      const id = await deliver(toRawMessage())
      expect((await listAllChanges(mailbox, unchanged.cursor)).arrived).toEqual([id])
    })

    test('lists each of many messages once', async () => {
      const { mailbox, deliver } = await createHarness()
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      const ids = new Set<ProviderMessageId>()
      for (let count = 0; count < 60; count++) ids.add(await deliver(toRawMessage()))
      const { arrived } = await listAllChanges(mailbox, cursor)
      expect(arrived).toHaveLength(60)
      expect(new Set(arrived)).toEqual(ids)
    })

    test('after a lost cursor, listInbox since the last check finds what was missed', async () => {
      const { mailbox, deliver, forgetChanges, now } = await createHarness()
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      const since = now()
      const missed = await deliver(toRawMessage())
      await forgetChanges()
      expect(await mailbox.listChanges(cursor)).toBe('cursor-lost')
      const again = await mailbox.listInbox({ limit: 10, since })
      expect(again.ids).toEqual([missed])
      const next = await deliver(toRawMessage())
      expect((await listAllChanges(mailbox, again.cursor)).arrived).toEqual([next])
    })

    test.each(['', 'nonsense', '-1', '1e3', '99999999999999999999999'])(
      'an invalid cursor (%j) is lost',
      async (cursor) => {
        const { mailbox } = await createHarness()
        expect(await mailbox.listChanges(cursor as Cursor)).toBe('cursor-lost')
      },
    )

    test('setting a message aside is not a change', async () => {
      const { mailbox, deliver } = await createHarness()
      const id = await deliver(toRawMessage())
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      await mailbox.move(id, 'set-aside')
      expect(await listAllChanges(mailbox, cursor)).toMatchObject({ arrived: [], movedBack: [] })
    })

    test('a message that the user returns to the inbox counts as moved back and as arrived', async () => {
      const harness = await createHarness()
      const { id, cursor } = await deliverAndSetAside(harness)
      await harness.moveAsUser(id, 'inbox')
      expect(await listAllChanges(harness.mailbox, cursor)).toMatchObject({
        arrived: [id],
        movedBack: [id],
      })
    })

    test.each(['junk', 'elsewhere', 'bin'] as const)(
      'a message that the user moves from %s to the inbox counts as moved there, a new one does not',
      async (location) => {
        const harness = await createHarness()
        const { mailbox, passTime } = harness
        const moved = await harness.deliver(toRawMessage())
        await harness.moveAsUser(moved, location)
        await passTime(10 * 60_000)
        const { cursor } = await mailbox.listInbox({ limit: 10 })
        const early = await harness.deliver(toRawMessage())
        const empty = await listAllChanges(mailbox, cursor)
        expect(empty).toMatchObject({ arrived: [early], movedToInbox: [] })
        await harness.moveAsUser(moved, 'inbox')
        await passTime(10 * 60_000)
        const late = await harness.deliver(toRawMessage())
        const changes = await listAllChanges(mailbox, empty.cursor)
        expect(new Set(changes.arrived)).toEqual(new Set([moved, late]))
        expect(changes.movedToInbox).toEqual([moved])
      },
    )

    test('a message that the user moves to another folder counts as moved back', async () => {
      const harness = await createHarness()
      const { id, cursor } = await deliverAndSetAside(harness)
      await harness.moveAsUser(id, 'elsewhere')
      expect(await listAllChanges(harness.mailbox, cursor)).toMatchObject({
        arrived: [],
        movedBack: [id],
      })
    })

    test.each(['bin', 'junk'] as const)(
      'a message that the user moves to %s does not count as moved back',
      async (location) => {
        const harness = await createHarness()
        const { id, cursor } = await deliverAndSetAside(harness)
        await harness.moveAsUser(id, location)
        expect(await listAllChanges(harness.mailbox, cursor)).toMatchObject({
          arrived: [],
          movedBack: [],
        })
      },
    )

    test('a message that the user deletes, or sets aside again, does not count as moved back', async () => {
      const harness = await createHarness()
      const deleted = await deliverAndSetAside(harness)
      const kept = await deliverAndSetAside(harness)
      await harness.deleteAsUser(deleted.id)
      await harness.moveAsUser(kept.id, 'elsewhere')
      await harness.moveAsUser(kept.id, 'set-aside')
      expect(await listAllChanges(harness.mailbox, kept.cursor)).toMatchObject({
        arrived: [],
        movedBack: [],
      })
    })
  })
}
