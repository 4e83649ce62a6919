import { describe, expect, test } from 'vitest'
import { productName, replyMarker } from '@doorman/domain/brand'
import type { MailStore } from '@doorman/simulators/world/mail-store'
import { toRecipients } from '@doorman/simulators/world/world'
import { readHeaders } from '@doorman/simulators/world/mime'
import type { FaultEffect } from '@doorman/simulators/world/faults'
import {
  describeMailboxFaults,
  type CallKind,
  type Fault,
  type FaultyBench,
} from '../mailbox-faults.conformance.ts'
import { follow, toMail, toReply } from '../mailbox-bench.conformance.ts'
import { describeMailbox } from '../mailbox.conformance.ts'
import type { MailId } from '../mailbox.ts'
import { parseMime } from '../parse-mime.ts'
import { connect, createFakeGoogle, push, type FakeGoogle } from './fake-google.ts'
import { createGmailMailbox } from './gmail-mailbox.ts'

describeMailbox('Gmail', () => createBench(createFakeGoogle()))
describeMailbox('Gmail, where Message-IDs are kept', () =>
  createBench(createFakeGoogle({ keepsMessageIds: true })),
)
describeMailboxFaults('Gmail', () => createBench(createFakeGoogle()))

describe('Gmail alone', () => {
  test('F34: hundreds of mails are read without once passing the quota', async () => {
    const google = createFakeGoogle()
    const { mailbox, deliver } = await createBench(google)
    const id = await deliver(toMail())
    for (let count = 0; count < 700; count++) await mailbox.loadMail(id)
    const { requests } = google.world.record
    expect(requests.filter(({ status }) => status === 429)).toEqual([])
    expect(google.world.record.unitsSpent('ann@own.test')).toBe(700 * 20)
  })

  test('a sweep of a quiet mailbox costs two units', async () => {
    const google = createFakeGoogle()
    const { mailbox } = await createBench(google)
    const { cursor } = await mailbox.listInbox({ limit: 1 })
    const before = google.world.record.unitsSpent('ann@own.test')
    await mailbox.listChanges(cursor)
    expect(google.world.record.unitsSpent('ann@own.test') - before).toBe(2)
  })

  test('F38: what is too much for one call comes with the next, and nothing twice', async () => {
    const google = createFakeGoogle()
    const { mailbox } = await createBench(google)
    const { cursor } = await mailbox.listInbox({ limit: 1 })
    const raw = toMail()
    for (let count = 0; count < 5_600; count++) google.store.add({ raw })
    expect(await mailbox.listChanges(cursor)).toMatchObject({ hasMore: true })
    const { arrived } = await follow(mailbox, cursor)
    expect([arrived.length, new Set(arrived).size]).toEqual([5_600, 5_600])
  })

  test('F14: the cursor never goes back, although Gmail’s ids are beyond what a number holds', async () => {
    const { mailbox, deliver } = await createBench(createFakeGoogle())
    let { cursor } = await mailbox.listInbox({ limit: 1 })
    expect(BigInt(cursor)).toBeGreaterThan(2n ** 63n)
    for (let count = 0; count < 5; count++) {
      await deliver(toMail())
      const { cursor: next } = await follow(mailbox, cursor)
      expect(BigInt(next)).toBeGreaterThan(BigInt(cursor))
      cursor = next
    }
  })

  test('F30: two processes make one label', async () => {
    const google = createFakeGoogle()
    const one = await createBench(google)
    const other = await createBench(google)
    const ids = await Promise.all(Array.from({ length: 20 }, () => one.deliver(toMail())))
    await Promise.all(
      ids.map((id, index) => (index % 2 ? one : other).mailbox.move(id, 'set-aside')),
    )
    expect(await one.countOwnPlaces()).toBe(1)
  })

  test('F21: a token refused twice is Google’s trouble, and disconnects nobody', async () => {
    const { mailbox, deliver, fail, countCalls } = await createBench(createFakeGoogle())
    const id = await deliver(toMail())
    fail('token-refused', 'reading', 100)
    await expect(mailbox.loadMail(id)).rejects.toMatchObject({ failure: 'unavailable' })
    expect(countCalls('reading')).toBeLessThanOrEqual(8)
  })

  test('F25: a 403 may be a matter of time', async () => {
    const { mailbox, deliver, fail } = await createBench(createFakeGoogle())
    const id = await deliver(toMail())
    fail(toRefusal(403, 'userRateLimitExceeded'), 'reading')
    expect(await mailbox.loadMail(id)).toMatchObject({ id })
  })

  test('a reply joins the thread of the mail it answers', async () => {
    const google = createFakeGoogle({ keepsMessageIds: true })
    const bench = await createBench(google)
    const { replies } = bench.mailbox
    const reply = await toReply(bench)
    const draft = await replies.draft(reply)
    const { messageId } = await replies.send(draft.id, reply)
    expect(messageId).toBe(`<${reply.claimId}@own.test>`)
    expect(draft.messageId).toBe(messageId)
    expect([...google.store.list('sent')]).toMatchObject([{ threadId: reply.threadId }])
  })

  test('a reply that went out is not lost for want of its new Message-ID', async () => {
    const google = createFakeGoogle()
    const bench = await createBench(google)
    const { replies } = bench.mailbox
    const reply = await toReply(bench)
    const { id: draft } = await replies.draft(reply)
    google.world.faults.push({
      provider: 'google',
      match: ({ url }) => url.includes('/messages/'),
      make: 'server-error',
      times: 100,
    })
    expect(await replies.send(draft, reply)).toEqual({ messageId: `<${reply.claimId}@own.test>` })
    expect(await bench.listReplies()).toHaveLength(1)
  })

  test('a draft that goes out while it is settled is found sent', async () => {
    const bench = await createBench(createFakeGoogle())
    const { replies } = bench.mailbox
    const { id: draft } = await replies.draft(await toReply(bench))
    bench.fail(toRefusal(404, 'notFound'), 'writing')
    expect(await replies.settle(draft)).toBe('sent')
  })

  test('F33: what users write to themselves is in their inbox, and not for us', async () => {
    const google = createFakeGoogle()
    const { mailbox } = await createBench(google)
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    google.store.add({ raw: toMail({ from: 'ann@own.test' }), places: ['sent', 'inbox'] })
    expect((await mailbox.listInbox({ limit: 10 })).ids).toEqual([])
    expect((await follow(mailbox, cursor)).arrived).toEqual([])
  })

  test('push is for the inbox, and ends when told', async () => {
    const google = createFakeGoogle()
    const { mailbox, deliver, passTime } = await createBench(google)
    const grant = await mailbox.push.renew(null)
    expect(grant).toEqual({
      id: push.topic,
      expiresAt: new Date(google.clock.now().getTime() + 7 * 24 * 3_600_000),
    })
    const { notifications, watchEnds } = google.world.record
    await deliver(toMail(), 'junk')
    await passTime(1)
    expect(notifications).toEqual([])
    await deliver(toMail())
    await passTime(1)
    expect(notifications).toHaveLength(1)
    await mailbox.push.stop(grant)
    expect(watchEnds).toHaveLength(1)
  })
})

