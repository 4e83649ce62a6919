import { describe, expect, test } from 'vitest'
import { immutable, openTestApp, type Caller, type Reply } from '../../testing/microsoft-app.ts'

type Item = { id: string; subject?: string; '@removed'?: object; isRead?: boolean }

const start = 'me/mailFolders/inbox/messages/delta?$select=subject,isRead'

const open = async (messageCount = 0) => {
  const testApp = openTestApp()
  const graph = await testApp.connect(testApp.ann)
  for (let number = 0; number < messageCount; number++) testApp.deliver(testApp.ann)
  return { ...testApp, graph }
}

/** Reads all pages of a round. Returns the items and the link for the next round. */
const read = async (graph: Caller, from: string, headers: Record<string, string> = immutable) => {
  const items: Item[] = []
  const pages: number[] = []
  for (let link = from; ;) {
    const { body }: Reply = await graph.get(link, headers)
    items.push(...body.value)
    pages.push(body.value.length)
    if (body['@odata.deltaLink']) return { items, pages, next: body['@odata.deltaLink'] as string }
    link = body['@odata.nextLink']
  }
}
const subjects = (items: readonly Item[]) => items.map(({ subject }) => subject ?? '')

describe('the first round', () => {
  test('lists every message in the folder, page by page', async () => {
    const { graph } = await open(5)
    const headers = { prefer: 'IdType="ImmutableId", odata.maxpagesize=2' }
    const { items, pages } = await read(graph, start, headers)
    expect(pages).toEqual([2, 2, 1])
    expect(subjects(items).sort()).toEqual([
      'Message 1',
      'Message 2',
      'Message 3',
      'Message 4',
      'Message 5',
    ])
    expect(Object.keys(items[0] ?? {})).toEqual(['@odata.etag', 'id', 'subject', 'isRead'])
    const { headers: applied } = await graph.get(start, headers)
    expect(applied.get('preference-applied')).toBe('odata.maxpagesize=2')
  })

  test('of an empty folder has one page without items', async () => {
    const { graph } = await open()
    expect((await read(graph, start)).items).toEqual([])
  })

  test('loses no message that arrives or leaves between its pages', async () => {
    const { graph, ann, deliver } = await open(4)
    const headers = { prefer: 'IdType="ImmutableId", odata.maxpagesize=1' }
    const first = (await graph.get(start, headers)).body
    const [gone] = first.value
    const kept = [...ann.list('inbox')].find(
      (message) => message.headers.find('subject') === gone.subject,
    )
    ann.move(kept?.id ?? '', 'archive')
    deliver(ann)
    const rest = await read(graph, first['@odata.nextLink'], headers)
    const others = ['Message 1', 'Message 2', 'Message 3', 'Message 4'].filter(
      (one) => one !== gone.subject,
    )
    expect(subjects(rest.items)).toEqual(expect.arrayContaining(others))
    const { items } = await read(graph, rest.next, headers)
    expect(items).toMatchObject([{ id: gone.id, '@removed': {} }, { subject: 'Message 5' }])
  })

  test('can start at a given time, newest first', async () => {
    const { graph, clock, deliver, ann } = await open(1)
    await clock.advance(60_000)
    deliver(ann)
    await clock.advance(60_000)
    deliver(ann)
    const since = '$filter=receivedDateTime ge 2026-11-16T09:01:00Z&$orderby=receivedDateTime desc'
    const { items, next } = await read(graph, `${start}&${since}`)
    expect(subjects(items)).toEqual(['Message 3', 'Message 2'])
    deliver(ann)
    expect(subjects((await read(graph, next)).items)).toEqual(['Message 4'])
  })

  test.each([
    ['$filter=receivedDateTime le 2026-11-16T09:01:00Z', 400],
    ["$filter=internetMessageId eq '<1@vendor.test>'", 400],
    ['$orderby=receivedDateTime asc', 400],
    ['$search="to:x"', 501],
    ['changeType=created', 501],
  ])('rejects %s', async (option, status) => {
    const { graph } = await open(1)
    expect((await graph.get(`${start}&${option}`)).status).toBe(status)
  })
})

