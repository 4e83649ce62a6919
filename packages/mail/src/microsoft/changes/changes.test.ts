import { describe, expect, test } from 'vitest'
import { listAllChanges } from '../../testing/conformance/mailbox-harness.ts'
import type { Cursor, ProviderMessageId } from '../../mailbox.ts'
import { findDeltaCursor } from './delta-cursor.ts'
import {
  composeMessage,
  connectMailbox,
  graphUrl,
  microsoft,
  virtualClock,
  world,
} from '../../testing/fake-microsoft.ts'

describe('listInbox', () => {
  test('lists messages since a time, including that second', async () => {
    const { mailbox, deliver } = await connectMailbox()
    await deliver()
    const { stored, id } = await deliver()
    const second = new Date(stored.receivedAt).setMilliseconds(0)
    for (const lateByMs of [0, 999]) {
      const since = new Date(second + lateByMs)
      expect((await mailbox.listInbox({ limit: 100, since })).ids).toEqual([id])
    }
  })

  test('needs few calls for the newest messages of a large inbox', async () => {
    let calls = 0
    const { mailbox, store, deliver } = await connectMailbox(() => {
      calls++
    })
    for (let count = 0; count < 1500; count++) world.deliver(composeMessage(), store.address)
    await virtualClock.advance(1000)
    for (let count = 0; count < 100; count++) world.deliver(composeMessage(), store.address)
    calls = 0
    const { ids, cursor } = await mailbox.listInbox({ limit: 100 })
    expect(ids).toHaveLength(100)
    expect(calls).toBeLessThan(5)
    const { id } = await deliver()
    expect(await listAllChanges(mailbox, cursor)).toMatchObject({ arrived: [id] })
  })

  test('misses no message that arrives during the call', async () => {
    let isDelivering = false
    const { mailbox, store } = await connectMailbox(async () => {
      if (!isDelivering) return
      await virtualClock.advance(1000)
      world.deliver(composeMessage(), store.address)
    })
    for (let count = 0; count < 5; count++) world.deliver(composeMessage(), store.address)
    isDelivering = true
    const listing = await mailbox.listInbox({ limit: 3 })
    isDelivering = false
    const seen = [...listing.ids, ...(await listAllChanges(mailbox, listing.cursor)).arrived]
    const { ids } = await mailbox.listInbox({ limit: 100 })
    const newer = ids.slice(0, -5)
    expect(newer.length).toBeGreaterThan(2)
    expect(seen).toEqual(expect.arrayContaining(newer))
  })
})

