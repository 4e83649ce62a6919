import { describe, expect, test } from 'vitest'
import { immutable, openTestApp, type Caller } from './test-app.ts'

const open = async (scope?: string) => {
  const rig = openTestApp()
  return { ...rig, graph: await rig.connect(rig.ann, scope) }
}
const subjects = ({ body }: { body: { value: { subject: string }[] } }) =>
  body.value.map(({ subject }) => subject)
const newest = async (graph: Caller, headers = {}) =>
  (await graph.get('me/messages?$top=1', headers)).body.value[0]

describe('a message', () => {
  test('says what the mail says', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann, {
      from: '"Pat Poe" <Pat@vendor.test>',
      to: 'ann@acme.test, =?utf-8?q?J=C3=BCrgen?= <j@acme.test>',
      subject: '=?utf-8?q?Gr=C3=BC=C3=9Fe?=',
      text: 'Hello\nthere',
      headers: [{ name: 'Reply-To', value: 'Sales <sales@vendor.test>' }],
    })
    expect(await newest(graph)).toMatchObject({
      '@odata.etag': expect.stringMatching(/^W\/"/),
      subject: 'Grüße',
      bodyPreview: 'Hello\r\nthere',
      from: { emailAddress: { name: 'Pat Poe', address: 'pat@vendor.test' } },
      sender: { emailAddress: { address: 'pat@vendor.test' } },
      toRecipients: [
        { emailAddress: { name: 'ann@acme.test', address: 'ann@acme.test' } },
        { emailAddress: { name: 'Jürgen', address: 'j@acme.test' } },
      ],
      ccRecipients: [],
      replyTo: [{ emailAddress: { name: 'Sales', address: 'sales@vendor.test' } }],
      receivedDateTime: '2026-11-16T09:00:00Z',
      sentDateTime: '2026-11-16T09:00:00Z',
      internetMessageId: '<1@vendor.test>',
      hasAttachments: false,
      isRead: false,
      isDraft: false,
      categories: [],
    })
  })

  test('is HTML unless text is preferred, and the preference is confirmed', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann, { text: '1 < 2' })
    const { id, body } = await newest(graph)
    expect(body).toEqual({ contentType: 'html', content: expect.stringContaining('1 &#60; 2') })
    const reply = await graph.get(`me/messages/${id}`, {
      prefer: 'outlook.body-content-type="text"',
    })
    expect(reply.body.body).toEqual({ contentType: 'text', content: '1 < 2\r\n' })
    expect(reply.headers.get('preference-applied')).toBe('outlook.body-content-type="text"')
  })

  test('in HTML alone can be had as text', async () => {
    const { graph, ann, world } = await open()
    const raw =
      'From: p@x.test\r\nContent-Type: text/html\r\n\r\n<p>A &amp; B</p><script>1</script>'
    world.deliver(Buffer.from(raw), ann.address)
    const { id } = await newest(graph)
    const reply = await graph.get(`me/messages/${id}?$select=body`, {
      prefer: 'outlook.body-content-type="text"',
    })
    expect(reply.body.body.content.trim()).toBe('A & B')
  })

  test('shows its headers to those who select them: all, in order, as they came', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann, {
      headers: [
        { name: 'X-Mark', value: '=?utf-8?q?=C3=BC?=' },
        { name: 'X-Mark', value: 'two' },
      ],
    })
    const { id, ...usual } = await newest(graph)
    expect(usual).not.toHaveProperty('internetMessageHeaders')
    const { body } = await graph.get(`me/messages/${id}?$select=internetMessageHeaders`)
    const named = (name: string) =>
      body.internetMessageHeaders
        .filter((header: { name: string }) => header.name === name)
        .map((header: { value: string }) => header.value)
    expect(named('X-Mark')).toEqual(['=?utf-8?q?=C3=BC?=', 'two'])
    expect(named('Authentication-Results')).toHaveLength(1)
    expect(Object.keys(body)).toEqual([
      '@odata.context',
      '@odata.etag',
      'id',
      'internetMessageHeaders',
    ])
  })

  test('is the raw mail under $value, byte by byte', async () => {
    const { ann, deliver, connect, handle } = await open()
    const { token } = await connect(ann)
    const { raw } = deliver(ann, { text: 'ü' })
    const { id } = await newest(await connect(ann))
    const response = await handle(
      new Request(`https://graph.test/v1.0/me/messages/${id}/$value`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    )
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(Buffer.from(await response.arrayBuffer()).equals(raw)).toBe(true)
  })

  test('has no words for who may only read the basics', async () => {
    const { graph, ann, deliver } = await open('Mail.ReadBasic')
    deliver(ann)
    const mail = await newest(graph)
    expect(mail).toHaveProperty('subject')
    expect(mail).not.toHaveProperty('body')
    expect(mail).not.toHaveProperty('bodyPreview')
  })

  test('without a sender, a subject, a date or an id is a message all the same', async () => {
    const { graph, ann, world } = await open()
    world.deliver(Buffer.from('X: y\r\n\r\nhm'), ann.address)
    const mail = await newest(graph)
    expect(mail).toMatchObject({ subject: '', toRecipients: [], internetMessageId: null })
    expect(mail).not.toHaveProperty('from')
    expect(mail.sentDateTime).toBe('2026-11-16T09:00:00Z')
  })

  test('is unknown by an id that is none', async () => {
    const { graph } = await open()
    for (const id of ['no-such-message', 'AAMkAGI2!!', 'AAkALgAAxyz'])
      expect(await graph.get(`me/messages/${id}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'ErrorInvalidIdMalformed' } },
      })
  })

  test('is known by its id in the right case only', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann)
    const { id } = await newest(graph, immutable)
    const other = id.replace(/[a-z](?=[^a-z]*$)/, (letter: string) => letter.toUpperCase())
    expect((await graph.get(`me/messages/${other}`)).status).toBeGreaterThanOrEqual(400)
  })
})

describe('a move', () => {
  test('gives a new id, and the old one is gone (F31)', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann)
    const { id } = await newest(graph)
    const moved = await graph.post(`me/messages/${id}/move`, { destinationId: 'archive' })
    expect(moved.status).toBe(201)
    expect(moved.body.id).not.toBe(id)
    expect((await graph.get(`me/messages/${id}`)).status).toBe(404)
    expect((await graph.get(`me/messages/${moved.body.id}`)).status).toBe(200)
    const archive = (await graph.get('me/mailFolders/archive')).body
    expect(moved.body.parentFolderId).toBe(archive.id)
  })

  test('keeps the immutable id, also when the user moves it back by hand (F31)', async () => {
    const { graph, ann, deliver } = await open()
    const stored = deliver(ann)
    const { id } = await newest(graph, immutable)
    const before = (await newest(graph)).id
    const moved = await graph.post(
      `me/messages/${id}/move`,
      { destinationId: 'archive' },
      immutable,
    )
    expect(moved.body.id).toBe(id)
    ann.move(stored.id, 'inbox')
    expect((await graph.get(`me/messages/${id}`, immutable)).body.id).toBe(id)
    // Back where it was, it has still not the id it had there.
    expect((await graph.get(`me/messages/${before}`)).status).toBe(404)
  })

  test('answers with the id its caller prefers, whichever they gave', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann)
    const [movable, constant] = [(await newest(graph)).id, (await newest(graph, immutable)).id]
    expect((await graph.get(`me/messages/${constant}`)).body.id).toBe(movable)
    expect((await graph.get(`me/messages/${movable}`, immutable)).body.id).toBe(constant)
  })

  test('needs a folder that is there', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann)
    const { id } = await newest(graph)
    const reply = await graph.post(`me/messages/${id}/move`, { destinationId: 'gone' })
    expect(reply).toMatchObject({ status: 404, body: { error: { code: 'ErrorItemNotFound' } } })
  })
})

describe('a change', () => {
  test('of read and categories is free, and changes the version', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann)
    const { id, changeKey } = await newest(graph)
    const reply = await graph.patch(`me/messages/${id}`, { isRead: true, categories: ['Red'] })
    expect(reply).toMatchObject({ status: 200, body: { id, isRead: true, categories: ['Red'] } })
    expect(reply.body.changeKey).not.toBe(changeKey)
    const later = await graph.patch(`me/messages/${id}`, { categories: [] })
    expect(later.body).toMatchObject({ isRead: true, categories: [] })
  })

  test('of the words of a received mail is denied', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann)
    const { id } = await newest(graph)
    expect(await graph.patch(`me/messages/${id}`, { subject: 'x' })).toMatchObject({
      status: 403,
      body: { error: { code: 'ErrorAccessDenied' } },
    })
  })

  test('must be of the right kind', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann)
    const { id } = await newest(graph)
    for (const fields of [{ isRead: 'yes' }, { categories: 'Red' }, { flag: {} }])
      expect((await graph.patch(`me/messages/${id}`, fields)).status).toBe(400)
  })
})

test('deleting puts a mail into Deleted Items, and deleting it there ends it', async () => {
  const { graph, ann, deliver } = await open()
  const stored = deliver(ann)
  const { id } = await newest(graph, immutable)
  expect((await graph.delete(`me/messages/${id}`)).status).toBe(204)
  expect([...ann.load(stored.id).places]).toEqual(['bin'])
  expect((await graph.delete(`me/messages/${id}`)).status).toBe(204)
  expect((await graph.get(`me/messages/${id}`)).status).toBe(404)
})

test('under a folder, only what lies in it is found', async () => {
  const { graph, ann, deliver } = await open()
  deliver(ann)
  const { id } = await newest(graph, immutable)
  expect((await graph.get(`me/mailFolders/inbox/messages/${id}`)).status).toBe(200)
  expect((await graph.get(`me/mailFolders/drafts/messages/${id}`)).status).toBe(404)
  expect((await graph.delete(`me/mailFolders/drafts/messages/${id}`)).status).toBe(404)
})

describe('a list', () => {
  const withMails = async (count: number) => {
    const rig = await open()
    for (let number = 0; number < count; number++) {
      rig.deliver(rig.ann)
      await rig.clock.advance(60_000)
    }
    return rig
  }

  test('is newest first, ten at a time, and goes on where its link points', async () => {
    const { graph } = await withMails(12)
    const first = await graph.get('me/mailFolders/inbox/messages?$select=subject')
    expect(subjects(first)).toHaveLength(10)
    expect(subjects(first)[0]).toBe('Mail 12')
    const second = await graph.get(first.body['@odata.nextLink'])
    expect(subjects(second)).toEqual(['Mail 2', 'Mail 1'])
    expect(Object.keys(second.body.value[0])).toEqual(['@odata.etag', 'id', 'subject'])
  })

  test('knows the page size and a made-up page', async () => {
    const { graph } = await withMails(3)
    expect(subjects(await graph.get('me/messages?$top=2'))).toEqual(['Mail 3', 'Mail 2'])
    expect((await graph.get('me/messages?$skiptoken=eyJza2lwIjoxfQ.x')).status).toBe(400)
  })

  test('is filtered by the time of receipt and ordered by it', async () => {
    const { graph } = await withMails(4)
    const since = 'receivedDateTime ge 2026-11-16T09:02:00Z'
    expect(subjects(await graph.get(`me/messages?$filter=${since}`))).toEqual(['Mail 4', 'Mail 3'])
    const between = `${since} and receivedDateTime lt 2026-11-16T09:03:00Z`
    expect(subjects(await graph.get(`me/messages?$filter=${between}`))).toEqual(['Mail 3'])
    const ordered = `$filter=${since}&$orderby=receivedDateTime asc`
    expect(subjects(await graph.get(`me/messages?${ordered}`))).toEqual(['Mail 3', 'Mail 4'])
  })

  test('is filtered by Message-ID, a quote in it doubled', async () => {
    const { graph, ann, deliver } = await withMails(2)
    deliver(ann, { messageId: "<it's@vendor.test>" })
    const filter = "internetMessageId eq '<it''s@vendor.test>'"
    expect(subjects(await graph.get(`me/messages?$filter=${filter}`))).toEqual(['Mail 3'])
    const either = `${filter} or internetMessageId eq '<1@vendor.test>'`
    const found = await graph.get(`me/messages?$filter=${either}`)
    expect(subjects(found)).toEqual(['Mail 3', 'Mail 1'])
  })

  test('in an order the filter does not know is inefficient', async () => {
    const { graph } = await withMails(1)
    const filter = "internetMessageId eq '<1@vendor.test>'"
    expect(
      await graph.get(`me/messages?$filter=${filter}&$orderby=receivedDateTime desc`),
    ).toMatchObject({ status: 400, body: { error: { code: 'InefficientFilter' } } })
  })
})

describe('a search in Sent Items (contact lookup)', () => {
  const withSent = async () => {
    const rig = await open()
    for (const to of ['Jo Ann <jo@customer.test>', 'x@customer.test.evil.test'])
      await rig.graph.post('me/sendMail', {
        message: {
          subject: to,
          toRecipients: [{ emailAddress: { address: /<(.*)>/.exec(to)?.[1] ?? to } }],
          ccRecipients: [{ emailAddress: { address: 'boss@acme.test' } }],
        },
      })
    const search = async (kql: string) => {
      const query = new URLSearchParams({ $search: kql, $select: 'toRecipients,subject' })
      return rig.graph.get(`me/mailFolders/sentitems/messages?${query}`)
    }
    return { ...rig, search }
  }

  test.each([
    ['"to:jo@customer.test"', 1],
    ['"participants:jo@customer.test"', 1],
    ['"recipients:boss@acme.test"', 2],
    ['"to:boss@acme.test"', 0],
    ['"to:nobody@customer.test"', 0],
    ['"to:o@customer.test"', 0],
    ['"to:nobody@x.test OR to:jo@customer.test"', 1],
    ['"to:jo@customer.test cc:nobody@x.test"', 0],
    [String.raw`"to:\"jo@customer.test\""`, 1],
  ])('for %s finds %i', async (kql, count) => {
    const { search } = await withSent()
    expect((await search(kql)).body.value).toHaveLength(count)
  })

  test('finds more than was meant, so that results must be looked at', async () => {
    const { search } = await withSent()
    expect(subjects(await search('"to:customer.test"'))).toEqual(
      expect.arrayContaining(['x@customer.test.evil.test']),
    )
  })

  test.each(['to:jo', '""', '"to:"', '"OR to:jo"', '"to:!!"'])('%s is bad syntax', async (kql) => {
    const { search } = await withSent()
    expect((await search(kql)).status).toBeGreaterThanOrEqual(400)
  })

  test('goes with neither filter nor order', async () => {
    const { graph } = await withSent()
    for (const option of [
      '$filter=receivedDateTime ge 2026-01-01T00:00:00Z',
      '$orderby=receivedDateTime',
    ])
      expect((await graph.get(`me/messages?$search="to:jo"&${option}`)).status).toBe(400)
  })
})