async function createBench(google: FakeGoogle): Promise<FaultyBench> {
  const { world, store, wire, baseUrl, virtualClock } = google
  const tokens = await connect(google)
  const mailbox = createGmailMailbox({ ...wire, tokens, apiUrl: baseUrl, pushTopic: push.topic })
  const tokenCalls = world.record.requests.filter(({ url }) => url === '/token').length
  const ownLabel = () => store.userPlaces.find(({ name }) => name === productName)?.id ?? ''
  return {
    mailbox,
    addresses: ['ann@own.test', 'sales@own.test'],
    now: () => virtualClock.now(),
    deliver: async (raw, place = 'inbox') => {
      await virtualClock.advance(1000)
      return world.deliver(raw, store.address, { places: [place] }).id as MailId
    },
    look: async (id) => {
      const mail = store.find(id)
      return mail ? { place: toPlace(mail.places, ownLabel()), isRead: mail.isRead } : null
    },
    moveByHand: async (id, to) => {
      const places = { elsewhere: 'archive', 'set-aside': ownLabel() } as Record<string, string>
      store.move(id, places[to] ?? to)
    },
    deleteByHand: async (id) => store.remove(id),
    sendByHand: async ({ to, messageId }) => addOwn(store, 'sent', to, messageId),
    draftByHand: async (to) => addOwn(store, 'drafts', to, '<draft@own.test>'),
    forgetChanges: async () => store.forgetChanges(),
    listReplies: () => Promise.all(world.record.sends.map(({ raw }) => toSentReply(raw))),
    countDrafts: async () => [...store.list('drafts')].length,
    fail: (fault, kind, times = 1) =>
      world.faults.push({
        provider: 'google',
        match: (asked) => toKind(asked.method, new URL(asked.url).pathname) === kind,
        times,
        make: toEffect(fault),
      }),
    heal: () => world.faults.clear(),
    countCalls: (kind) =>
      world.record.requests.filter(
        ({ method, url }) => toKind(method, url.split('?')[0] ?? '') === kind,
      ).length - (kind === 'refreshing' ? tokenCalls : 0),
    passTime: (ms) => virtualClock.advance(ms),
    endAccess: async () => store.endAccess('revoked'),
    countOwnPlaces: async () => store.userPlaces.filter(({ name }) => name === productName).length,
    deleteOwnPlace: async () => store.removeUserPlace(ownLabel()),
    renameOwnPlace: async () => store.putUserPlace({ id: ownLabel(), name: 'Sales' }),
  }
}

/** Gmail's words for what the plan of faults has no word for. */
function toEffect(fault: Fault): FaultEffect {
  if (fault === 'token-refused') return toRefusal(401, 'authError')
  if (fault === 'permission-missing') return toRefusal(403, 'insufficientPermissions')
  return fault
}

function toRefusal(code: number, reason: string): FaultEffect {
  const message = 'Dear Ann, about your order'
  return { status: code, body: { error: { code, message, errors: [{ message, reason }] } } }
}

function toKind(method: string, path: string): CallKind | null {
  if (path === '/token') return 'refreshing'
  if (!path.startsWith('/gmail/')) return null
  if (method === 'GET') return 'reading'
  return path.endsWith('/send') ? 'sending' : 'writing'
}

function toPlace(places: ReadonlySet<string>, ownLabel: string) {
  if (places.has('bin') || places.has('junk')) return places.has('bin') ? 'bin' : 'junk'
  if (places.has('inbox')) return 'inbox'
  return places.has(ownLabel) ? 'set-aside' : 'elsewhere'
}

function addOwn(store: MailStore, place: string, to: string, messageId: string): void {
  const raw = toMail({ from: store.address, headers: [`Message-ID: ${messageId}`] })
  const addressed = raw.toString().replace(/^To: .*$/m, `To: ${to}`)
  store.add({ raw: Buffer.from(addressed), places: [place], isRead: true })
}

async function toSentReply(raw: Uint8Array) {
  const parsed = await parseMime(raw)
  if (parsed === 'unreadable') throw new Error('unreadable')
  return {
    recipients: [...toRecipients(readHeaders(raw))],
    messageId: parsed.messageId ?? '',
    text: parsed.message.body.text ?? '',
    claimId: parsed.message.headers.get(replyMarker) ?? null,
  }
}
