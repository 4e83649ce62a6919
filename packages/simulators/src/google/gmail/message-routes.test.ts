import { expect, test } from 'vitest'
import { composeTestMessage, encode, makeGoogle } from '../../testing/google-client.ts'
import { readHeaders } from '../../world/message/mime.ts'

const me = { userId: 'me' }

async function setUp(options: Parameters<typeof makeGoogle>[0] = {}) {
  const google = makeGoogle(options)
  const { world } = google
  const ann = world.addMailbox({ provider: 'google', address: 'ann@example.com', name: 'Ann' })
  const { api } = await google.connect('ann@example.com')
  return { google, world, ann, api }
}

test('an empty list has no `messages` key', async () => {
  const { api } = await setUp()
  expect((await api.users.messages.list(me)).data).toEqual({ resultSizeEstimate: 0 })
})

test('a list is newest first, paged, and without spam and trash unless requested', async () => {
  const { api, world } = await setUp()
  const ids: string[] = []
  for (let index = 0; index < 5; index++) {
    ids.unshift(world.deliver(composeTestMessage(), 'ann@example.com').id)
    await world.clock.advance(1000)
  }
  world.deliver(composeTestMessage(), 'ann@example.com', { folders: ['junk'] })
  const seen: string[] = []
  let pageToken: string | undefined
  do {
    const { data } = await api.users.messages.list({
      ...me,
      maxResults: 2,
      ...(pageToken && { pageToken }),
    })
    seen.push(...(data.messages ?? []).map(({ id }) => id ?? ''))
    pageToken = data.nextPageToken ?? undefined
    // A message that arrives between two pages does not shift them.
    world.deliver(composeTestMessage(), 'ann@example.com')
  } while (pageToken)
  expect(seen).toEqual(ids)
  await expect(api.users.messages.list({ ...me, pageToken: 'x' })).rejects.toMatchObject({
    status: 400,
  })
  const { data } = await api.users.messages.list({
    ...me,
    includeSpamTrash: true,
    labelIds: ['SPAM'],
  })
  expect(data.messages).toHaveLength(1)
})

const multipart = Buffer.from(
  [
    'From: =?utf-8?q?J=C3=B6?= <jo@vendor.test>',
    'To: ann@example.com',
    'Subject: Two parts and a file',
    'X-Twice: b',
    'X-Twice: a',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Gr=FC=DFe',
    '--b',
    'Content-Type: application/pdf; name="offer.pdf"',
    'Content-Disposition: attachment; filename="offer.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('%PDF-1.7').toString('base64'),
    '--b--',
  ].join('\r\n'),
)

test('raw returns the original bytes below the provider’s headers', async () => {
  const { api, world } = await setUp()
  const { id } = world.deliver(multipart, 'ann@example.com')
  const { data } = await api.users.messages.get({ ...me, id, format: 'raw' })
  const raw = Buffer.from(data.raw ?? '', 'base64url')
  expect(raw.subarray(-multipart.length)).toEqual(multipart)
  expect(readHeaders(raw).find('authentication-results')).toContain('mx.google.com')
  expect(data.payload).toBeUndefined()
})

test('full returns all headers in order, the parts, and attachment ids for files', async () => {
  const { api, world } = await setUp()
  const { id } = world.deliver(multipart, 'ann@example.com')
  const { data } = await api.users.messages.get({ ...me, id })
  const headers = data.payload?.headers ?? []
  expect(headers.slice(-6)).toEqual([
    { name: 'From', value: '"Jö" <jo@vendor.test>' },
    { name: 'To', value: 'ann@example.com' },
    { name: 'Subject', value: 'Two parts and a file' },
    { name: 'X-Twice', value: 'b' },
    { name: 'X-Twice', value: 'a' },
    { name: 'Content-Type', value: 'multipart/mixed; boundary=b' },
  ])
  expect(data).toMatchObject({ id, labelIds: ['UNREAD', 'INBOX'], snippet: 'Grüße' })
  const [text, file] = data.payload?.parts ?? []
  expect(text).toMatchObject({ partId: '0', mimeType: 'text/plain', body: { size: 5 } })
  expect(Buffer.from(text?.body?.data ?? '', 'base64url').toString('latin1')).toBe('Grüße')
  expect(file).toMatchObject({ partId: '1', filename: 'offer.pdf', body: { size: 8 } })
  expect(file?.body?.data).toBeUndefined()
  const attachment = await api.users.messages.attachments.get({
    ...me,
    messageId: id,
    id: file?.body?.attachmentId ?? '',
  })
  expect(Buffer.from(attachment.data.data ?? '', 'base64url').toString()).toBe('%PDF-1.7')
  await expect(
    api.users.messages.attachments.get({ ...me, messageId: id, id: 'x' }),
  ).rejects.toMatchObject({ status: 400 })
})