describe('listChanges', () => {
  test('reads all pages, including empty and repeated ones', async () => {
    const { mailbox, store } = await connectMailbox()
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    for (let count = 0; count < 450; count++) world.deliver(composeMessage(), store.address)
    microsoft.setQuirks({ emptyDeltaPages: 3, repeatingDeltaPages: 5 })
    expect(await mailbox.listChanges(cursor)).toMatchObject({ hasMore: true })
    expect(new Set((await listAllChanges(mailbox, cursor)).arrived).size).toBe(450)
  })

  test('lists a message once if a page repeats it', async () => {
    const { mailbox, deliver } = await connectMailbox()
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    const { id } = await deliver()
    microsoft.setQuirks({ repeatingDeltaPages: 1 })
    expect(await mailbox.listChanges(cursor)).toMatchObject({ arrived: [id] })
  })

  test('stops after many empty pages, and the next call continues', async () => {
    const { mailbox } = await connectMailbox()
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    microsoft.setQuirks({ emptyDeltaPages: 1_000_000 })
    expect(await mailbox.listChanges(cursor)).toMatchObject({ arrived: [], hasMore: true })
  })

  test.each([
    ['one minute', false, 60_000],
    ['three minutes', true, 3 * 60_000],
  ])(
    'a message that appears %s after it was received counts as moved: %s',
    async (_case, wasMoved, lateByMs) => {
      const { mailbox, store } = await connectMailbox()
      await virtualClock.advance(60 * 60_000)
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      const receivedAt = new Date(virtualClock.now().getTime() - lateByMs)
      world.deliver(composeMessage(), store.address, { receivedAt })
      const { arrived, movedToInbox } = await listAllChanges(mailbox, cursor)
      expect(arrived).toHaveLength(1)
      expect(movedToInbox).toEqual(wasMoved ? arrived : [])
    },
  )

  test('the inbox counts as known up to the start of a round, not up to its last page', async () => {
    const { mailbox, store } = await connectMailbox()
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    for (let count = 0; count < 250; count++) world.deliver(composeMessage(), store.address)
    await virtualClock.advance(60 * 60_000)
    const began = virtualClock.now()
    const first = await mailbox.listChanges(cursor)
    if (first === 'cursor-lost') throw new Error(first)
    await virtualClock.advance(60 * 60_000)
    const rest = await listAllChanges(mailbox, first.cursor)
    expect(first.hasMore).toBe(true)
    expect(findDeltaCursor(rest.cursor)).toMatchObject({ inboxKnownAt: began, roundBeganAt: null })
  })

  test('with a cursor of an earlier version no message counts as moved', async () => {
    const { mailbox, deliver, store } = await connectMailbox()
    const { stored } = await deliver(undefined, 'junk')
    await virtualClock.advance(60 * 60_000)
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    const { inbox, own } = JSON.parse(cursor) as Record<string, unknown>
    store.move(stored.id, 'inbox')
    const changes = await listAllChanges(mailbox, JSON.stringify({ inbox, own }) as Cursor)
    expect(changes.arrived).toHaveLength(1)
    expect(changes.movedToInbox).toEqual([])
  })

  test.each(['https://evil.test/x', '//evil.test/x', '@evil.test/x', '.evil.test/x', '../../x'])(
    'a cursor with %s makes no call to another host',
    async (inbox) => {
      const calledUrls: URL[] = []
      const { mailbox } = await connectMailbox(({ url }) => {
        calledUrls.push(new URL(url))
      })
      await mailbox.listChanges(JSON.stringify({ inbox, own: null }) as Cursor).catch(() => {})
      expect(new Set(calledUrls.map(({ origin }) => origin))).toEqual(
        new Set([new URL(graphUrl).origin]),
      )
    },
  )
})

describe('sent messages', () => {
  /** A mailbox with old sent messages, and a cursor. */
  async function setUpSent(count: number, onCall?: () => Promise<void>) {
    const connected = await connectMailbox(onCall)
    const old = Array.from({ length: count }, () => connected.writeAsUser({}))
    await virtualClock.advance(60 * 60_000)
    const { cursor } = await connected.mailbox.listInbox({ limit: 10 })
    return { ...connected, old, cursor }
  }

  test('come with the arrivals of the same call, also from the second page', async () => {
    const { mailbox, store, deliver, writeAsUser, old, cursor } = await setUpSent(250)
    for (const { id } of old) store.remove(id)
    writeAsUser({ rfcMessageId: '<1@own.test>' })
    const { id } = await deliver()
    expect(await mailbox.listChanges(cursor)).toMatchObject({
      arrived: [id],
      sent: [{ rfcMessageId: '<1@own.test>' }],
      hasMore: false,
    })
  })

  test('of more pages than one call reads are listed again, and the next call continues', async () => {
    const { mailbox, store, writeAsUser, old, cursor } = await setUpSent(1100)
    for (const { id } of old) store.remove(id)
    writeAsUser({ rfcMessageId: '<1@own.test>' })
    const changes = await mailbox.listChanges(cursor)
    if (changes === 'cursor-lost') throw new Error(changes)
    expect(changes).toMatchObject({ sent: 'list-again', hasMore: true })
    expect(await mailbox.listChanges(changes.cursor)).toMatchObject({
      sent: [{ rfcMessageId: '<1@own.test>' }],
      hasMore: false,
    })
  })

  test('that were sent just before the first scan are all read by the first call after it', async () => {
    const { mailbox, writeAsUser } = await connectMailbox()
    for (let count = 0; count < 450; count++) writeAsUser({})
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    expect(await mailbox.listChanges(cursor)).toMatchObject({ sent: 'list-again', hasMore: false })
  })

  test('that Graph is too slow to load are listed again', async () => {
    let delayMs = 0
    const { mailbox, deliver, writeAsUser, cursor } = await setUpSent(0, () =>
      virtualClock.advance(delayMs),
    )
    for (let count = 0; count < 50; count++) writeAsUser({})
    const { id } = await deliver()
    delayMs = 6000
    const changes = await mailbox.listChanges(cursor)
    if (changes === 'cursor-lost') throw new Error(changes)
    expect(changes).toMatchObject({ arrived: [id], sent: 'list-again' })
    delayMs = 0
    expect(await mailbox.listChanges(changes.cursor)).toMatchObject({ arrived: [], sent: [] })
  })
})

