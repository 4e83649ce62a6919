import { describe, expect, test } from 'vitest'
import {
  listAllChanges,
  listAllSent,
  toRawMessage,
  toReply,
  type MailboxHarness,
} from './mailbox-harness.ts'
import type { Changes, SentMessage } from '../../mailbox.ts'

/** `listSent`, `countSent`, and what `listChanges` says about sent messages. */
export function describeSent(name: string, createHarness: () => Promise<MailboxHarness>): void {
  describe(`${name}: listSent`, () => {
    test('lists the newest first, with every recipient in comparable form', async () => {
      const { mailbox, sendAsUser, passTime, now } = await createHarness()
      expect(await mailbox.listSent(null)).toEqual({ messages: [], next: null })
      await sendAsUser({
        to: 'Ann <Ann@EXAMPLE.com>, "Lee, Kim" <kim@example.com>',
        cc: 'cc@example.com',
        bcc: 'Bcc@Example.com',
        rfcMessageId: '<1@own.test>',
      })
      const sentAt = now()
      await passTime(60_000)
      await sendAsUser({ to: 'ann@example.com', rfcMessageId: '<2@own.test>' })
      const [second, first, ...more] = await listAllSent(mailbox)
      expect(more).toEqual([])
      expect(second).toMatchObject({
        rfcMessageId: '<2@own.test>',
        recipients: ['ann@example.com'],
      })
      expect(first?.rfcMessageId).toBe('<1@own.test>')
      expect(new Set(first?.recipients)).toEqual(
        new Set(['ann@example.com', 'kim@example.com', 'cc@example.com', 'bcc@example.com']),
      )
      expect(Math.abs((first?.sentAt.getTime() ?? 0) - sentAt.getTime())).toBeLessThan(2000)
    })

    test('all pages together have every message, newest first', async () => {
      const harness = await createHarness()
      const sent = await sendMany(harness, 130)
      const listed = await listAllSent(harness.mailbox)
      expect(toRfcMessageIds(listed)).toEqual(new Set(sent))
      const times = listed.map(({ sentAt }) => sentAt.getTime())
      expect(times).toEqual(times.toSorted((one, other) => other - one))
      expect(await harness.mailbox.countSent()).toBe(130)
    })

    test('misses none if the user sends and deletes messages between two pages', async () => {
      const harness = await createHarness()
      const { mailbox } = harness
      const sent = await sendMany(harness, 130)
      const { messages, next } = await mailbox.listSent(null)
      const listed = messages.flatMap(({ rfcMessageId }) => rfcMessageId ?? [])
      for (const rfcMessageId of listed.slice(0, 7)) await harness.deleteSentAsUser(rfcMessageId)
      await harness.sendAsUser({ to: 'new@example.com', rfcMessageId: '<new@own.test>' })
      const rest = next === null ? [] : await listAllSent(mailbox, next)
      expect(toRfcMessageIds([...messages, ...rest])).toEqual(new Set(sent))
    })

    test('misses none of many messages that were sent in the same second', async () => {
      const harness = await createHarness()
      const ids = Array.from({ length: 70 }, (_, index) => `<${index}@own.test>`)
      await harness.sendAsUser({ to: 'ann@example.com', rfcMessageId: '<early@own.test>' })
      await harness.passTime(5000)
      for (const rfcMessageId of ids)
        await harness.sendAsUser({ to: 'ann@example.com', rfcMessageId })
      expect(toRfcMessageIds(await listAllSent(harness.mailbox))).toEqual(
        new Set([...ids, '<early@own.test>']),
      )
    })

    test('leaves out received messages and drafts', async () => {
      const { mailbox, deliver, createDraftAsUser } = await createHarness()
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      await deliver(toRawMessage())
      await createDraftAsUser('pat@vendor.test')
      expect(await listAllSent(mailbox)).toEqual([])
      expect(await listAllChanges(mailbox, cursor)).toMatchObject({ sent: [] })
    })

    test.each([0, 60_000])(
      'tells what Doorman sent from what the user sent, even if it appears %i ms later',
      async (lateByMs) => {
        const harness = await createHarness()
        const { mailbox } = harness
        harness.delaySentCopies(lateByMs)
        const reply = await toReply(harness)
        const { cursor } = await mailbox.listInbox({ limit: 10 })
        await mailbox.replies.sendDraft((await mailbox.replies.createDraft(reply)).id, reply)
        expect(toByUser(await listAllSent(mailbox))).toEqual([])
        const before = await listAllChanges(mailbox, cursor)
        expect(toByUser(before.sent)).toEqual([])
        await harness.passTime(lateByMs + 1000)
        expect(toByUser(await listAllSent(mailbox))).toEqual([])
        const after = await listAllChanges(mailbox, before.cursor)
        expect(toByUser(after.sent)).toEqual([])
        await harness.sendAsUser({ to: reply.to, rfcMessageId: '<2@own.test>' })
        const sent = [{ rfcMessageId: '<2@own.test>' }]
        expect(toByUser(await listAllSent(mailbox))).toMatchObject(sent)
        expect(await listAllChanges(mailbox, after.cursor)).toMatchObject({
          sent: [{ rfcMessageId: '<2@own.test>' }],
        })
      },
    )
  })

  describe(`${name}: listChanges of sent messages`, () => {
    test('lists what the user sent since the cursor, with every recipient', async () => {
      const { mailbox, sendAsUser, passTime } = await createHarness()
      await sendAsUser({ to: 'early@example.com', rfcMessageId: '<early@own.test>' })
      await passTime(3_600_000)
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      expect(await listAllChanges(mailbox, cursor)).toMatchObject({ sent: [] })
      const first = { to: 'Ann@Example.com', cc: 'cc@example.com', rfcMessageId: '<1@own.test>' }
      await sendAsUser(first)
      const changes = await listAllChanges(mailbox, cursor)
      expect(changes.sent).toMatchObject([
        { rfcMessageId: '<1@own.test>', recipients: ['ann@example.com', 'cc@example.com'] },
      ])
      expect(await listAllChanges(mailbox, cursor)).toMatchObject({ sent: changes.sent })
      await sendAsUser({ to: 'kim@example.com', rfcMessageId: '<2@own.test>' })
      expect(await listAllChanges(mailbox, changes.cursor)).toMatchObject({
        sent: [{ rfcMessageId: '<2@own.test>' }],
      })
    })

    test('lists many at once, or says that listSent has to be called', async () => {
      const harness = await createHarness()
      const { mailbox } = harness
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      const ids = await sendMany(harness, 130)
      const { sent, cursor: next } = await listAllChanges(mailbox, cursor)
      const listed = sent === 'list-again' ? await listAllSent(mailbox) : sent
      expect(toRfcMessageIds(listed)).toEqual(new Set(ids))
      await harness.sendAsUser({ to: 'kim@example.com', rfcMessageId: '<2@own.test>' })
      expect(await listAllChanges(mailbox, next)).toMatchObject({
        sent: [{ rfcMessageId: '<2@own.test>' }],
      })
    })

    test('after a lost cursor, listSent finds what was sent since then', async () => {
      const harness = await createHarness()
      const { mailbox } = harness
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      await harness.sendAsUser({ to: 'ann@example.com', rfcMessageId: '<1@own.test>' })
      await harness.forgetChanges()
      const changes = await mailbox.listChanges(cursor)
      expect(changes === 'cursor-lost' || changes.sent === 'list-again').toBe(true)
      const again = await mailbox.listInbox({ limit: 10 })
      await harness.sendAsUser({ to: 'kim@example.com', rfcMessageId: '<2@own.test>' })
      const { sent } = await listAllChanges(mailbox, again.cursor)
      expect(sent).toContainEqual(expect.objectContaining({ rfcMessageId: '<2@own.test>' }))
      expect(toRfcMessageIds(await listAllSent(mailbox))).toContain('<1@own.test>')
    })
  })
}

/** Sends messages, a second apart. */
async function sendMany(harness: MailboxHarness, count: number): Promise<readonly string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const rfcMessageId = `<many-${index}@own.test>`
    await harness.passTime(1000)
    await harness.sendAsUser({ to: `person-${index}@example.com`, rfcMessageId })
    ids.push(rfcMessageId)
  }
  return ids
}

function toByUser(sent: Changes['sent']): Changes['sent'] {
  return sent === 'list-again' ? sent : sent.filter(({ claimId }) => claimId === null)
}

function toRfcMessageIds(messages: readonly SentMessage[]): ReadonlySet<string> {
  return new Set(messages.flatMap(({ rfcMessageId }) => rfcMessageId ?? []))
}