test('metadata returns the requested headers, minimal returns none', async () => {
  const { api, world } = await setUp()
  const { id } = world.deliver(multipart, 'ann@example.com')
  const some = await api.users.messages.get({
    ...me,
    id,
    format: 'metadata',
    metadataHeaders: ['subject', 'X-Twice'],
  })
  expect(some.data.payload?.headers?.map(({ name }) => name)).toEqual([
    'Subject',
    'X-Twice',
    'X-Twice',
  ])
  const none = await api.users.messages.get({ ...me, id, format: 'minimal' })
  expect(none.data.payload).toBeUndefined()
  expect(none.data.internalDate).toBe(String(world.clock.now().getTime()))
  await expect(api.users.messages.get({ ...me, id, format: 'huge' })).rejects.toMatchObject({
    status: 400,
  })
})

test('changing labels keeps the id; a message without labels has no labelIds', async () => {
  const { api, world, ann } = await setUp()
  const { id } = world.deliver(composeTestMessage(), 'ann@example.com')
  const change = (requestBody: object) => api.users.messages.modify({ ...me, id, requestBody })
  expect((await change({ removeLabelIds: ['INBOX', 'UNREAD'] })).data).toEqual({
    id,
    threadId: ann.load(id).threadId,
  })
  expect((await change({ addLabelIds: ['INBOX', 'UNREAD', 'STARRED'] })).data.labelIds).toEqual([
    'UNREAD',
    'INBOX',
    'STARRED',
  ])
  for (const requestBody of [
    { addLabelIds: ['Label_1'] },
    { addLabelIds: ['SENT'] },
    { addLabelIds: ['INBOX'], removeLabelIds: ['INBOX'] },
  ])
    await expect(change(requestBody)).rejects.toMatchObject({ status: 400 })
})

test('batchModify changes up to 1,000 messages and ignores unknown ids', async () => {
  const { api, world, ann } = await setUp()
  const { id } = world.deliver(composeTestMessage(), 'ann@example.com')
  const requestBody = { ids: [id, '0123456789abcdef'], removeLabelIds: ['INBOX'] }
  expect((await api.users.messages.batchModify({ ...me, requestBody })).status).toBe(204)
  expect(ann.load(id).folders.size).toBe(0)
  const ids = Array.from({ length: 1001 }, () => id)
  await expect(api.users.messages.batchModify({ ...me, requestBody: { ids } })).rejects.toThrow(
    'Number of ids cannot exceed 1000',
  )
})

const replyTo = (rfcMessageId: string, overrides: Parameters<typeof composeTestMessage>[0] = {}) =>
  composeTestMessage({
    from: 'ann@example.com',
    to: 'jo@vendor.test',
    subject: 'Re: Quick question',
    headers: [
      { name: 'In-Reply-To', value: rfcMessageId },
      { name: 'References', value: rfcMessageId },
    ],
    ...overrides,
  })

test('a sent message joins a thread only with its id, a reference and the same subject', async () => {
  const { api, world } = await setUp()
  const pitch = world.deliver(
    composeTestMessage({ rfcMessageId: '<pitch@vendor.test>' }),
    'ann@example.com',
  )
  const send = async (raw: Uint8Array, threadId?: string) =>
    (
      await api.users.messages.send({
        ...me,
        requestBody: { raw: encode(raw), ...(threadId && { threadId }) },
      })
    ).data
  const { threadId } = pitch
  const good = await send(replyTo('<pitch@vendor.test>'), threadId)
  expect(good).toMatchObject({ threadId, labelIds: ['SENT'] })
  expect((await send(replyTo('<pitch@vendor.test>'))).threadId).not.toBe(threadId)
  expect((await send(replyTo('<other@vendor.test>'), threadId)).threadId).not.toBe(threadId)
  expect(
    (await send(replyTo('<pitch@vendor.test>', { subject: 'New' }), threadId)).threadId,
  ).not.toBe(threadId)
  await expect(send(replyTo('<pitch@vendor.test>'), '0123456789abcdef')).rejects.toMatchObject({
    status: 404,
  })
})

