import { describe, expect, test } from 'vitest'
import { toRawMessage, toReply, type MailboxHarness } from './mailbox-harness.ts'

/** `hasUserSent`, for providers whose search is reliable. The others answer `unknown`. */
export function describeSearch(name: string, createHarness: () => Promise<MailboxHarness>): void {
  describe(`${name}: hasUserSent`, () => {
    test('finds an address in any case, and no similar address', async () => {
      const { mailbox, sendAsUser } = await createHarness()
      await sendAsUser({ to: 'mary-ann@example.com', rfcMessageId: '<1@own.test>' })
      expect(await mailbox.hasUserSent({ toAddress: 'Mary-Ann@EXAMPLE.com' })).toBe(true)
      for (const address of ['ann@example.com', 'mary-ann@example.com.evil.test', 'm@example.com'])
        expect(await mailbox.hasUserSent({ toAddress: address })).toBe(false)
    })

    test('finds a domain, and no similar domain', async () => {
      const { mailbox, sendAsUser } = await createHarness()
      await sendAsUser({ to: 'ann@mail.example.com', rfcMessageId: '<1@own.test>' })
      expect(await mailbox.hasUserSent({ toDomain: 'mail.example.com' })).toBe(true)
      for (const domain of ['example.com', 'ail.example.com', 'mail.example.com.evil.test'])
        expect(await mailbox.hasUserSent({ toDomain: domain })).toBe(false)
    })

    test('finds one Message-ID among many', async () => {
      const { mailbox, sendAsUser } = await createHarness()
      await sendAsUser({ to: 'ann@example.com', rfcMessageId: '<first+1=a/b@own.test>' })
      const others = Array.from({ length: 60 }, (_, index) => `<${index}@vendor.test>`)
      expect(await mailbox.hasUserSent({ rfcMessageIds: others })).toBe(false)
      expect(await mailbox.hasUserSent({ rfcMessageIds: [] })).toBe(false)
      expect(
        await mailbox.hasUserSent({ rfcMessageIds: ['<first+1=a/b@own.test>', ...others] }),
      ).toBe(true)
      expect(
        await mailbox.hasUserSent({ rfcMessageIds: [...others, '<first+1=a/b@own.test>'] }),
      ).toBe(true)
    })

    test('ignores received messages and drafts', async () => {
      const { mailbox, deliver, createDraftAsUser } = await createHarness()
      await deliver(
        toRawMessage({ from: 'pat@vendor.test', headers: ['Message-ID: <1@vendor.test>'] }),
      )
      await createDraftAsUser('pat@vendor.test')
      expect(await mailbox.hasUserSent({ toAddress: 'pat@vendor.test' })).toBe(false)
      expect(await mailbox.hasUserSent({ toDomain: 'vendor.test' })).toBe(false)
      expect(await mailbox.hasUserSent({ rfcMessageIds: ['<1@vendor.test>'] })).toBe(false)
    })

    test('ignores replies that Doorman sent', async () => {
      const harness = await createHarness()
      const { mailbox } = harness
      const reply = await toReply(harness)
      const { rfcMessageId } = await mailbox.replies.sendDraft(
        (await mailbox.replies.createDraft(reply)).id,
        reply,
      )
      expect(await mailbox.hasUserSent({ toAddress: reply.to })).toBe(false)
      expect(await mailbox.hasUserSent({ toDomain: 'vendor.test' })).toBe(false)
      expect(await mailbox.hasUserSent({ rfcMessageIds: [rfcMessageId] })).toBe(false)
      await harness.sendAsUser({ to: reply.to, rfcMessageId: '<2@own.test>' })
      expect(await mailbox.hasUserSent({ toAddress: reply.to })).toBe(true)
    })

    test.each([
      'x" OR in:sent',
      'x") OR to:("ann@example.com',
      'ann@example.com" OR "x@example.com',
      '{ann@example.com}',
      'a*@example.com',
      '*',
      '"',
      "' or true or '",
      String.raw`\" OR \"`,
      'x@example.com\r\nin:sent',
      'nobody@example.com OR ann@example.com',
      '-nobody@example.com',
      '()',
      '\0',
    ])('treats %j as plain text, not as a search operator', async (address) => {
      const { mailbox, sendAsUser } = await createHarness()
      await sendAsUser({ to: 'ann@example.com', rfcMessageId: '<1@own.test>' })
      expect(await mailbox.hasUserSent({ toAddress: address })).toBe(false)
      expect(await mailbox.hasUserSent({ toDomain: address })).toBe(false)
      expect(await mailbox.hasUserSent({ rfcMessageIds: [`<${address}>`] })).toBe(false)
    })
  })
}
