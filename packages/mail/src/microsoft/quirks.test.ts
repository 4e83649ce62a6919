import { refusals } from '@doorman/simulators/microsoft/delta/sync-states'
import { describe, expect, test } from 'vitest'
import { callTimeoutMs } from '../mailbox.ts'
import { listAllChanges, listAllSent, renewPush } from '../testing/conformance/mailbox-harness.ts'
import {
  composeMessage,
  connectMailbox,
  microsoft,
  virtualClock,
  world,
} from '../testing/fake-microsoft.ts'
import type { Cursor } from '../mailbox.ts'

const hourMs = 3_600_000

describe('a personal account', () => {
  test('has an address of its own and another one at Gmail', async () => {
    const { mailbox, store } = await connectMailbox(undefined, 'personal')
    const addresses = await mailbox.listOwnAddresses()
    expect(addresses).toContain(store.address)
    expect(addresses).toContain(store.owner.contactAddress)
  })

  test('gets no lifecycle notification, so renewing replaces a removed subscription', async () => {
    const { mailbox, store } = await connectMailbox(undefined, 'personal')
    const first = await renewPush(mailbox)
    const notified = world.record.notifications.length
    microsoft.sendLifecycleEvent(store, 'subscriptionRemoved')
    await virtualClock.advance(60_000)
    expect(world.record.notifications).toHaveLength(notified)
    expect((await renewPush(mailbox, first)).id).not.toBe(first.id)
  })

  test('knows whom the user has written to, although searches find nothing', async () => {
    const { mailbox, writeAsUser } = await connectMailbox(undefined, 'personal')
    writeAsUser({ to: 'friend@example.com' })
    expect(await mailbox.hasUserSent({ toAddress: 'friend@example.com' })).toBe('unknown')
    expect(await listAllSent(mailbox)).toMatchObject([{ recipients: ['friend@example.com'] }])
  })
})

describe('headers that Graph leaves out', () => {
  test.each(['From', 'To', 'Cc', 'Reply-To', 'Subject', 'Message-ID'])(
    '%s is read from the fields of Graph',
    async (name) => {
      const { mailbox, deliver } = await connectMailbox()
      microsoft.setQuirks({ missingHeaders: [name] })
      const { id } = await deliver(
        composeMessage({
          from: 'Pat "P" Vendor <pat@vendor.test>',
          to: 'ann@own.test',
          subject: 'Über uns',
          rfcMessageId: '<whole@vendor.test>',
          headers: [
            { name: 'Cc', value: 'kim@example.com' },
            { name: 'Reply-To', value: 'desk@vendor.test' },
          ],
        }),
      )
      const { message, rfcMessageId } = await mailbox.loadMessage(id)
      expect(rfcMessageId).toBe('<whole@vendor.test>')
      expect(message).toMatchObject({
        from: { address: 'pat@vendor.test' },
        to: [{ address: 'ann@own.test' }],
        cc: [{ address: 'kim@example.com' }],
        replyTo: { address: 'desk@vendor.test' },
        subject: 'Über uns',
      })
      expect(message.headers.get('authentication-results')).toContain('dmarc=pass')
    },
  )
})

describe('messages marked as read', () => {
  test('5,000 old messages at once are not arrivals, but a new one among them is', async () => {
    const { mailbox, store, deliver } = await connectMailbox()
    const raw = composeMessage()
    const old = Array.from({ length: 5000 }, () => store.add({ raw, folders: ['inbox'] }))
    await virtualClock.advance(hourMs)
    const { cursor } = await mailbox.listInbox({ limit: 10, since: virtualClock.now() })
    for (const { id } of old.slice(0, 2500)) store.update(id, { isRead: true })
    const { id } = await deliver()
    for (const stored of old.slice(2500)) store.update(stored.id, { isRead: true })
    expect(await listAllChanges(mailbox, cursor)).toMatchObject({
      arrived: [id],
      movedToInbox: [],
      movedBack: [],
      sent: [],
    })
  })

  test('a message that is read before the next sync is an arrival', async () => {
    const { mailbox, store, deliver } = await connectMailbox()
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    const { stored, id } = await deliver()
    store.update(stored.id, { isRead: true })
    expect(await listAllChanges(mailbox, cursor)).toMatchObject({ arrived: [id] })
  })
})

describe('a stored delta link', () => {
  test.each(refusals)(
    'refused as $status $code is a lost cursor, and nothing is lost',
    async (refusal) => {
      const { mailbox, store, deliver, writeAsUser } = await connectMailbox()
      const since = virtualClock.now()
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      const { id } = await deliver()
      writeAsUser({ rfcMessageId: '<1@own.test>' })
      microsoft.loseSyncState(store, refusal)
      expect(await mailbox.listChanges(cursor)).toBe('cursor-lost')
      const again = await mailbox.listInbox({ limit: 10, since })
      expect(again.ids).toEqual([id])
      expect(await listAllSent(mailbox)).toMatchObject([{ rfcMessageId: '<1@own.test>' }])
      expect(await mailbox.listChanges(again.cursor)).toMatchObject({ arrived: [], sent: [] })
    },
  )

  test.each([
    ['is lost', "me/mailFolders('sentitems')/messages/delta?$deltatoken=lost"],
    ['is missing in a cursor of an earlier version', null],
  ])('of sent messages that %s is opened again', async (_case, sent) => {
    const { mailbox, deliver, writeAsUser } = await connectMailbox()
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    const { id } = await deliver()
    writeAsUser({ rfcMessageId: '<1@own.test>' })
    const parts = JSON.parse(cursor) as object
    const changes = await listAllChanges(mailbox, JSON.stringify({ ...parts, sent }) as Cursor)
    expect(changes).toMatchObject({ arrived: [id], sent: 'list-again' })
    writeAsUser({ rfcMessageId: '<2@own.test>' })
    expect(await listAllChanges(mailbox, changes.cursor)).toMatchObject({
      sent: [{ rfcMessageId: '<2@own.test>' }],
    })
  })

  test('is not lost because a proxy or an outage answers', async () => {
    const { mailbox } = await connectMailbox()
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    for (const effect of ['garbage', 'server-error', { status: 404, body: {} }] as const) {
      world.faults.push({ provider: 'microsoft', match: isDelta, times: 10, effect })
      await expect(mailbox.listChanges(cursor)).rejects.toMatchObject({ failure: 'unavailable' })
      world.faults.clear()
    }
    expect(await mailbox.listChanges(cursor)).toMatchObject({ arrived: [] })
  })
})

