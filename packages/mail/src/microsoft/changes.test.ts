import { describe, expect, test } from 'vitest'
import { follow } from '../mailbox-bench.conformance.ts'
import type { Cursor, MailId } from '../mailbox.ts'
import {
  composeMail,
  connectMailbox,
  graphUrl,
  microsoft,
  virtualClock,
  world,
} from './fake-microsoft.ts'

describe('the inbox', () => {
  test('is listed from a moment on, mail of that very second included', async () => {
    const { mailbox, deliver } = await connectMailbox()
    await deliver()
    const { mail, id } = await deliver()
    const second = new Date(mail.receivedAt).setMilliseconds(0)
    for (const lateByMs of [0, 999]) {
      const since = new Date(second + lateByMs)
      expect((await mailbox.listInbox({ limit: 100, since })).ids).toEqual([id])
    }
  })

  test('F34: of a mailbox with very much mail, only the newest is looked at', async () => {
    let calls = 0
    const { mailbox, store, deliver } = await connectMailbox(() => {
      calls++
    })
    for (let count = 0; count < 1500; count++) world.deliver(composeMail(), store.address)
    await virtualClock.advance(1000)
    for (let count = 0; count < 100; count++) world.deliver(composeMail(), store.address)
    calls = 0
    const { ids, cursor } = await mailbox.listInbox({ limit: 100 })
    expect(ids).toHaveLength(100)
    expect(calls).toBeLessThan(5)
    const { id } = await deliver()
    expect(await follow(mailbox, cursor)).toMatchObject({ arrived: [id] })
  })

  test('nothing falls between a listing and the changes after it, however much arrives', async () => {
    let isBusy = false
    const { mailbox, store } = await connectMailbox(async () => {
      if (!isBusy) return
      await virtualClock.advance(1000)
      world.deliver(composeMail(), store.address)
    })
    for (let count = 0; count < 5; count++) world.deliver(composeMail(), store.address)
    isBusy = true
    const scan = await mailbox.listInbox({ limit: 3 })
    isBusy = false
    const seen = [...scan.ids, ...(await follow(mailbox, scan.cursor)).arrived]
    const { ids } = await mailbox.listInbox({ limit: 100 })
    const newer = ids.slice(0, -5)
    expect(newer.length).toBeGreaterThan(2)
    expect(seen).toEqual(expect.arrayContaining(newer))
  })
})

describe('changes', () => {
  test('come over as many pages as it takes, empty and repeating ones among them', async () => {
    const { mailbox, store } = await connectMailbox()
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    for (let count = 0; count < 450; count++) world.deliver(composeMail(), store.address)
    microsoft.behave({ emptyDeltaPages: 3, repeatingDeltaPages: 5 })
    expect(await mailbox.listChanges(cursor)).toMatchObject({ hasMore: true })
    expect(new Set((await follow(mailbox, cursor)).arrived).size).toBe(450)
  })

  test('what a page repeats is told once', async () => {
    const { mailbox, deliver } = await connectMailbox()
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    const { id } = await deliver()
    microsoft.behave({ repeatingDeltaPages: 1 })
    expect(await mailbox.listChanges(cursor)).toMatchObject({ arrived: [id] })
  })

  test('a page that only ever leads to another is left for the next time', async () => {
    const { mailbox } = await connectMailbox()
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    microsoft.behave({ emptyDeltaPages: 1_000_000 })
    expect(await mailbox.listChanges(cursor)).toMatchObject({ arrived: [], hasMore: true })
  })

  test.each(['https://evil.test/x', '//evil.test/x', '@evil.test/x', '.evil.test/x', '../../x'])(
    'S11: a cursor with %s in it leads to Graph and nowhere else',
    async (inbox) => {
      const asked: URL[] = []
      const { mailbox } = await connectMailbox(({ url }) => {
        asked.push(new URL(url))
      })
      await mailbox.listChanges(JSON.stringify({ inbox, own: null }) as Cursor).catch(() => {})
      expect(new Set(asked.map(({ origin }) => origin))).toEqual(
        new Set([new URL(graphUrl).origin]),
      )
    },
  )
})

describe('our own folder', () => {
  async function setAside() {
    const connected = await connectMailbox()
    const { mailbox, deliver, findOwnFolder } = connected
    const { mail, id } = await deliver()
    await mailbox.move(id, 'set-aside')
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    return { ...connected, mail, id, cursor, own: findOwnFolder() ?? '' }
  }

  test('F32: mail taken from it into a folder of the user’s is taken out', async () => {
    const { mailbox, store, mail, id, cursor } = await setAside()
    store.putUserPlace({ id: 'AAMkSomeFolder=', name: 'Vendors' })
    store.move(mail.id, 'AAMkSomeFolder=')
    expect(await follow(mailbox, cursor)).toMatchObject({ takenOut: [id] })
  })

  test('is followed from when it is made', async () => {
    const { mailbox, deliver, store } = await connectMailbox()
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    const { mail, id } = await deliver()
    await mailbox.move(id, 'set-aside')
    const next = await follow(mailbox, cursor)
    store.move(mail.id, 'archive')
    expect(await follow(mailbox, next.cursor)).toMatchObject({ takenOut: [id] })
  })

  test('F30: made anew, it is followed anew', async () => {
    const { mailbox, deliver, store, cursor, own, findOwnFolder } = await setAside()
    store.removeUserPlace(own, 'bin')
    const { mail, id } = await deliver()
    await mailbox.move(id, 'set-aside')
    expect(findOwnFolder()).not.toBe(own)
    const next = await follow(mailbox, cursor)
    store.move(mail.id, 'archive')
    expect(await follow(mailbox, next.cursor)).toMatchObject({ takenOut: [id] })
  })

  test('F30: deleted between two calls, it is not missed', async () => {
    let own: string | undefined
    const { mailbox, deliver, store, findOwnFolder } = await connectMailbox(({ url }) => {
      if (own !== undefined && url.includes('/delta') && decodeURIComponent(url).includes(own))
        store.removeUserPlace(own, 'bin')
    })
    await mailbox.move((await deliver()).id, 'set-aside')
    const { cursor } = await mailbox.listInbox({ limit: 10 })
    own = findOwnFolder()
    const { id } = await deliver()
    expect(await follow(mailbox, cursor)).toMatchObject({ arrived: [id], takenOut: [] })
  })

  test('however much is taken out of it at once, all is noticed', async () => {
    const { mailbox, store, own } = await setAside()
    for (let count = 0; count < 250; count++) store.add({ raw: composeMail(), places: [own] })
    const { cursor } = await follow(mailbox, (await mailbox.listInbox({ limit: 1 })).cursor)
    for (const mail of store.list(own)) store.move(mail.id, 'archive')
    const { takenOut } = await follow(mailbox, cursor)
    expect(new Set<MailId>(takenOut).size).toBe(251)
  })
})
