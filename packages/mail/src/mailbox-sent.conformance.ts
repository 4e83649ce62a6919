import { describe, expect, test } from 'vitest'
import { toMail, toReply, type Bench } from './mailbox-bench.conformance.ts'

/** Whom the user knows, by what they sent. */
export function describeSent(name: string, createBench: () => Promise<Bench>): void {
  describe(`${name}: whom the user wrote to`, () => {
    test('an address, whatever its case, and nobody who resembles it', async () => {
      const { mailbox, sendByHand } = await createBench()
      await sendByHand({ to: 'mary-ann@example.com', messageId: '<1@own.test>' })
      expect(await mailbox.hasSent({ address: 'Mary-Ann@EXAMPLE.com' })).toBe(true)
      for (const address of ['ann@example.com', 'mary-ann@example.com.evil.test', 'm@example.com'])
        expect(await mailbox.hasSent({ address })).toBe(false)
    })

    test('somebody at a domain, and no domain that resembles it', async () => {
      const { mailbox, sendByHand } = await createBench()
      await sendByHand({ to: 'ann@mail.example.com', messageId: '<1@own.test>' })
      expect(await mailbox.hasSent({ domain: 'mail.example.com' })).toBe(true)
      for (const domain of ['example.com', 'ail.example.com', 'mail.example.com.evil.test'])
        expect(await mailbox.hasSent({ domain })).toBe(false)
    })

    test('a mail by its Message-ID, among many', async () => {
      const { mailbox, sendByHand } = await createBench()
      await sendByHand({ to: 'ann@example.com', messageId: '<first+1=a/b@own.test>' })
      const others = Array.from({ length: 60 }, (_, index) => `<${index}@vendor.test>`)
      expect(await mailbox.hasSent({ messageIds: others })).toBe(false)
      expect(await mailbox.hasSent({ messageIds: [] })).toBe(false)
      expect(await mailbox.hasSent({ messageIds: ['<first+1=a/b@own.test>', ...others] })).toBe(
        true,
      )
      expect(await mailbox.hasSent({ messageIds: [...others, '<first+1=a/b@own.test>'] })).toBe(
        true,
      )
    })

    test('mail merely received, and drafts, are not sent', async () => {
      const { mailbox, deliver, draftByHand } = await createBench()
      await deliver(toMail({ from: 'pat@vendor.test', headers: ['Message-ID: <1@vendor.test>'] }))
      await draftByHand('pat@vendor.test')
      expect(await mailbox.hasSent({ address: 'pat@vendor.test' })).toBe(false)
      expect(await mailbox.hasSent({ domain: 'vendor.test' })).toBe(false)
      expect(await mailbox.hasSent({ messageIds: ['<1@vendor.test>'] })).toBe(false)
    })

    test('an answer of ours makes nobody an acquaintance', async () => {
      const bench = await createBench()
      const { mailbox } = bench
      const reply = await toReply(bench)
      const { messageId } = await mailbox.replies.send(
        (await mailbox.replies.draft(reply)).id,
        reply,
      )
      expect(await mailbox.hasSent({ address: reply.to })).toBe(false)
      expect(await mailbox.hasSent({ domain: 'vendor.test' })).toBe(false)
      expect(await mailbox.hasSent({ messageIds: [messageId] })).toBe(false)
      await bench.sendByHand({ to: reply.to, messageId: '<2@own.test>' })
      expect(await mailbox.hasSent({ address: reply.to })).toBe(true)
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
    ])('S21: %j asks for nothing but itself', async (address) => {
      const { mailbox, sendByHand } = await createBench()
      await sendByHand({ to: 'ann@example.com', messageId: '<1@own.test>' })
      expect(await mailbox.hasSent({ address })).toBe(false)
      expect(await mailbox.hasSent({ domain: address })).toBe(false)
      expect(await mailbox.hasSent({ messageIds: [`<${address}>`] })).toBe(false)
    })

    test('all addresses of the mailbox are its own', async () => {
      const { mailbox, addresses } = await createBench()
      expect(await mailbox.listOwnAddresses()).toEqual(expect.arrayContaining([...addresses]))
    })
  })
}