test('a sent message arrives authenticated, and the reply to it joins its thread', async () => {
  const { google, api, world } = await setUp()
  const bea = world.addMailbox({ provider: 'google', address: 'bea@example.org', name: 'Bea' })
  const raw = encode(
    composeTestMessage({ from: 'ann@example.com', to: 'bea@example.org', subject: 'Lunch' }),
  )
  const sent = (await api.users.messages.send({ ...me, requestBody: { raw } })).data
  await world.clock.advance(1000)
  const [arrived] = bea.list('inbox')
  expect(arrived?.headers.find('authentication-results')).toContain('dmarc=pass')
  const rfcMessageId = arrived?.headers.find('message-id') ?? ''
  const { api: beasApi } = await google.connect('bea@example.org')
  const reply = replyTo(rfcMessageId, {
    from: 'bea@example.org',
    to: 'ann@example.com',
    subject: 'Re: Lunch',
  })
  await beasApi.users.messages.send({
    ...me,
    requestBody: { raw: encode(reply), ...(arrived && { threadId: arrived.threadId }) },
  })
  await world.clock.advance(1000)
  const { data } = await api.users.messages.list({ ...me, labelIds: ['INBOX'] })
  expect(data.messages).toMatchObject([{ threadId: sent.threadId }])
  expect(world.record.sends.map(({ mailbox, recipients }) => [mailbox, recipients])).toEqual([
    ['ann@example.com', ['bea@example.org']],
    ['bea@example.org', ['ann@example.com']],
  ])
})

test('a message to oneself is stored once, in sent and in the inbox', async () => {
  const { api, world, ann } = await setUp()
  const raw = encode(composeTestMessage({ from: 'ann@example.com', to: 'ann@example.com' }))
  const { data } = await api.users.messages.send({ ...me, requestBody: { raw } })
  await world.clock.advance(1000)
  expect(data.labelIds).toEqual(['UNREAD', 'SENT', 'INBOX'])
  expect(ann.size).toBe(1)
})

test.each([
  { replacedMessageIds: false, expected: /^<ours@example\.com>$/ },
  { replacedMessageIds: true, expected: /^<CA.+@mail\.gmail\.com>$/ },
])(
  'a sent message has a Message-ID like $expected if replacedMessageIds is $replacedMessageIds',
  async ({ replacedMessageIds, expected }) => {
    const { api, ann } = await setUp({ quirks: { replacedMessageIds } })
    const raw = encode(
      composeTestMessage({
        from: 'ann@example.com',
        to: 'jo@vendor.test',
        rfcMessageId: '<ours@example.com>',
      }),
    )
    const { data } = await api.users.messages.send({ ...me, requestBody: { raw } })
    expect(ann.load(data.id ?? '').headers.findAll('message-id')).toEqual([
      expect.stringMatching(expected),
    ])
  },
)

test('a message without recipients or from a foreign address is not sent', async () => {
  const { api, world } = await setUp()
  const send = (raw: Uint8Array) =>
    api.users.messages.send({ ...me, requestBody: { raw: encode(raw) } })
  await expect(send(composeTestMessage({ from: 'ann@example.com', to: '' }))).rejects.toThrow(
    'Recipient address required',
  )
  await expect(send(composeTestMessage({ to: 'jo@vendor.test' }))).rejects.toMatchObject({
    status: 501,
  })
  expect(world.record.sends).toEqual([])
})

test('a personal account can send 500 messages a day', async () => {
  const { google, world } = await setUp()
  world.addMailbox({ provider: 'google', address: 'cy@gmail.com', name: 'Cy' })
  const { api, tokens } = await google.connect('cy@gmail.com')
  const raw = encode(composeTestMessage({ from: 'cy@gmail.com', to: 'jo@vendor.test' }))
  const send = () => api.users.messages.send({ ...me, requestBody: { raw } })
  for (let sent = 0; sent < 500; sent++) {
    if (sent % 50 === 49) await world.clock.advance(60_000)
    await send()
  }
  await world.clock.advance(60_000)
  await expect(send()).rejects.toMatchObject({
    status: 429,
    message: expect.stringContaining('Mail sending'),
  })
  expect(tokens.access_token).toBeDefined()
  expect(world.record.sends).toHaveLength(500)
})

test('an imported message is added to the mailbox and not sent', async () => {
  const { api, world, ann } = await setUp()
  const raw = encode(composeTestMessage({ date: new Date('2026-10-01T08:00:00Z') }))
  const byHeader = await api.users.messages.import({ ...me, requestBody: { raw } })
  expect(byHeader.data.labelIds).toEqual(['UNREAD', 'INBOX'])
  expect(ann.load(byHeader.data.id ?? '').receivedAt).toEqual(new Date('2026-10-01T08:00:00Z'))
  const now = await api.users.messages.import({
    ...me,
    internalDateSource: 'receivedTime',
    requestBody: { raw, labelIds: ['STARRED'] },
  })
  expect(ann.load(now.data.id ?? '')).toMatchObject({ receivedAt: world.clock.now(), isRead: true })
  expect(world.record.sends).toEqual([])
})
