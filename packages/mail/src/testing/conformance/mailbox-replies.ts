import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { renewPush, toReply, type MailboxHarness } from './mailbox-harness.ts'
import type { DraftId } from '../../mailbox.ts'

/** `replies` and `push`. */
export function describeReplies(name: string, createHarness: () => Promise<MailboxHarness>): void {
  describe(`${name}: replies`, () => {
    test('createDraft sends nothing', async () => {
      const harness = await createHarness()
      await harness.mailbox.replies.createDraft(await toReply(harness))
      expect(await harness.countDrafts()).toBe(1)
      expect(await harness.listReplies()).toEqual([])
    })

    test('sendDraft sends the reply once, to its recipient only, with our header', async () => {
      const harness = await createHarness()
      const { replies } = harness.mailbox
      const reply = await toReply(harness)
      const { rfcMessageId } = await replies.sendDraft((await replies.createDraft(reply)).id, reply)
      expect(await harness.listReplies()).toEqual([
        {
          recipients: ['pat@vendor.test'],
          rfcMessageId,
          text: expect.stringContaining('Grüße') as string,
          claimId: reply.claimId,
        },
      ])
      expect(await harness.countDrafts()).toBe(0)
    })

    test('ignores the Reply-To of the message it answers', async () => {
      const harness = await createHarness()
      const { replies } = harness.mailbox
      const elsewhere = {
        headers: ['Message-ID: <1@vendor.test>', 'Reply-To: a@spy.test, b@spy.test'],
      }
      const reply = await toReply(harness, elsewhere)
      await replies.sendDraft((await replies.createDraft(reply)).id, reply)
      expect(await harness.listReplies()).toMatchObject([{ recipients: ['pat@vendor.test'] }])
    })

    test('a line break in the subject adds no header', async () => {
      const harness = await createHarness()
      const { replies } = harness.mailbox
      const subject = 'Re: hello\r\nBcc: eve@evil.test\r\n\r\nwords'
      const reply = { ...(await toReply(harness)), subject }
      await replies.sendDraft((await replies.createDraft(reply)).id, reply)
      expect(await harness.listReplies()).toMatchObject([{ recipients: ['pat@vendor.test'] }])
    })

    test('resolveDraft returns sent for a sent reply, which stays', async () => {
      const harness = await createHarness()
      const { replies } = harness.mailbox
      const reply = await toReply(harness)
      const { id: draft } = await replies.createDraft(reply)
      await replies.sendDraft(draft, reply)
      expect(await replies.resolveDraft(draft)).toBe('sent')
      expect(await replies.resolveDraft(draft)).toBe('sent')
      expect(await harness.listReplies()).toHaveLength(1)
    })

    test('resolveDraft deletes an unsent draft, which can then not be sent', async () => {
      const harness = await createHarness()
      const { replies } = harness.mailbox
      const reply = await toReply(harness)
      const { id: draft } = await replies.createDraft(reply)
      expect(await replies.resolveDraft(draft)).toBe('unsent')
      expect(await harness.countDrafts()).toBe(0)
      await expect(replies.sendDraft(draft, reply)).rejects.toMatchObject({ failure: 'gone' })
      expect(await harness.listReplies()).toEqual([])
    })

    test('discardDraft deletes an unsent draft by its claim, and nothing else', async () => {
      const harness = await createHarness()
      const { replies } = harness.mailbox
      const sent = await toReply(harness)
      await replies.sendDraft((await replies.createDraft(sent)).id, sent)
      const inReplyTo = '<2@vendor.test>'
      const answered = await toReply(harness, { headers: [`Message-ID: ${inReplyTo}`] })
      const reply = { ...answered, inReplyTo, claimId: randomUUID() }
      await replies.discardDraft(reply)
      await harness.createDraftAsUser('ann@example.com')
      const before = await harness.countDrafts()
      await replies.createDraft(reply)
      await replies.discardDraft(sent)
      expect(await harness.countDrafts()).toBe(before + 1)
      await replies.discardDraft(reply)
      expect(await harness.countDrafts()).toBe(before)
      expect(await harness.listReplies()).toHaveLength(1)
    })

    test('sendDraft fails with gone for an unknown draft', async () => {
      const harness = await createHarness()
      const reply = await toReply(harness)
      await expect(
        harness.mailbox.replies.sendDraft('r-1' as DraftId, reply),
      ).rejects.toMatchObject({
        failure: 'gone',
      })
    })
  })

  describe(`${name}: push`, () => {
    test('starts, is renewed and stops, and stop can be repeated', async () => {
      const { mailbox, now } = await createHarness()
      const subscription = await renewPush(mailbox)
      expect(subscription.expiresAt.getTime()).toBeGreaterThan(now().getTime() + 24 * 3_600_000)
      const renewed = await renewPush(mailbox, subscription)
      await mailbox.push.stop(renewed)
      await mailbox.push.stop(renewed)
      await mailbox.push.stop(null)
    })
  })
}
