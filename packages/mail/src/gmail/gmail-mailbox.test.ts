import { describe, expect, test } from 'vitest'
import { productName, replyMarker } from '@doorman/domain/brand'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import { toRecipients } from '@doorman/simulators/world/world'
import { readHeaders } from '@doorman/simulators/world/message/mime'
import type { FaultEffect } from '@doorman/simulators/world/faults'
import {
  describeMailboxFaults,
  type CallKind,
  type Fault,
  type FaultyMailboxHarness,
} from '../testing/conformance/mailbox-faults.ts'
import { listAllChanges, toRawMessage, toReply } from '../testing/conformance/mailbox-harness.ts'
import { describeMailbox } from '../testing/conformance/mailbox.ts'
import type { ProviderMessageId } from '../mailbox.ts'
import { parseMime } from '../mime/parse-mime.ts'
import { connect, createFakeGoogle, push, type FakeGoogle } from '../testing/fake-google.ts'
import { createGmailMailbox } from './gmail-mailbox.ts'

describeMailbox('Gmail', () => createHarness(createFakeGoogle()))
describeMailbox('Gmail that keeps Message-IDs on sending', () =>
  createHarness(createFakeGoogle({ keepsMessageIds: true })),
)
describeMailboxFaults('Gmail', () => createHarness(createFakeGoogle()))

