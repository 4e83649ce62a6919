import { describe, expect, test } from 'vitest'
import { immutable, openTestApp, type Caller, type Reply } from './test-app.ts'

type Item = { id: string; subject?: string; '@removed'?: object; isRead?: boolean }

const start = 'me/mailFolders/inbox/messages/delta?$select=subject,isRead'

const open = async (mails = 0) => {
  const rig = openTestApp()
  const graph = await rig.connect(rig.ann)
  for (let number = 0; number < mails; number++) rig.deliver(rig.ann)
  return { ...rig, graph }
}

/** A whole round: every item there is, and the link for the next one. */
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
  test('names everything in the folder, page by page', async () => {
    const { graph } = await open(5)
    const headers = { prefer: 'IdType="ImmutableId", odata.maxpagesize=2' }
    const { items, pages } = await read(graph, start, headers)
    expect(pages).toEqual([2, 2, 1])
    expect(subjects(items).sort()).toEqual(['Mail 1', 'Mail 2', 'Mail 3', 'Mail 4', 'Mail 5'])
    expect(Object.keys(items[0] ?? {})).toEqual(['@odata.etag', 'id', 'subject', 'isRead'])
    const { headers: applied } = await graph.get(start, headers)
    expect(applied.get('preference-applied')).toBe('odata.maxpagesize=2')
  })

  test('of an empty folder ends at once', async () => {
    const { graph } = await open()
    expect((await read(graph, start)).items).toEqual([])
  })

  test('loses nothing that arrives or leaves between its pages', async () => {
    const { graph, ann, deliver } = await open(4)
    const headers = { prefer: 'IdType="ImmutableId", odata.maxpagesize=1' }
    const first = (await graph.get(start, headers)).body
    const [gone] = first.value
    const kept = [...ann.list('inbox')].find(
      (mail) => mail.headers.find('subject') === gone.subject,
    )
    ann.move(kept?.id ?? '', 'archive')
    deliver(ann)
    const rest = await read(graph, first['@odata.nextLink'], headers)
    const others = ['Mail 1', 'Mail 2', 'Mail 3', 'Mail 4'].filter((one) => one !== gone.subject)
    expect(subjects(rest.items)).toEqual(expect.arrayContaining(others))
    const { items } = await read(graph, rest.next, headers)
    expect(items).toMatchObject([{ id: gone.id, '@removed': {} }, { subject: 'Mail 5' }])
  })

  test('can begin at a time, newest first', async () => {
    const { graph, clock, deliver, ann } = await open(1)
    await clock.advance(60_000)
    deliver(ann)
    await clock.advance(60_000)
    deliver(ann)
    const since = '$filter=receivedDateTime ge 2026-11-16T09:01:00Z&$orderby=receivedDateTime desc'
    const { items, next } = await read(graph, `${start}&${since}`)
    expect(subjects(items)).toEqual(['Mail 3', 'Mail 2'])
    deliver(ann)
    expect(subjects((await read(graph, next)).items)).toEqual(['Mail 4'])
  })

  test.each([
    ['$filter=receivedDateTime le 2026-11-16T09:01:00Z', 400],
    ["$filter=internetMessageId eq '<1@vendor.test>'", 400],
    ['$orderby=receivedDateTime asc', 400],
    ['$search="to:x"', 501],
    ['changeType=created', 501],
  ])('takes no %s', async (option, status) => {
    const { graph } = await open(1)
    expect((await graph.get(`${start}&${option}`)).status).toBe(status)
  })
})

