import { describe, expect, test } from 'vitest'
import { toRawMessage, type MailboxHarness } from './mailbox-harness.ts'
import { maxKeptCounted } from '../../mailbox.ts'

/** `countKeptMessages`. */
export function describeKept(name: string, createHarness: () => Promise<MailboxHarness>): void {
  const from = 'pat@vendor.test'
  const inAnHour = (harness: MailboxHarness) => new Date(harness.now().getTime() + 3_600_000)

  describe(`${name}: countKeptMessages`, () => {
    test("counts messages in the inbox and in the user's folders", async () => {
      const harness = await createHarness()
      const count = () => harness.mailbox.countKeptMessages({ from, before: inAnHour(harness) })
      expect(await count()).toBe(0)
      await harness.deliver(toRawMessage())
      expect(await count()).toBe(1)
      const id = await harness.deliver(toRawMessage())
      await harness.moveAsUser(id, 'elsewhere')
      expect(await count()).toBe(2)
    })

    test('does not count messages that are set aside, in junk or in the bin', async () => {
      const harness = await createHarness()
      const [first, second] = [
        await harness.deliver(toRawMessage()),
        await harness.deliver(toRawMessage()),
      ]
      await harness.deliver(toRawMessage(), 'junk')
      await harness.mailbox.move(first, 'set-aside')
      await harness.moveAsUser(second, 'bin')
      expect(await harness.mailbox.countKeptMessages({ from, before: inAnHour(harness) })).toBe(0)
      await harness.mailbox.move(first, 'inbox')
      expect(await harness.mailbox.countKeptMessages({ from, before: inAnHour(harness) })).toBe(1)
    })

    test('counts earlier messages only', async () => {
      const harness = await createHarness()
      const { receivedAt } = await harness.mailbox.loadMessage(
        await harness.deliver(toRawMessage()),
      )
      expect(await harness.mailbox.countKeptMessages({ from, before: receivedAt })).toBe(0)
    })

    test('does not count other senders and what the user wrote', async () => {
      const harness = await createHarness()
      await harness.deliver(toRawMessage({ from: 'Pat <patrick@vendor.test>' }))
      await harness.deliver(toRawMessage({ from: 'Pat <pat@elsewhere.test>' }))
      await harness.sendAsUser({ to: from, rfcMessageId: '<1@own.test>' })
      await harness.createDraftAsUser(from)
      const before = inAnHour(harness)
      expect(await harness.mailbox.countKeptMessages({ from, before })).toBe(0)
      expect(await harness.mailbox.countKeptMessages({ from: harness.addresses[0], before })).toBe(
        0,
      )
    })

    test('counts up to the maximum', async () => {
      const harness = await createHarness()
      for (let count = 0; count < maxKeptCounted + 3; count++) await harness.deliver(toRawMessage())
      const before = inAnHour(harness)
      expect(await harness.mailbox.countKeptMessages({ from: 'PAT@vendor.test', before })).toBe(
        maxKeptCounted,
      )
    })

    test.each(['x" OR in:inbox', '*', '"', '()', "' or true or '", '\0', ''])(
      'treats %j as plain text, not as a search operator',
      async (address) => {
        const harness = await createHarness()
        await harness.deliver(toRawMessage())
        expect(
          await harness.mailbox.countKeptMessages({ from: address, before: inAnHour(harness) }),
        ).toBe(0)
      },
    )
  })
}
