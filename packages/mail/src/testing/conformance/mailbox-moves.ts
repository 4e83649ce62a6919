import { describe, expect, test } from 'vitest'
import { toRawMessage, type MailboxHarness } from './mailbox-harness.ts'

/** `move` and `loadMessage`. */
export function describeMoves(name: string, createHarness: () => Promise<MailboxHarness>): void {
  describe(`${name}: move`, () => {
    test('to set-aside marks as read and leaves the inbox, and can be repeated', async () => {
      const { mailbox, deliver, readState } = await createHarness()
      const id = await deliver(toRawMessage())
      await mailbox.move(id, 'set-aside')
      await mailbox.move(id, 'set-aside')
      expect(await readState(id)).toEqual({ location: 'set-aside', isRead: true })
      expect(await mailbox.loadMessage(id)).toMatchObject({
        id,
        location: 'set-aside',
        isRead: true,
      })
      expect((await mailbox.listInbox({ limit: 10 })).ids).toEqual([])
    })

    test.each(['set-aside', 'junk'] as const)(
      'from %s to inbox marks as unread, and can be repeated',
      async (location) => {
        const { mailbox, deliver, readState } = await createHarness()
        const id = await deliver(toRawMessage())
        await mailbox.move(id, location)
        expect(await readState(id)).toEqual({ location, isRead: true })
        await mailbox.move(id, 'inbox')
        await mailbox.move(id, 'inbox')
        expect(await readState(id)).toEqual({ location: 'inbox', isRead: false })
        expect((await mailbox.listInbox({ limit: 10 })).ids).toEqual([id])
      },
    )

    test.each(['junk', 'elsewhere'] as const)('sets aside again from %s', async (location) => {
      const { mailbox, deliver, readState, moveAsUser } = await createHarness()
      const id = await deliver(toRawMessage())
      await mailbox.move(id, 'set-aside')
      await moveAsUser(id, location)
      await mailbox.move(id, 'set-aside')
      await mailbox.move(id, 'set-aside')
      expect(await readState(id)).toEqual({ location: 'set-aside', isRead: true })
    })

    test('returns a message from the bin to the inbox', async () => {
      const { mailbox, deliver, readState, moveAsUser } = await createHarness()
      const id = await deliver(toRawMessage())
      await mailbox.move(id, 'set-aside')
      await moveAsUser(id, 'bin')
      await mailbox.move(id, 'inbox')
      expect(await readState(id)).toEqual({ location: 'inbox', isRead: false })
    })

    test('a message keeps its id wherever it is moved', async () => {
      const { mailbox, deliver, readState, moveAsUser } = await createHarness()
      const id = await deliver(toRawMessage({ subject: 'the same' }))
      await mailbox.move(id, 'set-aside')
      await moveAsUser(id, 'elsewhere')
      await mailbox.move(id, 'set-aside')
      await mailbox.move(id, 'junk')
      await mailbox.move(id, 'inbox')
      expect(await readState(id)).toEqual({ location: 'inbox', isRead: false })
      expect((await mailbox.loadMessage(id)).message.subject).toBe('the same')
    })

    test('fails with gone for a deleted message', async () => {
      const { mailbox, deliver, deleteAsUser } = await createHarness()
      const id = await deliver(toRawMessage())
      await deleteAsUser(id)
      await expect(mailbox.loadMessage(id)).rejects.toMatchObject({ failure: 'gone' })
      for (const location of ['set-aside', 'junk', 'inbox'] as const)
        await expect(mailbox.move(id, location)).rejects.toMatchObject({ failure: 'gone' })
    })

    test.each(['bin', 'junk', 'elsewhere'] as const)(
      'loadMessage finds a message in %s',
      async (location) => {
        const { mailbox, deliver, moveAsUser } = await createHarness()
        const id = await deliver(toRawMessage())
        await moveAsUser(id, location)
        expect((await mailbox.loadMessage(id)).location).toBe(location)
      },
    )
  })

  describe(`${name}: loadMessage`, () => {
    test('decodes headers and body', async () => {
      const { mailbox, deliver, now } = await createHarness()
      const sentAt = now()
      const id = await deliver(
        toRawMessage({
          from: '=?utf-8?Q?P=C3=A4t?= <Pat@Vendor.Test>',
          subject: '=?utf-8?B?w5xiZXI=?= uns',
          headers: [
            'Message-ID: <1@vendor.test>',
            'Date: Thu, 01 Jan 1970 00:00:00 +0000',
            'Reply-To: desk@elsewhere.test',
            'X-Twice: one',
            'X-Twice: two',
            'List-Unsubscribe: <https://vendor.test/u>',
            'Content-Type: text/plain; charset=iso-8859-1',
            'Content-Transfer-Encoding: quoted-printable',
          ],
          text: 'Gr=FC=DFe aus K=F6ln',
        }),
      )
      const received = await mailbox.loadMessage(id)
      expect(received).toMatchObject({
        id,
        rfcMessageId: '<1@vendor.test>',
        location: 'inbox',
        isRead: false,
      })
      expect(received.threadId).not.toBe('')
      // Providers round to whole seconds.
      expect(Math.abs(received.receivedAt.getTime() - sentAt.getTime())).toBeLessThan(60_000)
      const { message } = received
      expect(message).toMatchObject({
        from: { name: 'Pät', address: 'pat@vendor.test' },
        subject: 'Über uns',
        replyTo: { address: 'desk@elsewhere.test' },
      })
      expect(message.headers.all('x-twice')).toEqual(['one', 'two'])
      expect(message.headers.has('list-unsubscribe')).toBe(true)
      expect(message.body.text ?? message.body.html).toContain('Grüße aus Köln')
    })

    test('returns no sender for a message with two senders', async () => {
      const { mailbox, deliver } = await createHarness()
      const id = await deliver(toRawMessage({ from: 'pat@vendor.test, ann@example.com' }))
      expect((await mailbox.loadMessage(id)).message.from).toBeNull()
    })

    test('returns no Message-ID, or the provider’s own, for a message without one', async () => {
      const { mailbox, deliver } = await createHarness()
      const id = await deliver(toRawMessage({ headers: [] }))
      expect((await mailbox.loadMessage(id)).rfcMessageId ?? '<none>').toMatch(/^<.+>$/)
    })
  })
}
