import { describe, expect, test } from 'vitest'
import { findBody, readHeaders, readMime } from '../world/mime.ts'
import { immutable, openTestApp } from './test-app.ts'

const to = (address: string) => [{ emailAddress: { address } }]
const body = { contentType: 'text', content: 'Not now.' }

/** A mail from Pat, and who answers it. */
const open = async (headers: { name: string; value: string }[] = []) => {
  const rig = openTestApp()
  const graph = await rig.connect(rig.ann)
  rig.deliver(rig.ann, { subject: 'Quick question', headers })
  const { id } = (await graph.get('me/messages', immutable)).body.value[0]
  return { ...rig, graph, reply: `me/messages/${id}/createReply` }
}

describe('a reply begun by createReply', () => {
  test('is a draft to the sender, in the thread by Exchange’s own doing', async () => {
    const { graph, reply, ann } = await open([{ name: 'References', value: '<0@vendor.test>' }])
    const made = await graph.post(reply, { message: { body } }, immutable)
    expect(made).toMatchObject({
      status: 201,
      body: {
        isDraft: true,
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
    const made = await graph.post(reply)
    expect(made.body.toRecipients).toEqual([
      { emailAddress: { name: 'Elsewhere', address: 'trap@evil.test' } },
    ])
    const draft = await graph.patch(`me/messages/${made.body.id}`, {
      toRecipients: to('pat@vendor.test'),
    })
    expect(draft.body.toRecipients).toMatchObject(to('pat@vendor.test'))
  })

  test('quotes the mail, under the comment where one is given', async () => {
    const { graph, reply } = await open()
    const made = await graph.post(reply, { comment: 'Thanks' })
    expect(made.body.bodyPreview).toMatch(/^Thanks[\s\S]*Subject: Quick question/)
  })

  test('takes a comment or a body, not both', async () => {
    const { graph, reply } = await open()
    expect((await graph.post(reply, { comment: 'x', message: { body } })).status).toBe(400)
  })

  test('does not double its Re:', async () => {
    const { graph, deliver, ann } = await open()
    deliver(ann, { subject: 'RE: Hi' })
    const { id } = (await graph.get('me/messages')).body.value[0]
    expect((await graph.post(`me/messages/${id}/createReply`)).body.subject).toBe('RE: Hi')
  })

  test('takes headers that begin with x-', async () => {
    const { graph, reply, ann } = await open()
    const internetMessageHeaders = [
      { name: 'X-Doorman-Reply', value: 'claim-1' },
      { name: 'x-auto-response-suppress', value: 'All' },
    ]
    const made = await graph.post(reply, { message: { body, internetMessageHeaders } })
    expect(made.status).toBe(201)
    const [draft] = [...ann.list('drafts')]
    expect(draft?.headers.find('x-doorman-reply')).toBe('claim-1')
    const shown = await graph.get(`me/messages/${made.body.id}?$select=internetMessageHeaders`)
    expect(shown.body.internetMessageHeaders).toHaveLength(2)
  })

  test.each(['Auto-Submitted', 'In-Reply-To', 'References', 'List-Id', 'X Y'])(
    'refuses the header %s',
    async (name) => {
      const { graph, reply } = await open()
      const internetMessageHeaders = [{ name, value: 'x' }]
      expect(await graph.post(reply, { message: { internetMessageHeaders } })).toMatchObject({
        status: 400,
        body: { error: { code: 'InvalidInternetMessageHeader' } },
      })
    },
  )

  test('takes five headers, not six and not an empty list', async () => {
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
  ])('refuses %j', async (fields, word) => {
    const { graph, reply } = await open()
    const { status, body: answer } = await graph.post(reply, fields)
    expect(status).toBe(400)
    expect(answer.error.message).toContain(word)
  })

  test('keeps one header to a line, whatever the subject holds (F65)', async () => {
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
  test('can be changed, and keeps its place in the thread', async () => {
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

  test('takes no headers once it is made', async () => {
    const { graph, reply } = await open()
    const { id } = (await graph.post(reply)).body
    const fields = { internetMessageHeaders: [{ name: 'x-a', value: 'b' }] }
    expect((await graph.patch(`me/messages/${id}`, fields)).status).toBe(400)
  })

  test('in the bin is still one, and can be deleted under drafts only while it is there', async () => {
    const { graph, reply, world } = await open()
    const { id } = (await graph.post(reply, {}, immutable)).body
    expect((await graph.delete(`me/mailFolders/drafts/messages/${id}`)).status).toBe(204)
    expect((await graph.get(`me/messages/${id}`)).body.isDraft).toBe(true)
    expect((await graph.delete(`me/mailFolders/drafts/messages/${id}`)).status).toBe(404)
    expect(world.record.drafts.map(({ what }) => what)).toEqual(['created', 'deleted'])
  })
})

describe('sending a draft', () => {
  const withDraft = async () => {
    const rig = await open()
    const message = { body, internetMessageHeaders: [{ name: 'X-Doorman-Reply', value: 'c1' }] }
    const draft = (await rig.graph.post(rig.reply, { message }, immutable)).body
    return { ...rig, draft }
  }

  test('answers 202 with nothing, and the sent mail has the draft’s immutable id', async () => {
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

  test('happens once: what is sent is no draft any more', async () => {
    const { graph, draft, world } = await withDraft()
    await graph.post(`me/messages/${draft.id}/send`)
    expect((await graph.post(`me/messages/${draft.id}/send`)).status).toBe(400)
    expect(world.record.sends).toHaveLength(1)
  })

  test('happens once when it is asked for twice at the same moment', async () => {
    const { graph, draft, world } = await withDraft()
    const send = () => graph.post(`me/messages/${draft.id}/send`)
    const replies = await Promise.all([send(), send(), send()])
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(world.record.sends).toHaveLength(1)
  })

  test('dates the mail when it leaves', async () => {
    const { graph, draft, world, clock } = await withDraft()
    await clock.advance(60_000)
    await graph.post(`me/messages/${draft.id}/send`)
    const headers = readHeaders(world.record.sends[0]?.raw ?? Buffer.of())
    expect(headers.findAll('date')).toEqual(['Mon, 16 Nov 2026 09:01:00 +0000'])
  })

  test('may have happened when the answer is lost (F4)', async () => {
    const { graph, draft, world } = await withDraft()
    world.faults.push({ provider: 'microsoft', make: 'applied-then-cut' })
    await expect(graph.post(`me/messages/${draft.id}/send`)).rejects.toThrow('fetch failed')
    expect((await graph.get(`me/messages/${draft.id}`)).body.isDraft).toBe(false)
    expect(world.record.sends).toHaveLength(1)
  })

  test('may show up in Sent Items late', async () => {
    const { graph, draft, clock, microsoft } = await withDraft()
    microsoft.behave({ sentItemsLateByMs: 30_000 })
    await graph.post(`me/messages/${draft.id}/send`)
    expect((await graph.get(`me/messages/${draft.id}?$select=subject`)).status).toBe(404)
    expect((await graph.get('me/messages?$select=isDraft')).body.value).toHaveLength(1)
    expect((await graph.get('me/mailFolders/sentitems/messages')).body.value).toEqual([])
    await clock.advance(30_000)
    expect((await graph.get(`me/messages/${draft.id}`)).body.isDraft).toBe(false)
  })

  test('shows no internet headers on the sent copy, but has them in the mail', async () => {
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

  test('does nothing to a received mail', async () => {
    const { graph, world } = await withDraft()
    const { id } = (await graph.get('me/mailFolders/inbox/messages')).body.value[0]
    expect((await graph.post(`me/messages/${id}/send`)).status).toBe(400)
    expect(world.record.sends).toEqual([])
  })
})

describe('sendMail', () => {
  const message = { subject: 'Hi', body, toRecipients: to('bob@outlook.com') }

  test('answers 202 with nothing, keeps a copy, and the mail arrives stamped', async () => {
    const { graph, ann, bob, clock } = await open()
    const sent = await graph.post('me/sendMail', {
      message: { ...message, bccRecipients: to('secret@x.test') },
    })
    expect([sent.status, sent.body]).toEqual([202, ''])
    const [copy] = [...ann.list('sent')]
    expect(copy?.headers.addresses('bcc')).toMatchObject([{ address: 'secret@x.test' }])
    await clock.advance(1000)
    const [mail] = [...bob.list('inbox')]
    expect(mail?.headers.find('authentication-results')).toContain('dmarc=pass')
    expect(mail?.headers.find('bcc')).toBeNull()
  })

  test('keeps no copy where none is wanted', async () => {
    const { graph, ann, world } = await open()
    await graph.post('me/sendMail', { message, saveToSentItems: false })
    expect([...ann.list('sent')]).toEqual([])
    expect(world.record.sends).toHaveLength(1)
  })

  test('lets out thirty a minute (F68)', async () => {
    const { graph, world, clock } = await open()
    for (let count = 0; count < 30; count++) await graph.post('me/sendMail', { message })
    const refused = await graph.post('me/sendMail', { message })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(world.record.sends).toHaveLength(30)
    await clock.advance(60_000)
    expect((await graph.post('me/sendMail', { message })).status).toBe(202)
  })

  test('to oneself arrives in the inbox as well', async () => {
    const { graph, ann, clock } = await open()
    await graph.post('me/sendMail', {
      message: { ...message, toRecipients: to('ann.ash@acme.test') },
    })
    await clock.advance(1000)
    const arrived = [...ann.list('inbox')].filter((mail) => mail.headers.find('subject') === 'Hi')
    expect(arrived).toHaveLength(1)
    expect([...ann.list('sent')]).toHaveLength(1)
  })

  const sendMime = async (rig: Awaited<ReturnType<typeof open>>, mime: string) =>
    rig.handle(
      new Request('https://graph.test/v1.0/me/sendMail', {
        method: 'POST',
        headers: { authorization: `Bearer ${rig.graph.token}`, 'content-type': 'text/plain' },
        body: Buffer.from(mime).toString('base64'),
      }),
    )

  test('of MIME loses Auto-Submitted on the way, and nothing else', async () => {
    const rig = await open()
    const mime =
      'From: ann@acme.test\r\nTo: bob@outlook.com\r\nAuto-Submitted: auto-replied\r\nX-A: b\r\n\r\nHi'
    expect((await sendMime(rig, mime)).status).toBe(202)
    const headers = readHeaders(rig.world.record.sends[0]?.raw ?? Buffer.of())
    expect(headers.find('auto-submitted')).toBeNull()
    expect(headers.find('x-a')).toBe('b')
    expect(headers.find('message-id')).toContain('exchangelabs.com>')
    const [copy] = [...rig.ann.list('sent')]
    expect(copy?.headers.find('auto-submitted')).toBeNull()
  })

  test('of MIME in another’s name is denied, and of nonsense refused', async () => {
    const rig = await open()
    expect((await sendMime(rig, 'From: bob@outlook.com\r\nTo: x@y.test\r\n\r\n')).status).toBe(403)
    const broken = await rig.handle(
      new Request('https://graph.test/v1.0/me/sendMail', {
        method: 'POST',
        headers: { authorization: `Bearer ${rig.graph.token}`, 'content-type': 'text/plain' },
        body: 'not base64!',
      }),
    )
    expect(await broken.json()).toMatchObject({
      error: { code: 'ErrorMimeContentInvalidBase64String' },
    })
    expect(rig.world.record.sends).toEqual([])
  })
})