describe('a later round', () => {
  test('names what is new, what changed and what left, once each', async () => {
    const { graph, ann, deliver } = await open(3)
    const { items, next } = await read(graph, start)
    const idOf = (subject: string) => items.find((item) => item.subject === subject)?.id ?? ''
    await graph.post(`me/messages/${idOf('Mail 1')}/move`, { destinationId: 'archive' })
    await graph.patch(`me/messages/${idOf('Mail 2')}`, { isRead: true })
    await graph.patch(`me/messages/${idOf('Mail 2')}`, { categories: ['Red'] })
    deliver(ann)
    const later = await read(graph, next)
    expect(later.items).toMatchObject([
      { id: idOf('Mail 1'), '@removed': { reason: 'deleted' } },
      { id: idOf('Mail 2'), isRead: true },
      { subject: 'Mail 4' },
    ])
    expect((await read(graph, later.next)).items).toEqual([])
  })

  test('goes on with the options of the first', async () => {
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

  test('names a mail that went and came back as here, under its lasting id', async () => {
    const { graph, ann } = await open(1)
    const { items, next } = await read(graph, start)
    const [mail] = [...ann.list('inbox')]
    ann.move(mail?.id ?? '', 'junk')
    ann.move(mail?.id ?? '', 'inbox')
    expect((await read(graph, next)).items).toMatchObject([{ id: items[0]?.id, subject: 'Mail 1' }])
  })

  test('names it as gone and as new under ids that change', async () => {
    const { graph, ann } = await open(1)
    const { items, next } = await read(graph, start, {})
    const [mail] = [...ann.list('inbox')]
    ann.move(mail?.id ?? '', 'junk')
    ann.move(mail?.id ?? '', 'inbox')
    const later = (await read(graph, next, {})).items
    expect(later).toMatchObject([{ id: items[0]?.id, '@removed': {} }, { subject: 'Mail 1' }])
    expect(later[1]?.id).not.toBe(items[0]?.id)
  })

  test('names a mail that came and went in between as gone, and as nothing else', async () => {
    const { graph, ann, deliver } = await open()
    const { next } = await read(graph, start, {})
    ann.move(deliver(ann).id, 'archive')
    expect((await read(graph, next, {})).items).toEqual([
      { id: expect.any(String), '@removed': { reason: 'deleted' } },
    ])
  })

  test('names a mail that is deleted for good, and nothing of other folders', async () => {
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

  test('may name a mail again on a later page', async () => {
    const { graph, ann } = await open(2)
    const { next } = await read(graph, start)
    const [one, two] = [...ann.list('inbox')]
    for (const id of [one?.id, two?.id, one?.id])
      ann.update(id ?? '', { isRead: !ann.load(id ?? '').isRead })
    const headers = { prefer: 'odata.maxpagesize=1' }
    expect((await read(graph, next, headers)).items).toHaveLength(3)
  })
})

describe('on a bad day', () => {
  test('a page is empty and goes on all the same', async () => {
    const { graph, microsoft } = await open(2)
    microsoft.behave({ emptyDeltaPages: 2 })
    const { items, pages } = await read(graph, start)
    expect(pages).toEqual([0, 0, 2])
    expect(items).toHaveLength(2)
  })

  test('an item comes twice', async () => {
    const { graph, microsoft } = await open(2)
    microsoft.behave({ repeatingDeltaPages: 1 })
    const { items } = await read(graph, start)
    expect(items).toHaveLength(3)
    expect(items[2]).toEqual(items[0])
    expect((await read(graph, start)).items).toHaveLength(2)
  })

  test('the state is lost: 410, with the way to start anew (F17)', async () => {
    const { graph, ann, bob, connect, microsoft, deliver } = await open(1)
    const other = await connect(bob)
    const mine = await read(graph, start)
    const theirs = await read(other, start)
    microsoft.loseSyncState(ann)
    const lost = await graph.get(mine.next)
    expect(lost).toMatchObject({ status: 410, body: { error: { code: 'SyncStateNotFound' } } })
    expect((await other.get(theirs.next)).status).toBe(200)
    deliver(ann)
    const anew = await read(graph, lost.headers.get('location') ?? '')
    expect(subjects(anew.items).sort()).toEqual(['Mail 1', 'Mail 2'])
    expect((await graph.get(anew.next)).status).toBe(200)
  })

  test('the log no longer reaches back: 410 as well', async () => {
    const { graph, ann, deliver } = await open(1)
    const { next } = await read(graph, start)
    deliver(ann)
    deliver(ann)
    ann.forgetChanges()
    expect((await graph.get(next)).status).toBe(410)
  })
})

describe('a position', () => {
  test('says nothing to its holder’s neighbours', async () => {
    const { graph, bob, connect } = await open(1)
    const { next } = await read(graph, start)
    const other = await connect(bob)
    expect((await other.get(next)).status).toBe(404)
    const token = new URL(next).searchParams.get('$deltatoken')
    const own = `me/mailFolders/inbox/messages/delta?$deltatoken=${token}`
    expect((await other.get(own)).status).toBe(400)
  })

  test('cannot be made up, nor taken to another folder', async () => {
    const { graph } = await open(1)
    const { next } = await read(graph, start)
    expect((await graph.get(`${next}x`)).status).toBe(400)
    const token = new URL(next).searchParams.get('$deltatoken')
    const elsewhere = `me/mailFolders/archive/messages/delta?$deltatoken=${token}`
    expect((await graph.get(elsewhere)).status).toBe(400)
  })
})
