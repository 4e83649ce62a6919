import { expect, test } from 'vitest'
import { composeTestMessage, encode, makeGoogle, modify } from '../../testing/google-client.ts'

function setUp(options: Parameters<typeof makeGoogle>[0] = {}) {
  const google = makeGoogle(options)
  const { world } = google
  const ann = world.addMailbox({
    provider: 'google',
    address: 'ann@example.com',
    name: 'Ann',
    aliases: ['team@example.com'],
  })
  const bea = world.addMailbox({ provider: 'google', address: 'bea@example.com', name: 'Bea' })
  return { google, world, ann, bea }
}

const me = { userId: 'me' }

test('the profile contains the address and the newest history id', async () => {
  const { google, world, ann } = setUp()
  world.deliver(composeTestMessage(), 'ann@example.com')
  const { api } = await google.connect('ann@example.com')
  expect((await api.users.getProfile(me)).data).toEqual({
    emailAddress: 'ann@example.com',
    messagesTotal: 1,
    threadsTotal: 1,
    historyId: String(ann.newestChangeId),
  })
})

test('sendAs lists the primary address and the aliases', async () => {
  const { google } = setUp()
  const { api } = await google.connect('ann@example.com')
  const { data } = await api.users.settings.sendAs.list(me)
  expect(data.sendAs).toMatchObject([
    { sendAsEmail: 'ann@example.com', isPrimary: true },
    { sendAsEmail: 'team@example.com', verificationStatus: 'accepted' },
  ])
})

test('a token gives no access to another mailbox, by address or by id', async () => {
  const { google, world } = setUp()
  const foreign = world.deliver(composeTestMessage(), 'bea@example.com')
  const { api } = await google.connect('ann@example.com')
  const other = await google.connect('bea@example.com')
  await expect(api.users.getProfile({ userId: 'bea@example.com' })).rejects.toMatchObject({
    status: 403,
  })
  await expect(api.users.getProfile({ userId: 'ann@example.com' })).resolves.toBeDefined()
  const { id } = foreign
  const draft = await other.api.users.drafts.create({
    ...me,
    requestBody: { message: { raw: encode(composeTestMessage()) } },
  })
  const label = await other.api.users.labels.create({ ...me, requestBody: { name: 'Doorman' } })
  const notFound = { status: 404 }
  await expect(api.users.messages.get({ ...me, id })).rejects.toMatchObject(notFound)
  await expect(
    api.users.messages.modify({ ...me, id, requestBody: { addLabelIds: ['SPAM'] } }),
  ).rejects.toMatchObject(notFound)
  await api.users.messages.batchModify({ ...me, requestBody: { ids: [id], addLabelIds: ['SPAM'] } })
  await expect(api.users.drafts.get({ ...me, id: draft.data.id ?? '' })).rejects.toMatchObject(
    notFound,
  )
  await expect(
    api.users.drafts.send({ ...me, requestBody: { id: draft.data.id ?? '' } }),
  ).rejects.toMatchObject(notFound)
  await expect(api.users.labels.get({ ...me, id: label.data.id ?? '' })).rejects.toMatchObject(
    notFound,
  )
  expect([...(world.findMailbox('bea@example.com')?.load(id).folders ?? [])]).toEqual(['inbox'])
})

test('a call without a valid token gets 401', async () => {
  const { google } = setUp()
  const url = 'http://google.test/gmail/v1/users/me/profile'
  for (const authorization of ['', 'Bearer ', 'Bearer ya29.guessed', 'Basic x']) {
    const response = await google.handle(new Request(url, { headers: { authorization } }))
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      error: { status: 'UNAUTHENTICATED', errors: [{ reason: 'authError' }] },
    })
  }
})

const scope = (name: string) => `https://www.googleapis.com/auth/gmail.${name}`

test('each scope allows its own calls and no others', async () => {
  const { google, world } = setUp()
  const { id } = world.deliver(composeTestMessage(), 'ann@example.com')
  const listAllowed = async (name: string) => {
    const { api } = await google.connect('ann@example.com', { scopes: ['openid', scope(name)] })
    const calls = {
      list: () => api.users.messages.list(me),
      search: () => api.users.messages.list({ ...me, q: 'in:inbox' }),
      headers: () => api.users.messages.get({ ...me, id, format: 'metadata' }),
      body: () => api.users.messages.get({ ...me, id, format: 'full' }),
      modify: () =>
        api.users.messages.modify({ ...me, id, requestBody: { addLabelIds: ['STARRED'] } }),
      labels: () => api.users.labels.list(me),
      aliases: () => api.users.settings.sendAs.list(me),
      draft: () =>
        api.users.drafts.create({
          ...me,
          requestBody: { message: { raw: encode(composeTestMessage()) } },
        }),
    }
    const allowed: string[] = []
    for (const [call, make] of Object.entries(calls))
      await make().then(
        () => allowed.push(call),
        (error: { status: number }) => expect(error.status).toBe(403),
      )
    return allowed.join(' ')
  }
  expect(await listAllowed('labels')).toBe('labels')
  expect(await listAllowed('send')).toBe('')
  expect(await listAllowed('metadata')).toBe('list headers labels')
  expect(await listAllowed('readonly')).toBe('list search headers body labels aliases')
  expect(await listAllowed('modify')).toBe('list search headers body modify labels aliases draft')
})