describe('Gmail only', () => {
  test('reads hundreds of messages without exceeding the quota', async () => {
    const google = createFakeGoogle()
    const { mailbox, deliver } = await createHarness(google)
    const id = await deliver(toRawMessage())
    for (let count = 0; count < 700; count++) await mailbox.loadMessage(id)
    const { requests } = google.world.record
    expect(requests.filter(({ status }) => status === 429)).toEqual([])
    expect(google.world.record.unitsSpent('ann@own.test')).toBe(700 * 20)
  })

  test('misses no message that arrives while the inbox is listed', async () => {
    const google = createFakeGoogle()
    const delivered: string[] = []
    // A message arrives after each answer, so also between the profile and the list.
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await google.fetch(input, init)
      if (new Request(input, init).url.includes('/gmail/v1/'))
        delivered.push(google.world.deliver(toRawMessage(), google.store.address).id)
      return response
    }
    const transport = { ...google.transport, fetch }
    const { mailbox } = await createHarness({ ...google, transport })
    const { ids, cursor } = await mailbox.listInbox({ limit: 10 })
    const beforeChanges = [...delivered]
    const { arrived } = await listAllChanges(mailbox, cursor)
    expect(beforeChanges.length).toBeGreaterThan(1)
    expect([...ids, ...arrived]).toEqual(expect.arrayContaining(beforeChanges))
  })

  test('checking a mailbox without changes costs two units', async () => {
    const google = createFakeGoogle()
    const { mailbox } = await createHarness(google)
    const { cursor } = await mailbox.listInbox({ limit: 1 })
    const before = google.world.record.unitsSpent('ann@own.test')
    await mailbox.listChanges(cursor)
    expect(google.world.record.unitsSpent('ann@own.test') - before).toBe(2)
  })

  test('splits many changes over several calls and lists none twice', async () => {
    const google = createFakeGoogle()
    const { mailbox } = await createHarness(google)
    const { cursor } = await mailbox.listInbox({ limit: 1 })
    const raw = toRawMessage()
    for (let count = 0; count < 5_600; count++) google.store.add({ raw })
    expect(await mailbox.listChanges(cursor)).toMatchObject({ hasMore: true })
    const { arrived } = await listAllChanges(mailbox, cursor)
    expect([arrived.length, new Set(arrived).size]).toEqual([5_600, 5_600])
  })

  test('lists an inbox of several pages', async () => {
    const google = createFakeGoogle()
    const { mailbox } = await createHarness(google)
    const raw = toRawMessage()
    for (let count = 0; count < 600; count++) google.store.add({ raw })
    const { ids } = await mailbox.listInbox({ limit: 1_000 })
    expect([ids.length, new Set(ids).size]).toEqual([600, 600])
  })

  test('after several pages of changes, the cursor is the last change that was listed', async () => {
    const google = createFakeGoogle()
    const { cursor } = await (await createHarness(google)).mailbox.listInbox({ limit: 1 })
    const raw = toRawMessage()
    for (let count = 0; count < 600; count++) google.store.add({ raw })
    const lastListed = String(google.store.newestChangeId)
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
    const { mailbox } = await createHarness({
      ...google,
      transport: { ...google.transport, fetch },
    })
    expect(await mailbox.listChanges(cursor)).toMatchObject({ cursor: lastListed, hasMore: false })
  })

  test('the cursor only grows, also for ids beyond what a number holds', async () => {
    const { mailbox, deliver } = await createHarness(createFakeGoogle())
    let { cursor } = await mailbox.listInbox({ limit: 1 })
    expect(BigInt(cursor)).toBeGreaterThan(2n ** 63n)
    for (let count = 0; count < 5; count++) {
      await deliver(toRawMessage())
      const { cursor: next } = await listAllChanges(mailbox, cursor)
      expect(BigInt(next)).toBeGreaterThan(BigInt(cursor))
      cursor = next
    }
  })

  test('two processes create one label', async () => {
    const google = createFakeGoogle()
    const first = await createHarness(google)
    const second = await createHarness(google)
    const ids = await Promise.all(Array.from({ length: 20 }, () => first.deliver(toRawMessage())))
    await Promise.all(
      ids.map((id, index) => (index % 2 ? first : second).mailbox.move(id, 'set-aside')),
    )
    expect(await first.countSetAsideFolders()).toBe(1)
  })

  test('a token that is refused twice is an outage, not revoked access', async () => {
    const { mailbox, deliver, fail, countCalls } = await createHarness(createFakeGoogle())
    const id = await deliver(toRawMessage())
    fail('token-refused', 'reading', 100)
    await expect(mailbox.loadMessage(id)).rejects.toMatchObject({ failure: 'unavailable' })
    expect(countCalls('reading')).toBeLessThanOrEqual(8)
  })

  test('retries a 403 that is a rate limit', async () => {
    const { mailbox, deliver, fail } = await createHarness(createFakeGoogle())
    const id = await deliver(toRawMessage())
    fail(toRefusal(403, 'userRateLimitExceeded'), 'reading')
    expect(await mailbox.loadMessage(id)).toMatchObject({ id })
  })

  test('a reply joins the thread of the message it answers', async () => {
    const google = createFakeGoogle({ keepsMessageIds: true })
    const harness = await createHarness(google)
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
    const harness = await createHarness(google)
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
    const harness = await createHarness(createFakeGoogle())
    const { replies } = harness.mailbox
    const { id: draft } = await replies.createDraft(await toReply(harness))
    harness.fail(toRefusal(404, 'notFound'), 'writing')
    expect(await replies.resolveDraft(draft)).toBe('sent')
  })

  test('ignores messages that users send to themselves', async () => {
    const google = createFakeGoogle()
    const { mailbox } = await createHarness(google)
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    google.store.add({ raw: toRawMessage({ from: 'ann@own.test' }), folders: ['sent', 'inbox'] })
    expect((await mailbox.listInbox({ limit: 10 })).ids).toEqual([])
    expect((await listAllChanges(mailbox, cursor)).arrived).toEqual([])
  })

  test('push covers the inbox only, and stops', async () => {
    const google = createFakeGoogle()
    const { mailbox, deliver, passTime } = await createHarness(google)
    const subscription = await mailbox.push.renew(null)
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

async function createHarness(google: FakeGoogle): Promise<FaultyMailboxHarness> {
  const { world, store, transport, baseUrl, virtualClock } = google
  const tokens = await connect(google)
  const mailbox = createGmailMailbox({
    ...transport,
    tokens,
    apiUrl: baseUrl,
    pushTopic: push.topic,
  })
  const tokenCalls = world.record.requests.filter(({ url }) => url === '/token').length
  const setAsideLabel = () => store.userFolders.find(({ name }) => name === productName)?.id ?? ''
  return {
    mailbox,
    addresses: ['ann@own.test', 'sales@own.test'],
    now: () => virtualClock.now(),
    deliver: async (raw, location = 'inbox') => {
      await virtualClock.advance(1000)
      return world.deliver(raw, store.address, { folders: [location] }).id as ProviderMessageId
    },
    readState: async (id) => {
      const stored = store.find(id)
      if (!stored) return null
      return { location: toLocation(stored.folders, setAsideLabel()), isRead: stored.isRead }
    },
    moveAsUser: async (id, to) => {
      const folders = { elsewhere: 'archive', 'set-aside': setAsideLabel() } as Record<
        string,
        string
      >
      store.move(id, folders[to] ?? to)
    },
    deleteAsUser: async (id) => store.remove(id),
    sendAsUser: async ({ to, rfcMessageId }) => addByUser(store, 'sent', to, rfcMessageId),
    createDraftAsUser: async (to) => addByUser(store, 'drafts', to, '<draft@own.test>'),
    forgetChanges: async () => store.forgetChanges(),
    listReplies: () => Promise.all(world.record.sends.map(({ raw }) => toSentReply(raw))),
    countDrafts: async () => [...store.list('drafts')].length,
    fail: (fault, kind, times = 1) =>
      world.faults.push({
        provider: 'google',
        match: ({ method, url }) => toCallKind(method, new URL(url).pathname) === kind,
        times,
        effect: toEffect(fault),
      }),
    endFaults: () => world.faults.clear(),
    countCalls: (kind) =>
      world.record.requests.filter(
        ({ method, url }) => toCallKind(method, url.split('?')[0] ?? '') === kind,
      ).length - (kind === 'refreshing' ? tokenCalls : 0),
    passTime: (ms) => virtualClock.advance(ms),
    revokeAccess: async () => store.endAccess('revoked'),
    countSetAsideFolders: async () =>
      store.userFolders.filter(({ name }) => name === productName).length,
    deleteSetAsideFolder: async () => store.removeUserFolder(setAsideLabel()),
    renameSetAsideFolder: async () => store.putUserFolder({ id: setAsideLabel(), name: 'Sales' }),
  }
}

/** Faults that the simulator does not know, as Gmail answers them. */
function toEffect(fault: Fault): FaultEffect {
  if (fault === 'token-refused') return toRefusal(401, 'authError')
  if (fault === 'permission-missing') return toRefusal(403, 'insufficientPermissions')
  return fault
}

function toRefusal(code: number, reason: string): FaultEffect {
  const message = 'Dear Ann, about your order'
  return { status: code, body: { error: { code, message, errors: [{ message, reason }] } } }
}

function toCallKind(method: string, path: string): CallKind | null {
  if (path === '/token') return 'refreshing'
  if (!path.startsWith('/gmail/')) return null
  if (method === 'GET') return 'reading'
  return path.endsWith('/send') ? 'sending' : 'writing'
}

function toLocation(folders: ReadonlySet<string>, setAsideLabel: string) {
  if (folders.has('bin') || folders.has('junk')) return folders.has('bin') ? 'bin' : 'junk'
  if (folders.has('inbox')) return 'inbox'
  return folders.has(setAsideLabel) ? 'set-aside' : 'elsewhere'
}

function addByUser(store: MailStore, folder: string, to: string, rfcMessageId: string): void {
  const raw = toRawMessage({ from: store.address, headers: [`Message-ID: ${rfcMessageId}`] })
  const addressed = raw.toString().replace(/^To: .*$/m, `To: ${to}`)
  store.add({ raw: Buffer.from(addressed), folders: [folder], isRead: true })
}

async function toSentReply(raw: Uint8Array) {
  const parsed = await parseMime(raw)
  if (parsed === 'unreadable') throw new Error('unreadable')
  return {
    recipients: [...toRecipients(readHeaders(raw))],
    rfcMessageId: parsed.rfcMessageId ?? '',
    text: parsed.message.body.text ?? '',
    claimId: parsed.message.headers.get(replyMarker) ?? null,
  }
}