describe('a later round', () => {
  test('lists new, changed and removed messages once each', async () => {
    const { graph, ann, deliver } = await open(3)
    const { items, next } = await read(graph, start)
    const idOf = (subject: string) => items.find((item) => item.subject === subject)?.id ?? ''
    await graph.post(`me/messages/${idOf('Message 1')}/move`, { destinationId: 'archive' })
    await graph.patch(`me/messages/${idOf('Message 2')}`, { isRead: true })
    await graph.patch(`me/messages/${idOf('Message 2')}`, { categories: ['Red'] })
    deliver(ann)
    const later = await read(graph, next)
    expect(later.items).toMatchObject([
      { id: idOf('Message 1'), '@removed': { reason: 'deleted' } },
      { id: idOf('Message 2'), isRead: true },
      { subject: 'Message 4' },
    ])
    expect((await read(graph, later.next)).items).toEqual([])
  })

  test('uses the options of the first round', async () => {
    const { graph, ann, deliver } = await open()
    const { next } = await read(graph, start)
    deliver(ann)
    const { items } = await read(graph, next)
    expect(Object.keys(items[0] ?? {})).toEqual(['@odata.etag', 'id', 'subject', 'isRead'])
    expect((await graph.get(`${next}&$select=subject`)).status).toBe(400)
  })

  test('can be read twice from the same link', async () => {
    const { graph, ann, deliver } = await open()
    const { next } = await read(graph, start)
    deliver(ann)
    expect((await read(graph, next)).items).toEqual((await read(graph, next)).items)
  })

  test('lists a message that left and returned once, under its immutable id', async () => {
    const { graph, ann } = await open(1)
    const { items, next } = await read(graph, start)
    const [message] = [...ann.list('inbox')]
    ann.move(message?.id ?? '', 'junk')
    ann.move(message?.id ?? '', 'inbox')
    expect((await read(graph, next)).items).toMatchObject([
      { id: items[0]?.id, subject: 'Message 1' },
    ])
  })

  test('lists a message that left and returned as removed and as new under default ids', async () => {
    const { graph, ann } = await open(1)
    const { items, next } = await read(graph, start, {})
    const [message] = [...ann.list('inbox')]
    ann.move(message?.id ?? '', 'junk')
    ann.move(message?.id ?? '', 'inbox')
    const later = (await read(graph, next, {})).items
    expect(later).toMatchObject([{ id: items[0]?.id, '@removed': {} }, { subject: 'Message 1' }])
    expect(later[1]?.id).not.toBe(items[0]?.id)
  })

  test('lists a message that arrived and left in between only as removed', async () => {
    const { graph, ann, deliver } = await open()
    const { next } = await read(graph, start, {})
    ann.move(deliver(ann).id, 'archive')
    expect((await read(graph, next, {})).items).toEqual([
      { id: expect.any(String), '@removed': { reason: 'deleted' } },
    ])
  })

  test('lists a permanently deleted message, and no messages of other folders', async () => {
    const { graph, ann } = await open(2)
    const { items, next } = await read(graph, start)
    const [newest, oldest] = [...ann.list('inbox')]
    ann.remove(newest?.id ?? '')
    const archive = await read(graph, 'me/mailFolders/archive/messages/delta')
    expect(archive.items).toEqual([])
    ann.move(oldest?.id ?? '', 'archive')
    expect((await read(graph, archive.next)).items).toHaveLength(1)
    expect((await read(graph, next)).items.map(({ id }) => id).sort()).toEqual(
      items.map(({ id }) => id).sort(),
    )
  })

  test('may list a message again on a later page', async () => {
    const { graph, ann } = await open(2)
    const { next } = await read(graph, start)
    const [one, two] = [...ann.list('inbox')]
    for (const id of [one?.id, two?.id, one?.id])
      ann.update(id ?? '', { isRead: !ann.load(id ?? '').isRead })
    const headers = { prefer: 'odata.maxpagesize=1' }
    expect((await read(graph, next, headers)).items).toHaveLength(3)
  })
})

describe('unusual responses', () => {
  test('a page can be empty and still have a next page', async () => {
    const { graph, microsoft } = await open(2)
    microsoft.setQuirks({ emptyDeltaPages: 2 })
    const { items, pages } = await read(graph, start)
    expect(pages).toEqual([0, 0, 2])
    expect(items).toHaveLength(2)
  })

  test('an item can be listed twice', async () => {
    const { graph, microsoft } = await open(2)
    microsoft.setQuirks({ repeatingDeltaPages: 1 })
    const { items } = await read(graph, start)
    expect(items).toHaveLength(3)
    expect(items[2]).toEqual(items[0])
    expect((await read(graph, start)).items).toHaveLength(2)
  })

  test('a lost sync state gets 410 with a link to start over', async () => {
    const { graph, ann, bob, connect, microsoft, deliver } = await open(1)
    const other = await connect(bob)
    const mine = await read(graph, start)
    const theirs = await read(other, start)
    microsoft.loseSyncState(ann)
    const lost = await graph.get(mine.next)
    expect(lost).toMatchObject({ status: 410, body: { error: { code: 'SyncStateNotFound' } } })
    expect((await other.get(theirs.next)).status).toBe(200)
    deliver(ann)
    const restarted = await read(graph, lost.headers.get('location') ?? '')
    expect(subjects(restarted.items).sort()).toEqual(['Message 1', 'Message 2'])
    expect((await graph.get(restarted.next)).status).toBe(200)
  })

  test('a position that is no longer in the change log gets 410', async () => {
    const { graph, ann, deliver } = await open(1)
    const { next } = await read(graph, start)
    deliver(ann)
    deliver(ann)
    ann.forgetChanges()
    expect((await graph.get(next)).status).toBe(410)
  })
})

describe('a delta token', () => {
  test('is not valid for another mailbox', async () => {
    const { graph, bob, connect } = await open(1)
    const { next } = await read(graph, start)
    const other = await connect(bob)
    expect((await other.get(next)).status).toBe(404)
    const token = new URL(next).searchParams.get('$deltatoken')
    const own = `me/mailFolders/inbox/messages/delta?$deltatoken=${token}`
    expect((await other.get(own)).status).toBe(400)
  })

  test('cannot be forged or used for another folder', async () => {
    const { graph } = await open(1)
    const { next } = await read(graph, start)
    expect((await graph.get(`${next}x`)).status).toBe(400)
    const token = new URL(next).searchParams.get('$deltatoken')
    const elsewhere = `me/mailFolders/archive/messages/delta?$deltatoken=${token}`
    expect((await graph.get(elsewhere)).status).toBe(400)
  })
})
