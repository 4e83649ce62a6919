import { describe, expect, test } from 'vitest'
import { immutable, openTestApp } from '../../testing/microsoft-app.ts'
import { findBody, readHeaders, readMime } from '../../world/message/mime.ts'
import type { Quirks } from '../quirks.ts'

const to = (address: string) => [{ emailAddress: { address } }]
const body = { contentType: 'text', content: 'Not now.' }

/** A mailbox with a message from Pat, and the path to reply to it. */
const open = async (headers: { name: string; value: string }[] = []) => {
  const testApp = openTestApp()
  const graph = await testApp.connect(testApp.ann)
  testApp.deliver(testApp.ann, { subject: 'Quick question', headers })
  const { id } = (await graph.get('me/messages', immutable)).body.value[0]
  return { ...testApp, graph, reply: `me/messages/${id}/createReply` }
}

describe('a reply created by createReply', () => {
  test('is a draft to the sender, in the thread of the original', async () => {
    const { graph, reply, ann } = await open([{ name: 'References', value: '<0@vendor.test>' }])
    const message = { body, categories: ['Ours'] }
    const created = await graph.post(reply, { message }, immutable)
    expect(created).toMatchObject({
      status: 201,
      body: {
        isDraft: true,
        categories: ['Ours'],
        isRead: true,
        subject: 'Re: Quick question',
        toRecipients: [{ emailAddress: { address: 'pat@vendor.test' } }],
        from: { emailAddress: { name: 'Ann Ash', address: 'ann@acme.test' } },
        internetMessageId: expect.stringContaining('exchangelabs.com>'),
        conversationId: (await graph.get('me/messages')).body.value[0].conversationId,
      },
    })
    const [draft] = [...ann.list('drafts')]
    expect(draft?.headers.find('in-reply-to')).toBe('<1@vendor.test>')
    expect(draft?.headers.find('references')).toBe('<0@vendor.test> <1@vendor.test>')
  })

  test('goes to Reply-To before From', async () => {
    const { graph, reply } = await open([{ name: 'Reply-To', value: 'Elsewhere <trap@evil.test>' }])
    const created = await graph.post(reply)
    expect(created.body.toRecipients).toEqual([
      { emailAddress: { name: 'Elsewhere', address: 'trap@evil.test' } },
    ])
    const draft = await graph.patch(`me/messages/${created.body.id}`, {
      toRecipients: to('pat@vendor.test'),
    })
    expect(draft.body.toRecipients).toMatchObject(to('pat@vendor.test'))
  })

  test('quotes the original below the comment', async () => {
    const { graph, reply } = await open()
    const created = await graph.post(reply, { comment: 'Thanks' })
    expect(created.body.bodyPreview).toMatch(/^Thanks[\s\S]*Subject: Quick question/)
  })

  test('accepts a comment or a body, not both', async () => {
    const { graph, reply } = await open()
    expect((await graph.post(reply, { comment: 'x', message: { body } })).status).toBe(400)
  })

  test('does not double its Re:', async () => {
    const { graph, deliver, ann } = await open()
    deliver(ann, { subject: 'RE: Hi' })
    const { id } = (await graph.get('me/messages')).body.value[0]
    expect((await graph.post(`me/messages/${id}/createReply`)).body.subject).toBe('RE: Hi')
  })

  test('accepts headers that start with x-', async () => {
    const { graph, reply, ann } = await open()
    const internetMessageHeaders = [
      { name: 'X-Doorman-Reply', value: 'claim-1' },
      { name: 'x-auto-response-suppress', value: 'All' },
    ]
    const created = await graph.post(reply, { message: { body, internetMessageHeaders } })
    expect(created.status).toBe(201)
    const [draft] = [...ann.list('drafts')]
    expect(draft?.headers.find('x-doorman-reply')).toBe('claim-1')
    const shown = await graph.get(`me/messages/${created.body.id}?$select=internetMessageHeaders`)
    expect(shown.body.internetMessageHeaders).toHaveLength(2)
  })

  test.each(['Auto-Submitted', 'In-Reply-To', 'References', 'List-Id', 'X Y'])(
    'rejects the header %s',
    async (name) => {
      const { graph, reply } = await open()
      const internetMessageHeaders = [{ name, value: 'x' }]
      expect(await graph.post(reply, { message: { internetMessageHeaders } })).toMatchObject({
        status: 400,
        body: { error: { code: 'InvalidInternetMessageHeader' } },
      })
    },
  )

  test('accepts five headers, but not six or none', async () => {
    const { graph, reply } = await open()
    const headers = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `x-${index}`, value: 'y' }))
    const post = async (count: number) =>
      (await graph.post(reply, { message: { internetMessageHeaders: headers(count) } })).status
    expect([await post(5), await post(6), await post(0)]).toEqual([201, 400, 400])
  })

  test.each([
    [{ message: { from: 'x' } }, 'from'],
    [{ message: { body: { contentType: 'rtf', content: '' } } }, 'rtf'],
    [{ message: { toRecipients: to('nobody') } }, 'recipient'],
    [{ message: { toRecipients: to('a@b.test\r\nBcc: c@d.test') } }, 'recipient'],
    [{ replyAll: true }, 'replyAll'],
  ])('rejects %j', async (fields, text) => {
    const { graph, reply } = await open()
    const rejected = await graph.post(reply, fields)
    expect(rejected.status).toBe(400)
    expect(rejected.body.error.message).toContain(text)
  })

  test('keeps line breaks in the subject from adding headers', async () => {
    const { graph, reply, ann } = await open()
    await graph.post(reply, { message: { subject: 'Hi\r\nBcc: evil@x.test', body } })
    const [draft] = [...ann.list('drafts')]
    expect(draft?.headers.find('bcc')).toBeNull()
  })

  test('as MIME is not simulated', async () => {
    const { handle, reply, graph } = await open()
    const response = await handle(
      new Request(`https://graph.test/v1.0/${reply}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${graph.token}`, 'content-type': 'text/plain' },
        body: 'eA==',
      }),
    )
    expect(response.status).toBe(501)
  })
})

