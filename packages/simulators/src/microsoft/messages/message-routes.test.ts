import { describe, expect, test } from 'vitest'
import { immutable, openTestApp, type Caller } from '../../testing/microsoft-app.ts'

const open = async (scope?: string) => {
  const testApp = openTestApp()
  return { ...testApp, graph: await testApp.connect(testApp.ann, scope) }
}
const subjects = ({ body }: { body: { value: { subject: string }[] } }) =>
  body.value.map(({ subject }) => subject)
const newest = async (graph: Caller, headers = {}) =>
  (await graph.get('me/messages?$top=1', headers)).body.value[0]

describe('a message', () => {
  test('has the properties of the stored message', async () => {
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

  test('has an HTML body unless text is preferred, and the preference is confirmed', async () => {
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

  test('that has only HTML can be read as text', async () => {
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

  test('has its headers only on $select, all of them, unchanged and in order', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann, {
      headers: [
        { name: 'X-Mark', value: '=?utf-8?q?=C3=BC?=' },
        { name: 'X-Mark', value: 'two' },
      ],
    })
    const { id, ...byDefault } = await newest(graph)
    expect(byDefault).not.toHaveProperty('internetMessageHeaders')
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

  test('is returned as raw bytes under $value', async () => {
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

  test('has no body with Mail.ReadBasic', async () => {
    const { graph, ann, deliver } = await open('Mail.ReadBasic')
    deliver(ann)
    const message = await newest(graph)
    expect(message).toHaveProperty('subject')
    expect(message).not.toHaveProperty('body')
    expect(message).not.toHaveProperty('bodyPreview')
  })

  test('can lack a sender, a subject, a date and a Message-ID', async () => {
    const { graph, ann, world } = await open()
    world.deliver(Buffer.from('X: y\r\n\r\nhm'), ann.address)
    const message = await newest(graph)
    expect(message).toMatchObject({ subject: '', toRecipients: [], internetMessageId: null })
    expect(message).not.toHaveProperty('from')
    expect(message.sentDateTime).toBe('2026-11-16T09:00:00Z')
  })

  test('with a malformed id gets 400', async () => {
    const { graph } = await open()
    for (const id of ['no-such-message', 'AAMkAGI2!!', 'AAkALgAAxyz'])
      expect(await graph.get(`me/messages/${id}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'ErrorInvalidIdMalformed' } },
      })
  })

  test('is found only by its id in the right case', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann)
    const { id } = await newest(graph, immutable)
    const other = id.replace(/[a-z](?=[^a-z]*$)/, (character: string) => character.toUpperCase())
    expect((await graph.get(`me/messages/${other}`)).status).toBeGreaterThanOrEqual(400)
  })
})

describe('a move', () => {
  test('changes the default id, and the old one gets 404', async () => {
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

  test('keeps the immutable id, even when the user moves the message back', async () => {
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
    // The default id from before the move is not reused.
    expect((await graph.get(`me/messages/${before}`)).status).toBe(404)
  })

  test('responds with the kind of id that the caller prefers', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann)
    const [movableId, immutableId] = [(await newest(graph)).id, (await newest(graph, immutable)).id]
    expect((await graph.get(`me/messages/${immutableId}`)).body.id).toBe(movableId)
    expect((await graph.get(`me/messages/${movableId}`, immutable)).body.id).toBe(immutableId)
  })

  test('to an unknown folder gets 404', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann)
    const { id } = await newest(graph)
    const reply = await graph.post(`me/messages/${id}/move`, { destinationId: 'gone' })
    expect(reply).toMatchObject({ status: 404, body: { error: { code: 'ErrorItemNotFound' } } })
  })
})

describe('an update', () => {
  test('can change isRead and categories, and changes the change key', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann)
    const { id, changeKey } = await newest(graph)
    const reply = await graph.patch(`me/messages/${id}`, { isRead: true, categories: ['Red'] })
    expect(reply).toMatchObject({ status: 200, body: { id, isRead: true, categories: ['Red'] } })
    expect(reply.body.changeKey).not.toBe(changeKey)
    const later = await graph.patch(`me/messages/${id}`, { categories: [] })
    expect(later.body).toMatchObject({ isRead: true, categories: [] })
  })

  test('of the content of a received message is denied', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann)
    const { id } = await newest(graph)
    expect(await graph.patch(`me/messages/${id}`, { subject: 'x' })).toMatchObject({
      status: 403,
      body: { error: { code: 'ErrorAccessDenied' } },
    })
  })

  test('with values of the wrong type is rejected', async () => {
    const { graph, ann, deliver } = await open()
    deliver(ann)
    const { id } = await newest(graph)
    for (const fields of [{ isRead: 'yes' }, { categories: 'Red' }, { flag: {} }])
      expect((await graph.patch(`me/messages/${id}`, fields)).status).toBe(400)
  })
})

test('deleting moves a message to Deleted Items, deleting it there is permanent', async () => {
  const { graph, ann, deliver } = await open()
  const stored = deliver(ann)
  const { id } = await newest(graph, immutable)
  expect((await graph.delete(`me/messages/${id}`)).status).toBe(204)
  expect([...ann.load(stored.id).folders]).toEqual(['bin'])
  expect((await graph.delete(`me/messages/${id}`)).status).toBe(204)
  expect((await graph.get(`me/messages/${id}`)).status).toBe(404)
})

test('a path with a folder finds only messages in that folder', async () => {
  const { graph, ann, deliver } = await open()
  deliver(ann)
  const { id } = await newest(graph, immutable)
  expect((await graph.get(`me/mailFolders/inbox/messages/${id}`)).status).toBe(200)
  expect((await graph.get(`me/mailFolders/drafts/messages/${id}`)).status).toBe(404)
  expect((await graph.delete(`me/mailFolders/drafts/messages/${id}`)).status).toBe(404)
})

describe('a list', () => {
  const withMessages = async (count: number) => {
    const testApp = await open()
    for (let number = 0; number < count; number++) {
      testApp.deliver(testApp.ann)
      await testApp.clock.advance(60_000)
    }
    return testApp
  }

  test('is newest first, with ten per page and a link to the next page', async () => {
    const { graph } = await withMessages(12)
    const first = await graph.get('me/mailFolders/inbox/messages?$select=subject')
    expect(subjects(first)).toHaveLength(10)
    expect(subjects(first)[0]).toBe('Message 12')
    const second = await graph.get(first.body['@odata.nextLink'])
    expect(subjects(second)).toEqual(['Message 2', 'Message 1'])
    expect(Object.keys(second.body.value[0])).toEqual(['@odata.etag', 'id', 'subject'])
  })

  test('has the requested page size and rejects a forged page token', async () => {
    const { graph } = await withMessages(3)
    expect(subjects(await graph.get('me/messages?$top=2'))).toEqual(['Message 3', 'Message 2'])
    expect((await graph.get('me/messages?$skiptoken=eyJza2lwIjoxfQ.x')).status).toBe(400)
  })

  test('can be filtered and ordered by the time of receipt', async () => {
    const { graph } = await withMessages(4)
    const since = 'receivedDateTime ge 2026-11-16T09:02:00Z'
    expect(subjects(await graph.get(`me/messages?$filter=${since}`))).toEqual([
      'Message 4',
      'Message 3',
    ])
    const between = `${since} and receivedDateTime lt 2026-11-16T09:03:00Z`
    expect(subjects(await graph.get(`me/messages?$filter=${between}`))).toEqual(['Message 3'])
    const ordered = `$filter=${since}&$orderby=receivedDateTime asc`
    expect(subjects(await graph.get(`me/messages?${ordered}`))).toEqual(['Message 3', 'Message 4'])
  })

  test('can be filtered by Message-ID, with quotes doubled', async () => {
    const { graph, ann, deliver } = await withMessages(2)
    deliver(ann, { rfcMessageId: "<it's@vendor.test>" })
    const filter = "internetMessageId eq '<it''s@vendor.test>'"
    expect(subjects(await graph.get(`me/messages?$filter=${filter}`))).toEqual(['Message 3'])
    const either = `${filter} or internetMessageId eq '<1@vendor.test>'`
    const found = await graph.get(`me/messages?$filter=${either}`)
    expect(subjects(found)).toEqual(['Message 3', 'Message 1'])
  })

  test('ordered by a property that is not in the filter is rejected as inefficient', async () => {
    const { graph } = await withMessages(1)
    const filter = "internetMessageId eq '<1@vendor.test>'"
    expect(
      await graph.get(`me/messages?$filter=${filter}&$orderby=receivedDateTime desc`),
    ).toMatchObject({ status: 400, body: { error: { code: 'InefficientFilter' } } })
  })
})

describe('a search in Sent Items', () => {
  const withSent = async () => {
    const testApp = await open()
    for (const to of ['Jo Ann <jo@customer.test>', 'x@customer.test.evil.test'])
      await testApp.graph.post('me/sendMail', {
        message: {
          subject: to,
          toRecipients: [{ emailAddress: { address: /<(.*)>/.exec(to)?.[1] ?? to } }],
          ccRecipients: [{ emailAddress: { address: 'boss@acme.test' } }],
        },
      })
    const search = async (kql: string) => {
      const query = new URLSearchParams({ $search: kql, $select: 'toRecipients,subject' })
      return testApp.graph.get(`me/mailFolders/sentitems/messages?${query}`)
    }
    return { ...testApp, search }
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
  ])('for %s finds %i messages', async (kql, count) => {
    const { search } = await withSent()
    expect((await search(kql)).body.value).toHaveLength(count)
  })

  test('can also find addresses that only contain the words', async () => {
    const { search } = await withSent()
    expect(subjects(await search('"to:customer.test"'))).toEqual(
      expect.arrayContaining(['x@customer.test.evil.test']),
    )
  })

  test.each(['to:jo', '""', '"to:"', '"OR to:jo"', '"to:!!"'])(
    'with the syntax %s is rejected',
    async (kql) => {
      const { search } = await withSent()
      expect((await search(kql)).status).toBeGreaterThanOrEqual(400)
    },
  )

  test('cannot be combined with a filter or an order', async () => {
    const { graph } = await withSent()
    for (const option of [
      '$filter=receivedDateTime ge 2026-01-01T00:00:00Z',
      '$orderby=receivedDateTime',
    ])
      expect((await graph.get(`me/messages?$search="to:jo"&${option}`)).status).toBe(400)
  })
})