describe('the set-aside folder', () => {
  async function setUpSetAside() {
    const connected = await connectMailbox()
    const { mailbox, deliver, findSetAsideFolder } = connected
    const { stored, id } = await deliver()
    await mailbox.move(id, 'set-aside')
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    return { ...connected, stored, id, cursor, own: findSetAsideFolder() ?? '' }
  }

  test('a message moved from there to one of the user’s folders counts as moved back', async () => {
    const { mailbox, store, stored, id, cursor } = await setUpSetAside()
    store.putUserFolder({ id: 'AAMkSomeFolder=', name: 'Vendors' })
    store.move(stored.id, 'AAMkSomeFolder=')
    expect(await listAllChanges(mailbox, cursor)).toMatchObject({ movedBack: [id] })
  })

  test('is followed from its creation on', async () => {
    const { mailbox, deliver, store } = await connectMailbox()
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    const { stored, id } = await deliver()
    await mailbox.move(id, 'set-aside')
    const next = await listAllChanges(mailbox, cursor)
    store.move(stored.id, 'archive')
    expect(await listAllChanges(mailbox, next.cursor)).toMatchObject({ movedBack: [id] })
  })

  test('is followed again after it was deleted and created again', async () => {
    const { mailbox, deliver, store, cursor, own, findSetAsideFolder } = await setUpSetAside()
    store.removeUserFolder(own, 'bin')
    const { stored, id } = await deliver()
    await mailbox.move(id, 'set-aside')
    expect(findSetAsideFolder()).not.toBe(own)
    const next = await listAllChanges(mailbox, cursor)
    store.move(stored.id, 'archive')
    expect(await listAllChanges(mailbox, next.cursor)).toMatchObject({ movedBack: [id] })
  })

  test('may be deleted between two calls', async () => {
    const { mailbox, deliver, store, cursor, own } = await setUpSetAside()
    const { id } = await deliver()
    let isDeleted = false
    world.faults.push({
      provider: 'microsoft',
      // Deletes our folder before a part of the batch: after it was looked up and before it is
      // read.
      match: ({ url }) => {
        const isRead = url.includes('/delta') && decodeURIComponent(url).includes(own)
        if (isRead && !isDeleted) store.removeUserFolder(own, 'bin')
        isDeleted ||= isRead
        return false
      },
      effect: 'cut',
    })
    expect(await listAllChanges(mailbox, cursor)).toMatchObject({ arrived: [id], movedBack: [] })
    expect(isDeleted).toBe(true)
  })

  test('notices 251 messages moved back at once', async () => {
    const { mailbox, store, own } = await setUpSetAside()
    for (let count = 0; count < 250; count++) store.add({ raw: composeMessage(), folders: [own] })
    const { cursor } = await listAllChanges(mailbox, (await mailbox.listInbox({ limit: 1 })).cursor)
    for (const message of store.list(own)) store.move(message.id, 'archive')
    const { movedBack } = await listAllChanges(mailbox, cursor)
    expect(new Set<ProviderMessageId>(movedBack).size).toBe(251)
  })
})