test('a return to the inbox that the delta query misses is found by locateMessages', async () => {
  const { mailbox, store, deliver } = await connectMailbox()
  const { stored, id } = await deliver()
  store.move(stored.id, 'junk')
  const { cursor } = await mailbox.listInbox({ limit: 10 })
  microsoft.setQuirks({ missedReturns: true })
  store.move(stored.id, 'inbox')
  expect(await listAllChanges(mailbox, cursor)).toMatchObject({ arrived: [], movedBack: [] })
  expect(await mailbox.locateMessages([id])).toEqual(new Map([[id, 'inbox']]))
})

describe('a rate limit of an hour', () => {
  test('reaches the caller after one request', async () => {
    let calls = 0
    const { mailbox, store, deliver } = await connectMailbox(() => void calls++)
    const { id } = await deliver()
    microsoft.throttle(store, hourMs)
    const asked = [
      () => mailbox.loadMessage(id),
      () => mailbox.locateMessages([id]),
      () => mailbox.listSent(null),
    ]
    for (const ask of asked) {
      calls = 0
      await expect(ask()).rejects.toMatchObject({ failure: 'rate-limited', retryAfterMs: hourMs })
      expect(calls).toBe(1)
    }
  })
})

describe('a batch', () => {
  test('asks again only for the parts that failed', async () => {
    const sizes: number[] = []
    const { mailbox, deliver } = await connectMailbox(async (call) => {
      if (!call.url.endsWith('$batch')) return
      const { requests } = (await call.clone().json()) as { requests: object[] }
      sizes.push(requests.length)
    })
    const { id: first } = await deliver()
    const { id: second } = await deliver()
    const { id: third } = await deliver()
    const isSecond = ({ url }: Request) => url.includes(encodeURIComponent(second))
    world.faults.push({ provider: 'microsoft', match: isSecond, effect: 'rate-limit' })
    const ids = [first, second, third]
    expect(await mailbox.locateMessages(ids)).toEqual(new Map(ids.map((id) => [id, 'inbox'])))
    expect(sizes).toEqual([3, 1])
  })

  test('without an answer for a part fails as unavailable', async () => {
    const { mailbox, deliver } = await connectMailbox()
    const { id } = await deliver()
    const isBatch = ({ url }: Request) => url.endsWith('$batch')
    const effect = { status: 200, body: { responses: [{ id: 'x', status: 200, body: {} }] } }
    world.faults.push({ provider: 'microsoft', match: isBatch, times: 10, effect })
    await expect(mailbox.locateMessages([id])).rejects.toMatchObject({ failure: 'unavailable' })
  })
})

test.each(['not-enabled', 'unlicensed', 'undiscovered'] as const)(
  'an account without a mailbox fails as no-mailbox: %s',
  async (how) => {
    const { mailbox, store } = await connectMailbox()
    microsoft.removeMailbox(store, how)
    await expect(mailbox.countSent()).rejects.toMatchObject({ failure: 'no-mailbox' })
  },
)

test('a subscription gets a shorter lifetime where the long one is refused', async () => {
  const { mailbox } = await connectMailbox()
  microsoft.setQuirks({ maxSubscriptionMinutes: 4230 })
  const first = await renewPush(mailbox)
  const livesForMs = first.expiresAt.getTime() - virtualClock.now().getTime()
  expect(livesForMs).toBe(4220 * 60_000)
  await virtualClock.advance(livesForMs / 2)
  expect((await renewPush(mailbox, first)).id).toBe(first.id)
})

test('sent messages of 600 people in one second, and 1,200 in all, are listed', async () => {
  const { mailbox, writeAsUser } = await connectMailbox()
  for (let count = 0; count < 300; count++) writeAsUser({ to: `a${count}@example.com` })
  await virtualClock.advance(callTimeoutMs)
  for (let count = 0; count < 600; count++) writeAsUser({ to: `b${count}@example.com` })
  await virtualClock.advance(callTimeoutMs)
  for (let count = 0; count < 300; count++) writeAsUser({ to: `c${count}@example.com` })
  const recipients = (await listAllSent(mailbox)).flatMap((sent) => sent.recipients)
  expect(new Set(recipients).size).toBe(1200)
  expect(await mailbox.countSent()).toBe(1200)
})

function isDelta({ url }: Request): boolean {
  return url.includes('/delta')
}