describe('a draft', () => {
  test('can be changed and stays in its thread', async () => {
    const { graph, reply, ann } = await open()
    const { id } = (await graph.post(reply, {}, immutable)).body
    const changed = await graph.patch(
      `me/messages/${id}`,
      { subject: 'Hällo', body, ccRecipients: to('c@x.test'), isRead: false },
      immutable,
    )
    expect(changed.body).toMatchObject({ id, subject: 'Hällo', isDraft: true, isRead: false })
    const [draft] = [...ann.list('drafts')]
    expect(draft?.headers.find('in-reply-to')).toBe('<1@vendor.test>')
    expect(findBody(readMime(draft?.raw ?? Buffer.of()), 'text/plain')?.trim()).toBe('Not now.')
  })

  test('accepts no headers after it was created', async () => {
    const { graph, reply } = await open()
    const { id } = (await graph.post(reply)).body
    const fields = { internetMessageHeaders: [{ name: 'x-a', value: 'b' }] }
    expect((await graph.patch(`me/messages/${id}`, fields)).status).toBe(400)
  })

  test('in Deleted Items is still a draft, but no longer found under drafts', async () => {
    const { graph, reply, world } = await open()
    const { id } = (await graph.post(reply, {}, immutable)).body
    expect((await graph.delete(`me/mailFolders/drafts/messages/${id}`)).status).toBe(204)
    expect((await graph.get(`me/messages/${id}`)).body.isDraft).toBe(true)
    expect((await graph.delete(`me/mailFolders/drafts/messages/${id}`)).status).toBe(404)
    expect(world.record.drafts.map(({ what }) => what)).toEqual(['created', 'deleted'])
  })
})

