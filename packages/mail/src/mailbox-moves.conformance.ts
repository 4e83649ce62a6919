import { describe, expect, test } from 'vitest'
import { toMail, type Bench } from './mailbox-bench.conformance.ts'

/** Where mail goes, and what is in it. */
export function describeMoves(name: string, createBench: () => Promise<Bench>): void {
  describe(`${name}: moves`, () => {
    test('set aside is read and out of the inbox, however often', async () => {
      const { mailbox, deliver, look } = await createBench()
      const id = await deliver(toMail())
      await mailbox.move(id, 'set-aside')
      await mailbox.move(id, 'set-aside')
      expect(await look(id)).toEqual({ place: 'set-aside', isRead: true })
      expect(await mailbox.loadMail(id)).toMatchObject({ id, place: 'set-aside', isRead: true })
      expect((await mailbox.listInbox({ limit: 10 })).ids).toEqual([])
    })

    test.each(['set-aside', 'junk'] as const)(
      'back from %s is unread, however often',
      async (place) => {
        const { mailbox, deliver, look } = await createBench()
        const id = await deliver(toMail())
        await mailbox.move(id, place)
        expect(await look(id)).toEqual({ place, isRead: true })
        await mailbox.move(id, 'inbox')
        await mailbox.move(id, 'inbox')
        expect(await look(id)).toEqual({ place: 'inbox', isRead: false })
        expect((await mailbox.listInbox({ limit: 10 })).ids).toEqual([id])
      },
    )

    test.each(['junk', 'elsewhere'] as const)(
      'from %s it can be set aside again',
      async (place) => {
        const { mailbox, deliver, look, moveByHand } = await createBench()
        const id = await deliver(toMail())
        await mailbox.move(id, 'set-aside')
        await moveByHand(id, place)
        await mailbox.move(id, 'set-aside')
        await mailbox.move(id, 'set-aside')
        expect(await look(id)).toEqual({ place: 'set-aside', isRead: true })
      },
    )

    test('from the bin it comes back to the inbox', async () => {
      const { mailbox, deliver, look, moveByHand } = await createBench()
      const id = await deliver(toMail())
      await mailbox.move(id, 'set-aside')
      await moveByHand(id, 'bin')
      await mailbox.move(id, 'inbox')
      expect(await look(id)).toEqual({ place: 'inbox', isRead: false })
    })

    test('F31: a mail keeps its id wherever it goes', async () => {
      const { mailbox, deliver, look, moveByHand } = await createBench()
      const id = await deliver(toMail({ subject: 'the same' }))
      await mailbox.move(id, 'set-aside')
      await moveByHand(id, 'elsewhere')
      await mailbox.move(id, 'set-aside')
      await mailbox.move(id, 'junk')
      await mailbox.move(id, 'inbox')
      expect(await look(id)).toEqual({ place: 'inbox', isRead: false })
      expect((await mailbox.loadMail(id)).message.subject).toBe('the same')
    })

    test('F29: a mail that is gone says so', async () => {
      const { mailbox, deliver, deleteByHand } = await createBench()
      const id = await deliver(toMail())
      await deleteByHand(id)
      await expect(mailbox.loadMail(id)).rejects.toMatchObject({ failure: 'gone' })
      for (const place of ['set-aside', 'junk', 'inbox'] as const)
        await expect(mailbox.move(id, place)).rejects.toMatchObject({ failure: 'gone' })
    })

    test.each(['bin', 'junk', 'elsewhere'] as const)(
      'a mail in %s is known to be there',
      async (place) => {
        const { mailbox, deliver, moveByHand } = await createBench()
        const id = await deliver(toMail())
        await moveByHand(id, place)
        expect((await mailbox.loadMail(id)).place).toBe(place)
      },
    )
  })

  describe(`${name}: a mail`, () => {
    test('is read as it was sent', async () => {
      const { mailbox, deliver, now } = await createBench()
      const sentAt = now()
      const id = await deliver(
        toMail({
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
      const mail = await mailbox.loadMail(id)
      expect(mail).toMatchObject({
        id,
        messageId: '<1@vendor.test>',
        place: 'inbox',
        isRead: false,
      })
      expect(mail.threadId).not.toBe('')
      // Providers show whole seconds.
      expect(Math.abs(mail.receivedAt.getTime() - sentAt.getTime())).toBeLessThan(60_000)
      const { message } = mail
      expect(message).toMatchObject({
        from: { name: 'Pät', address: 'pat@vendor.test' },
        subject: 'Über uns',
        replyTo: { address: 'desk@elsewhere.test' },
      })
      expect(message.headers.all('x-twice')).toEqual(['one', 'two'])
      expect(message.headers.has('list-unsubscribe')).toBe(true)
      expect(message.body.text ?? message.body.html).toContain('Grüße aus Köln')
    })

    test('F46: two senders are nobody', async () => {
      const { mailbox, deliver } = await createBench()
      const id = await deliver(toMail({ from: 'pat@vendor.test, ann@example.com' }))
      expect((await mailbox.loadMail(id)).message.from).toBeNull()
    })

    test('without a Message-ID has none, or the one its provider gave it', async () => {
      const { mailbox, deliver } = await createBench()
      const id = await deliver(toMail({ headers: [] }))
      expect((await mailbox.loadMail(id)).messageId ?? '<none>').toMatch(/^<.+>$/)
    })
  })
}
