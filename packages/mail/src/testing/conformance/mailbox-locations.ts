import { describe, expect, test } from 'vitest'
import { listAllSent, toRawMessage, type MailboxHarness } from './mailbox-harness.ts'
import type { ProviderMessageId } from '../../mailbox.ts'

/** `locateMessages`, `findWebLink` and `listOwnAddresses`. */
export function describeLocations(
  name: string,
  createHarness: () => Promise<MailboxHarness>,
): void {
  describe(`${name}: locateMessages`, () => {
    test('tells where each message is, and which no longer exist', async () => {
      const harness = await createHarness()
      const { mailbox, deliver, moveAsUser } = harness
      const inbox = await deliver(toRawMessage())
      const setAside = await deliver(toRawMessage())
      await mailbox.move(setAside, 'set-aside')
      const junk = await deliver(toRawMessage(), 'junk')
      const archived = await deliver(toRawMessage())
      await moveAsUser(archived, 'elsewhere')
      const binned = await deliver(toRawMessage())
      await moveAsUser(binned, 'bin')
      const deleted = await deliver(toRawMessage())
      await harness.deleteAsUser(deleted)
      await harness.sendAsUser({ to: 'ann@example.com', rfcMessageId: '<1@own.test>' })
      const [sent] = await listAllSent(mailbox)
      const ids = [inbox, setAside, junk, archived, binned, deleted, sent?.id as ProviderMessageId]
      const locations = await mailbox.locateMessages(ids)
      expect(ids.map((id) => locations.get(id))).toEqual([
        'inbox',
        'set-aside',
        'junk',
        'elsewhere',
        'bin',
        'gone',
        'sent',
      ])
    })

    test('locates a hundred messages, and none', async () => {
      const { mailbox, deliver, moveAsUser } = await createHarness()
      const ids: ProviderMessageId[] = []
      while (ids.length < 100) ids.push(await deliver(toRawMessage()))
      await moveAsUser(ids[77] as ProviderMessageId, 'bin')
      const locations = await mailbox.locateMessages(ids)
      expect(locations.size).toBe(100)
      expect(ids.filter((id) => locations.get(id) !== 'inbox')).toEqual([ids[77]])
      expect((await mailbox.locateMessages([])).size).toBe(0)
    })
  })

  describe(`${name}: findWebLink`, () => {
    test('is a different page for each message', async () => {
      const { mailbox, deliver } = await createHarness()
      const ids = [await deliver(toRawMessage()), await deliver(toRawMessage())]
      const links = await Promise.all(ids.map((id) => mailbox.findWebLink(id)))
      expect(links.map((link) => new URL(link).protocol)).toEqual(['https:', 'https:'])
      expect(new Set(links).size).toBe(2)
    })
  })

  describe(`${name}: listOwnAddresses`, () => {
    test('includes the aliases', async () => {
      const { mailbox, addresses } = await createHarness()
      expect(await mailbox.listOwnAddresses()).toEqual(expect.arrayContaining([...addresses]))
    })
  })
}