describe('sending a draft', () => {
  const withDraft = async (quirks: Partial<Quirks> = { sentCopyLateByMs: 0 }) => {
    const testApp = await open()
    testApp.microsoft.setQuirks({ sentCopyHasNewId: false, ...quirks })
    const message = { body, internetMessageHeaders: [{ name: 'X-Doorman-Reply', value: 'c1' }] }
    const draft = (await testApp.graph.post(testApp.reply, { message }, immutable)).body
    return { ...testApp, draft }
  }

  test('responds 202 without a body, and the sent message keeps the immutable id', async () => {
    const { graph, draft, world } = await withDraft()
    const movable = (await graph.get(`me/messages/${draft.id}`)).body.id
    const sent = await graph.post(`me/messages/${draft.id}/send`)
    expect([sent.status, sent.body]).toEqual([202, ''])
    const found = await graph.get(`me/messages/${draft.id}`, immutable)
    expect(found.body).toMatchObject({
      id: draft.id,
      isDraft: false,
      internetMessageId: draft.internetMessageId,
      parentFolderId: (await graph.get('me/mailFolders/sentitems')).body.id,
    })
    expect((await graph.get(`me/messages/${movable}`)).status).toBe(404)
    expect((await graph.get(`me/mailFolders/drafts/messages/${draft.id}`)).status).toBe(404)
    expect(world.record.sends).toMatchObject([
      { mailbox: 'ann@acme.test', recipients: ['pat@vendor.test'] },
    ])
    expect(world.record.drafts.map(({ what }) => what)).toEqual(['created', 'sent'])
  })

  test('works once, since a sent message is no draft', async () => {
    const { graph, draft, world } = await withDraft()
    await graph.post(`me/messages/${draft.id}/send`)
    expect((await graph.post(`me/messages/${draft.id}/send`)).status).toBe(400)
    expect(world.record.sends).toHaveLength(1)
  })

  test('sends once when it is requested concurrently', async () => {
    const { graph, draft, world } = await withDraft()
    const send = () => graph.post(`me/messages/${draft.id}/send`)
    const replies = await Promise.all([send(), send(), send()])
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(world.record.sends).toHaveLength(1)
  })

  test('sets the date to the time of sending', async () => {
    const { graph, draft, world, clock } = await withDraft()
    await clock.advance(60_000)
    await graph.post(`me/messages/${draft.id}/send`)
    const headers = readHeaders(world.record.sends[0]?.raw ?? Buffer.of())
    expect(headers.findAll('date')).toEqual(['Mon, 16 Nov 2026 09:01:00 +0000'])
  })

  test('may have happened although the response is lost', async () => {
    const { graph, draft, world } = await withDraft()
    world.faults.push({ provider: 'microsoft', effect: 'applied-then-cut' })
    await expect(graph.post(`me/messages/${draft.id}/send`)).rejects.toThrow('fetch failed')
    expect((await graph.get(`me/messages/${draft.id}`)).body.isDraft).toBe(false)
    expect(world.record.sends).toHaveLength(1)
  })

  test('can make the message appear late in Sent Items', async () => {
    const { graph, draft, clock } = await withDraft({ sentCopyLateByMs: 30_000 })
    await graph.post(`me/messages/${draft.id}/send`)
    expect((await graph.get(`me/messages/${draft.id}?$select=subject`)).status).toBe(404)
    expect((await graph.get('me/messages?$select=isDraft')).body.value).toHaveLength(1)
    expect((await graph.get('me/mailFolders/sentitems/messages')).body.value).toEqual([])
    await clock.advance(30_000)
    expect((await graph.get(`me/messages/${draft.id}`)).body.isDraft).toBe(false)
  })

  test('leaves the headers out of the sent copy’s properties, but not out of its MIME', async () => {
    const { graph, draft } = await withDraft()
    await graph.post(`me/messages/${draft.id}/send`)
    const { body: sent } = await graph.get(`me/messages/${draft.id}?$select=internetMessageHeaders`)
    expect(sent).not.toHaveProperty('internetMessageHeaders')
    const mime = await graph.get(`me/messages/${draft.id}/$value`)
    expect(readHeaders(Buffer.from(mime.body)).find('x-doorman-reply')).toBe('c1')
  })

  test('without recipients is refused', async () => {
    const { graph, draft, world } = await withDraft()
    await graph.patch(`me/messages/${draft.id}`, { toRecipients: [] })
    expect(await graph.post(`me/messages/${draft.id}/send`)).toMatchObject({
      status: 400,
      body: { error: { code: 'ErrorInvalidRecipients' } },
    })
    expect(world.record.sends).toEqual([])
  })

  test('rejects a received message', async () => {
    const { graph, world } = await withDraft()
    const { id } = (await graph.get('me/mailFolders/inbox/messages')).body.value[0]
    expect((await graph.post(`me/messages/${id}/send`)).status).toBe(400)
    expect(world.record.sends).toEqual([])
  })
})