test.each([
  ['an unknown route', 'GET', 'threads', '', 501, 'GET /gmail/v1/users/me/threads'],
  ['a broken path', 'GET', 'messages/%zz', '', 400, '%zz'],
  ['a batch without parts', 'POST', '../../../../batch/gmail/v1', '', 400, 'multipart'],
  ['a batch of another API', 'POST', '../../../../batch/drive/v3', '', 501, '/batch/drive/v3'],
  ['an upload', 'POST', '../../../../upload/gmail/v1/users/me/messages/send', '', 501, '/upload/'],
  ['an unknown option', 'GET', 'messages?colour=red', '', 400, '"colour"'],
  ['partial responses', 'GET', 'messages?fields=messages', '', 400, '"fields"'],
  ['an option twice', 'GET', 'messages?q=in:inbox&q=in:sent', '', 400, 'q'],
  ['an invalid number', 'GET', 'messages?maxResults=many', '', 400, 'maxResults'],
  ['an unsupported search', 'GET', 'messages?q=is:unread', '', 501, 'is:unread'],
  ['an unknown label', 'GET', 'messages?labelIds=Label_9', '', 400, 'Label_9'],
  ['an unknown field', 'POST', 'messages/send', '{"raw":"eA","colour":1}', 400, '"colour"'],
  [
    'an unknown nested field',
    'POST',
    'drafts',
    '{"message":{"payload":{}}}',
    400,
    '"message.payload"',
  ],
  ['a field of another type', 'POST', 'messages/send', '{"raw":5}', 400, "'raw'"],
  ['a body that is not JSON', 'POST', 'labels', '{', 400, 'Invalid JSON'],
  ['an unexpected body', 'POST', 'stop', '{}', 400, 'no request body'],
  [
    'a message that is not encoded',
    'POST',
    'messages/send',
    '{"raw":"To: a@b.c"}',
    400,
    'base64url',
  ],
])('%s is rejected with an error that names it', async (_, method, path, body, status, text) => {
  const { google } = setUp()
  const { tokens } = await google.connect('ann@example.com')
  const url = new URL(path, 'http://google.test/gmail/v1/users/me/')
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const response = await google.handle(
    new Request(url, { method, headers, ...(method !== 'GET' && { body }) }),
  )
  expect(response.status).toBe(status)
  expect(await response.text()).toContain(text.replaceAll('"', '\\"'))
})

test('after 6,000 units in a minute, calls get 429 with the retry time in the text', async () => {
  const { google, world } = setUp()
  const { id } = world.deliver(composeTestMessage(), 'ann@example.com')
  const { api } = await google.connect('ann@example.com')
  for (let call = 0; call < 299; call++)
    await api.users.messages.get({ ...me, id, format: 'minimal' })
  await world.clock.advance(59_000)
  await api.users.messages.get({ ...me, id, format: 'minimal' })
  expect(world.record.unitsSpent('ann@example.com')).toBe(6000)
  await expect(api.users.getProfile(me)).rejects.toMatchObject({
    status: 429,
    message: expect.stringContaining('Retry after 2026-11-15T12:01:00.000Z'),
    response: {
      data: { error: { errors: [{ reason: 'rateLimitExceeded', domain: 'usageLimits' }] } },
    },
  })
  const bea = await google.connect('bea@example.com')
  await expect(bea.api.users.getProfile(me)).resolves.toBeDefined()
  await world.clock.advance(1000)
  await expect(api.users.getProfile(me)).resolves.toBeDefined()
})

test('the official client sees planned faults', async () => {
  const { google, world, ann } = setUp()
  const { id } = world.deliver(composeTestMessage(), 'ann@example.com')
  const { api } = await google.connect('ann@example.com')
  const archive = { ...me, id, requestBody: { removeLabelIds: ['INBOX'] } }
  world.faults.push({
    provider: 'google',
    match: ({ url }) => url.includes('/modify'),
    effect: 'cut',
  })
  await expect(api.users.messages.modify(archive)).rejects.toThrow('fetch failed')
  expect(ann.load(id).folders.size).toBe(1)
  world.faults.push({ provider: 'google', effect: 'applied-then-500' })
  await expect(api.users.messages.modify(archive)).rejects.toMatchObject({ status: 500 })
  expect(ann.load(id).folders.size).toBe(0)
  world.faults.push({ provider: 'google', effect: 'rate-limit' })
  await expect(api.users.getProfile(me)).rejects.toMatchObject({ status: 429 })
  world.faults.push({ provider: 'google', effect: 'garbage' })
  expect((await api.users.getProfile(me)).data).toContain('Bad gateway')
})

test('messages from special senders cause a fault once', async () => {
  const { google, world, ann } = setUp()
  const from = (name: string) =>
    world.deliver(composeTestMessage({ from: `${name}@vendor.test` }), 'ann@example.com').id
  const { api } = await google.connect('ann@example.com')
  const limited = from('rate-limit')
  await expect(api.users.messages.get({ ...me, id: limited })).rejects.toMatchObject({
    status: 429,
  })
  await expect(api.users.messages.get({ ...me, id: limited })).resolves.toBeDefined()
  await expect(api.users.messages.get({ ...me, id: from('vanish') })).rejects.toMatchObject({
    status: 404,
  })
  const lost = from('lost-response')
  const archive = { ...me, id: lost, requestBody: { removeLabelIds: ['INBOX'] } }
  await expect(api.users.messages.modify(archive)).rejects.toMatchObject({ status: 500 })
  expect(ann.load(lost).folders.size).toBe(0)
  await expect(api.users.messages.modify(archive)).resolves.toBeDefined()
  await expect(api.users.messages.get({ ...me, id: from('revoke') })).rejects.toMatchObject({
    status: 401,
  })
  await expect(api.users.getProfile(me)).rejects.toMatchObject({ status: 401 })
})

test('the scope gmail.modify also allows `stop`', async () => {
  const { google } = setUp()
  const { api } = await google.connect('ann@example.com', { scopes: ['openid', 'email', modify] })
  await expect(api.users.stop(me)).resolves.toMatchObject({ status: 204 })
})
