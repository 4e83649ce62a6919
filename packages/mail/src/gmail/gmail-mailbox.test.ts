import { describe, expect, test } from 'vitest'
import { MailError } from '../mail-error.ts'
import { describeMailboxFaults } from '../testing/conformance/mailbox-faults.ts'
import {
  listAllChanges,
  renewPush,
  toRawMessage,
  toReply,
} from '../testing/conformance/mailbox-harness.ts'
import { describeReplies } from '../testing/conformance/mailbox-replies.ts'
import { describeSearch } from '../testing/conformance/mailbox-search.ts'
import { describeMailbox } from '../testing/conformance/mailbox.ts'
import { createFakeGoogle, push } from '../testing/fake-google.ts'
import { createGmailHarness, toRefusal } from '../testing/gmail-harness.ts'

describeMailbox('Gmail', () => createGmailHarness(createFakeGoogle()))
describeSearch('Gmail', () => createGmailHarness(createFakeGoogle()))
describeReplies('Gmail that keeps Message-IDs on sending', () =>
  createGmailHarness(createFakeGoogle({ quirks: { replacedMessageIds: false } })),
)
describeMailboxFaults('Gmail', () => createGmailHarness(createFakeGoogle()))

describe('Gmail only', () => {
  test('reads hundreds of messages without exceeding the quota', async () => {
    const google = createFakeGoogle()
    const { mailbox, deliver } = await createGmailHarness(google)
    const id = await deliver(toRawMessage())
    for (let count = 0; count < 350; count++) await mailbox.loadMessage(id)
    const { requests } = google.world.record
    expect(requests.filter(({ status }) => status === 429)).toEqual([])
    expect(google.world.record.unitsSpent('ann@own.test')).toBe(350 * 20)
  })

  test('reads hundreds of messages in batches without exceeding the quota', async () => {
    const google = createFakeGoogle()
    const { mailbox, deliver } = await createGmailHarness(google)
    const ids = []
    while (ids.length < 20) ids.push(await deliver(toRawMessage()))
    for (let count = 0; count < 18; count++)
      for (const one of (await mailbox.loadMessages(ids)).values())
        expect(one).not.toBeInstanceOf(MailError)
    expect(google.world.record.unitsSpent('ann@own.test')).toBe(18 * 20 * 20)
  })

  test('misses no message that arrives while the inbox is listed', async () => {
    const google = createFakeGoogle()
    const delivered: string[] = []
    // A message arrives after each answer, so one also arrives between the profile and the list.
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await google.fetch(input, init)
      if (new Request(input, init).url.includes('/gmail/v1/'))
        delivered.push(google.world.deliver(toRawMessage(), google.store.address).id)
      return response
    }
    const transport = { ...google.transport, fetch }
    const { mailbox } = await createGmailHarness({ ...google, transport })
    const { ids, cursor } = await mailbox.listInbox({ limit: 10 })
    const beforeChanges = [...delivered]
    const { arrived } = await listAllChanges(mailbox, cursor)
    expect(beforeChanges.length).toBeGreaterThan(1)
    expect([...ids, ...arrived]).toEqual(expect.arrayContaining(beforeChanges))
  })

  test('checking a mailbox without changes costs two units', async () => {
    const google = createFakeGoogle()
    const { mailbox } = await createGmailHarness(google)
    const { cursor } = await mailbox.listInbox({ limit: 1 })
    const before = google.world.record.unitsSpent('ann@own.test')
    await mailbox.listChanges(cursor)
    expect(google.world.record.unitsSpent('ann@own.test') - before).toBe(2)
  })

  test('splits many changes over several calls and lists none twice', async () => {
    const google = createFakeGoogle()
    const { mailbox } = await createGmailHarness(google)
    const { cursor } = await mailbox.listInbox({ limit: 1 })
    const raw = toRawMessage()
    for (let count = 0; count < 5_600; count++) google.store.add({ raw })
    expect(await mailbox.listChanges(cursor)).toMatchObject({ hasMore: true })
    const { arrived } = await listAllChanges(mailbox, cursor)
    expect([arrived.length, new Set(arrived).size]).toEqual([5_600, 5_600])
  })

  test('lists an inbox of several pages', async () => {
    const google = createFakeGoogle()
    const { mailbox } = await createGmailHarness(google)
    const raw = toRawMessage()
    for (let count = 0; count < 600; count++) google.store.add({ raw })
    const { ids } = await mailbox.listInbox({ limit: 1_000 })
    expect([ids.length, new Set(ids).size]).toEqual([600, 600])
  })

  test('after several pages of changes, the cursor is the last change that was listed', async () => {
    const google = createFakeGoogle()
    const { cursor } = await (await createGmailHarness(google)).mailbox.listInbox({ limit: 1 })
    const raw = toRawMessage()
    for (let count = 0; count < 600; count++) google.store.add({ raw })
    const lastListed = `${google.store.newestChangeId}s`
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const call = new Request(input, init)
      // The last page no longer contains this message, but its history id is newer already.
      if (new URL(call.url).searchParams.has('pageToken')) {
        const page = (await (await google.fetch(call)).json()) as object
        google.store.add({ raw })
        return Response.json({ ...page, historyId: String(google.store.newestChangeId) })
      }
      return google.fetch(call)
    }
    const { mailbox } = await createGmailHarness({
      ...google,
      transport: { ...google.transport, fetch },
    })
    expect(await mailbox.listChanges(cursor)).toMatchObject({ cursor: lastListed, hasMore: false })
  })

  test('the cursor only grows, even for ids beyond the largest safe number', async () => {
    const { mailbox, deliver } = await createGmailHarness(createFakeGoogle())
    let { cursor } = await mailbox.listInbox({ limit: 1 })
    const toHistoryId = (text: string) => BigInt(text.replace(/s$/, ''))
    expect(toHistoryId(cursor)).toBeGreaterThan(2n ** 63n)
    for (let count = 0; count < 5; count++) {
      await deliver(toRawMessage())
      const { cursor: next } = await listAllChanges(mailbox, cursor)
      expect(toHistoryId(next)).toBeGreaterThan(toHistoryId(cursor))
      cursor = next
    }
  })

  test('two processes that set messages aside at once create one label', async () => {
    const google = createFakeGoogle()
    const first = await createGmailHarness(google)
    const second = await createGmailHarness(google)
    const ids = await Promise.all(Array.from({ length: 20 }, () => first.deliver(toRawMessage())))
    await Promise.all(
      ids.map((id, index) => (index % 2 ? first : second).mailbox.move(id, 'set-aside')),
    )
    expect(await first.countSetAsideFolders()).toBe(1)
  })

  test('a token that is refused twice is an outage, not revoked access', async () => {
    const { mailbox, deliver, fail, countCalls } = await createGmailHarness(createFakeGoogle())
    const id = await deliver(toRawMessage())
    fail('token-refused', 'reading', 100)
    await expect(mailbox.loadMessage(id)).rejects.toMatchObject({ failure: 'unavailable' })
    expect(countCalls('reading')).toBeLessThanOrEqual(8)
  })

  test('retries a 403 that is a rate limit', async () => {
    const { mailbox, deliver, fail } = await createGmailHarness(createFakeGoogle())
    const id = await deliver(toRawMessage())
    fail(toRefusal(403, 'userRateLimitExceeded'), 'reading')
    expect(await mailbox.loadMessage(id)).toMatchObject({ id })
  })

  test('a reply joins the thread of the message it answers', async () => {
    const google = createFakeGoogle({ quirks: { replacedMessageIds: false } })
    const harness = await createGmailHarness(google)
    const { replies } = harness.mailbox
    const reply = await toReply(harness)
    const draft = await replies.createDraft(reply)
    const { rfcMessageId } = await replies.sendDraft(draft.id, reply)
    expect(rfcMessageId).toBe(`<${reply.claimId}@own.test>`)
    expect(draft.rfcMessageId).toBe(rfcMessageId)
    expect([...google.store.list('sent')]).toMatchObject([{ threadId: reply.threadId }])
  })

  test('a sent reply counts as sent even if its new Message-ID cannot be read', async () => {
    const google = createFakeGoogle()
    const harness = await createGmailHarness(google)
    const { replies } = harness.mailbox
    const reply = await toReply(harness)
    const { id: draft } = await replies.createDraft(reply)
    google.world.faults.push({
      provider: 'google',
      match: ({ url }) => url.includes('/messages/'),
      effect: 'server-error',
      times: 100,
    })
    expect(await replies.sendDraft(draft, reply)).toEqual({
      rfcMessageId: `<${reply.claimId}@own.test>`,
    })
    expect(await harness.listReplies()).toHaveLength(1)
  })

  test('a draft that is sent while it is resolved counts as sent', async () => {
    const harness = await createGmailHarness(createFakeGoogle())
    const { replies } = harness.mailbox
    const { id: draft } = await replies.createDraft(await toReply(harness))
    harness.fail(toRefusal(404, 'notFound'), 'writing')
    expect(await replies.resolveDraft(draft)).toBe('sent')
  })

  test('ignores messages that users send to themselves', async () => {
    const google = createFakeGoogle()
    const { mailbox } = await createGmailHarness(google)
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    google.store.add({ raw: toRawMessage({ from: 'ann@own.test' }), folders: ['sent', 'inbox'] })
    expect((await mailbox.listInbox({ limit: 10 })).ids).toEqual([])
    expect((await listAllChanges(mailbox, cursor)).arrived).toEqual([])
  })

  test('push covers the inbox only, and stops', async () => {
    const google = createFakeGoogle()
    const { mailbox, deliver, passTime } = await createGmailHarness(google)
    const subscription = await renewPush(mailbox)
    expect(subscription).toEqual({
      id: push.topic,
      expiresAt: new Date(google.clock.now().getTime() + 7 * 24 * 3_600_000),
    })
    const { notifications, watchEnds } = google.world.record
    await deliver(toRawMessage(), 'junk')
    await passTime(1)
    expect(notifications).toEqual([])
    await deliver(toRawMessage())
    await passTime(1)
    expect(notifications).toHaveLength(1)
    await mailbox.push.stop(subscription)
    expect(watchEnds).toHaveLength(1)
  })
})
