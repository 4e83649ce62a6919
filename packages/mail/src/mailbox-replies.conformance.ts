import { describe, expect, test } from 'vitest'
import { toReply, type Bench } from './mailbox-bench.conformance.ts'
import type { DraftId } from './mailbox.ts'

/** How a mailbox speaks and listens in the user’s name. */
export function describeReplies(name: string, createBench: () => Promise<Bench>): void {
  describe(`${name}: replies`, () => {
    test('a draft is not sent', async () => {
      const bench = await createBench()
      await bench.mailbox.replies.draft(await toReply(bench))
      expect(await bench.countDrafts()).toBe(1)
      expect(await bench.listReplies()).toEqual([])
    })

    test('a reply goes out once, to its recipient alone, and says what it is', async () => {
      const bench = await createBench()
      const { replies } = bench.mailbox
      const reply = await toReply(bench)
      const { messageId } = await replies.send((await replies.draft(reply)).id, reply)
      expect(await bench.listReplies()).toEqual([
        {
          recipients: ['pat@vendor.test'],
          messageId,
          text: expect.stringContaining('Grüße') as string,
          claimId: reply.claimId,
        },
      ])
      expect(await bench.countDrafts()).toBe(0)
    })

    test('F64: Reply-To leads nowhere', async () => {
      const bench = await createBench()
      const { replies } = bench.mailbox
      const elsewhere = {
        headers: ['Message-ID: <1@vendor.test>', 'Reply-To: a@spy.test, b@spy.test'],
      }
      const reply = await toReply(bench, elsewhere)
      await replies.send((await replies.draft(reply)).id, reply)
      expect(await bench.listReplies()).toMatchObject([{ recipients: ['pat@vendor.test'] }])
    })

    test('F65: a line end in the subject is no line end', async () => {
      const bench = await createBench()
      const { replies } = bench.mailbox
      const subject = 'Re: hello\r\nBcc: eve@evil.test\r\n\r\nwords'
      const reply = { ...(await toReply(bench)), subject }
      await replies.send((await replies.draft(reply)).id, reply)
      expect(await bench.listReplies()).toMatchObject([{ recipients: ['pat@vendor.test'] }])
    })

    test('F3: what went out is settled as sent, and stays', async () => {
      const bench = await createBench()
      const { replies } = bench.mailbox
      const reply = await toReply(bench)
      const { id: draft } = await replies.draft(reply)
      await replies.send(draft, reply)
      expect(await replies.settle(draft)).toBe('sent')
      expect(await replies.settle(draft)).toBe('sent')
      expect(await bench.listReplies()).toHaveLength(1)
    })

    test('F3: what did not go out never will, and leaves no draft', async () => {
      const bench = await createBench()
      const { replies } = bench.mailbox
      const reply = await toReply(bench)
      const { id: draft } = await replies.draft(reply)
      expect(await replies.settle(draft)).toBe('unsent')
      expect(await bench.countDrafts()).toBe(0)
      await expect(replies.send(draft, reply)).rejects.toMatchObject({ failure: 'gone' })
      expect(await bench.listReplies()).toEqual([])
    })

    test('a draft nobody made cannot be sent', async () => {
      const bench = await createBench()
      const reply = await toReply(bench)
      await expect(bench.mailbox.replies.send('r-1' as DraftId, reply)).rejects.toMatchObject({
        failure: 'gone',
      })
    })
  })

  describe(`${name}: push`, () => {
    test('it starts, goes on, and ends', async () => {
      const { mailbox, now } = await createBench()
      const grant = await mailbox.push.renew(null)
      expect(grant.expiresAt.getTime()).toBeGreaterThan(now().getTime() + 24 * 3_600_000)
      const renewed = await mailbox.push.renew(grant)
      await mailbox.push.stop(renewed)
      await mailbox.push.stop(renewed)
      await mailbox.push.stop(null)
    })
  })
}