describe('sendMail', () => {
  const message = { subject: 'Hi', body, toRecipients: to('bob@outlook.com') }

  test('responds 202 without a body, keeps a copy, and delivers the message', async () => {
    const { graph, ann, bob, clock } = await open()
    const sent = await graph.post('me/sendMail', {
      message: { ...message, bccRecipients: to('secret@x.test') },
    })
    expect([sent.status, sent.body]).toEqual([202, ''])
    const [copy] = [...ann.list('sent')]
    expect(copy?.headers.addresses('bcc')).toMatchObject([{ address: 'secret@x.test' }])
    await clock.advance(1000)
    const [arrived] = [...bob.list('inbox')]
    expect(arrived?.headers.find('authentication-results')).toContain('dmarc=pass')
    expect(arrived?.headers.find('bcc')).toBeNull()
  })

  test('keeps no copy with saveToSentItems: false', async () => {
    const { graph, ann, world } = await open()
    await graph.post('me/sendMail', { message, saveToSentItems: false })
    expect([...ann.list('sent')]).toEqual([])
    expect(world.record.sends).toHaveLength(1)
  })

  test('sends at most thirty messages a minute', async () => {
    const { graph, world, clock } = await open()
    for (let count = 0; count < 30; count++) await graph.post('me/sendMail', { message })
    const refused = await graph.post('me/sendMail', { message })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(world.record.sends).toHaveLength(30)
    await clock.advance(60_000)
    expect((await graph.post('me/sendMail', { message })).status).toBe(202)
  })

  test('to oneself also delivers to the inbox', async () => {
    const { graph, ann, clock } = await open()
    await graph.post('me/sendMail', {
      message: { ...message, toRecipients: to('ann.ash@acme.test') },
    })
    await clock.advance(1000)
    const arrived = [...ann.list('inbox')].filter(
      (message) => message.headers.find('subject') === 'Hi',
    )
    expect(arrived).toHaveLength(1)
    expect([...ann.list('sent')]).toHaveLength(1)
  })

  const sendMime = async (testApp: Awaited<ReturnType<typeof open>>, mime: string) =>
    testApp.handle(
      new Request('https://graph.test/v1.0/me/sendMail', {
        method: 'POST',
        headers: { authorization: `Bearer ${testApp.graph.token}`, 'content-type': 'text/plain' },
        body: Buffer.from(mime).toString('base64'),
      }),
    )

  test('of MIME loses only the header Auto-Submitted', async () => {
    const testApp = await open()
    const mime =
      'From: ann@acme.test\r\nTo: bob@outlook.com\r\nAuto-Submitted: auto-replied\r\nX-A: b\r\n\r\nHi'
    expect((await sendMime(testApp, mime)).status).toBe(202)
    const headers = readHeaders(testApp.world.record.sends[0]?.raw ?? Buffer.of())
    expect(headers.find('auto-submitted')).toBeNull()
    expect(headers.find('x-a')).toBe('b')
    expect(headers.find('message-id')).toContain('exchangelabs.com>')
    const [copy] = [...testApp.ann.list('sent')]
    expect(copy?.headers.find('auto-submitted')).toBeNull()
  })

  test('of MIME from another address or in wrong base64 is rejected', async () => {
    const testApp = await open()
    expect((await sendMime(testApp, 'From: bob@outlook.com\r\nTo: x@y.test\r\n\r\n')).status).toBe(
      403,
    )
    const broken = await testApp.handle(
      new Request('https://graph.test/v1.0/me/sendMail', {
        method: 'POST',
        headers: { authorization: `Bearer ${testApp.graph.token}`, 'content-type': 'text/plain' },
        body: 'not base64!',
      }),
    )
    expect(await broken.json()).toMatchObject({
      error: { code: 'ErrorMimeContentInvalidBase64String' },
    })
    expect(testApp.world.record.sends).toEqual([])
  })
})
