import { expect, test } from 'vitest'
import { encode, mail, makeGoogle, modify } from './test-client.ts'

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

test('the profile names the mailbox and where its history stands', async () => {
  const { google, world, ann } = setUp()
  world.deliver(mail(), 'ann@example.com')
  const { api } = await google.connect('ann@example.com')
  expect((await api.users.getProfile(me)).data).toEqual({
    emailAddress: 'ann@example.com',
    messagesTotal: 1,
    threadsTotal: 1,
    historyId: String(ann.newestChangeId),
  })
})

test('own addresses are the primary one and the aliases (F33)', async () => {
  const { google } = setUp()
  const { api } = await google.connect('ann@example.com')
  const { data } = await api.users.settings.sendAs.list(me)
  expect(data.sendAs).toMatchObject([
    { sendAsEmail: 'ann@example.com', isPrimary: true },
    { sendAsEmail: 'team@example.com', verificationStatus: 'accepted' },
  ])
})

test('no token opens another mailbox, by address or by id', async () => {
  const { google, world } = setUp()
  const foreign = world.deliver(mail(), 'bea@example.com')
  const { api } = await google.connect('ann@example.com')
  const other = await google.connect('bea@example.com')
  await expect(api.users.getProfile({ userId: 'bea@example.com' })).rejects.toMatchObject({
    status: 403,
  })
  await expect(api.users.getProfile({ userId: 'ann@example.com' })).resolves.toBeDefined()
  const { id } = foreign
  const draft = await other.api.users.drafts.create({
    ...me,
    requestBody: { message: { raw: encode(mail()) } },
  })
  const label = await other.api.users.labels.create({ ...me, requestBody: { name: 'Doorman' } })
  const gone = { status: 404 }
  await expect(api.users.messages.get({ ...me, id })).rejects.toMatchObject(gone)
  await expect(
    api.users.messages.modify({ ...me, id, requestBody: { addLabelIds: ['SPAM'] } }),
  ).rejects.toMatchObject(gone)
  await api.users.messages.batchModify({ ...me, requestBody: { ids: [id], addLabelIds: ['SPAM'] } })
  await expect(api.users.drafts.get({ ...me, id: draft.data.id ?? '' })).rejects.toMatchObject(gone)
  await expect(
    api.users.drafts.send({ ...me, requestBody: { id: draft.data.id ?? '' } }),
  ).rejects.toMatchObject(gone)
  await expect(api.users.labels.get({ ...me, id: label.data.id ?? '' })).rejects.toMatchObject(gone)
  expect([...(world.findMailbox('bea@example.com')?.load(id).places ?? [])]).toEqual(['inbox'])
})

test('a call without a good token is refused', async () => {
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

test('each scope opens what it should and nothing else (PROVIDERS 1.2)', async () => {
  const { google, world } = setUp()
  const { id } = world.deliver(mail(), 'ann@example.com')
  const reach = async (name: string) => {
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
        api.users.drafts.create({ ...me, requestBody: { message: { raw: encode(mail()) } } }),
    }
    const open: string[] = []
    for (const [call, make] of Object.entries(calls))
      await make().then(
        () => open.push(call),
        (error: { status: number }) => expect(error.status).toBe(403),
      )
    return open.join(' ')
  }
  expect(await reach('labels')).toBe('labels')
  expect(await reach('send')).toBe('')
  expect(await reach('metadata')).toBe('list headers labels')
  expect(await reach('readonly')).toBe('list search headers body labels aliases')
  expect(await reach('modify')).toBe('list search headers body modify labels aliases draft')
})

test.each([
  ['an unknown route', 'GET', 'threads', '', 501, 'GET /gmail/v1/users/me/threads'],
  ['a broken path', 'GET', 'messages/%zz', '', 400, '%zz'],
  ['a batch', 'POST', '../../../../batch/gmail/v1', '', 501, '/batch/gmail/v1'],
  ['an upload', 'POST', '../../../../upload/gmail/v1/users/me/messages/send', '', 501, '/upload/'],
  ['an unknown option', 'GET', 'messages?colour=red', '', 400, '"colour"'],
  ['partial answers', 'GET', 'messages?fields=messages', '', 400, '"fields"'],
  ['an option twice', 'GET', 'messages?q=in:inbox&q=in:sent', '', 400, 'q'],
  ['a number that is none', 'GET', 'messages?maxResults=many', '', 400, 'maxResults'],
  ['a search it cannot do', 'GET', 'messages?q=is:unread', '', 501, 'is:unread'],
  ['an unknown label', 'GET', 'messages?labelIds=Label_9', '', 400, 'Label_9'],
  ['an unknown field', 'POST', 'messages/send', '{"raw":"eA","colour":1}', 400, '"colour"'],
  [
    'a field within a field',
    'POST',
    'drafts',
    '{"message":{"payload":{}}}',
    400,
    '"message.payload"',
  ],
  ['a field of another kind', 'POST', 'messages/send', '{"raw":5}', 400, "'raw'"],
  ['a body that is no JSON', 'POST', 'labels', '{', 400, 'Invalid JSON'],
  ['a body where none belongs', 'POST', 'stop', '{}', 400, 'no request body'],
  ['a mail that is not encoded', 'POST', 'messages/send', '{"raw":"To: a@b.c"}', 400, 'base64url'],
])('%s is refused by name', async (_, method, path, body, status, words) => {
  const { google } = setUp()
  const { tokens } = await google.connect('ann@example.com')
  const url = new URL(path, 'http://google.test/gmail/v1/users/me/')
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const response = await google.handle(
    new Request(url, { method, headers, ...(method !== 'GET' && { body }) }),
  )
  expect(response.status).toBe(status)
  expect(await response.text()).toContain(words.replaceAll('"', '\\"'))
})

test('six thousand units a minute, then 429 with the time in the text, then again (F25, F34)', async () => {
  const { google, world } = setUp()
  const { id } = world.deliver(mail(), 'ann@example.com')
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

test('faults reach the official client: cut, garbage, applied then 500 (F26, F28)', async () => {
  const { google, world, ann } = setUp()
  const { id } = world.deliver(mail(), 'ann@example.com')
  const { api } = await google.connect('ann@example.com')
  const aside = { ...me, id, requestBody: { removeLabelIds: ['INBOX'] } }
  world.faults.push({
    provider: 'google',
    match: ({ url }) => url.includes('/modify'),
    make: 'cut',
  })
  await expect(api.users.messages.modify(aside)).rejects.toThrow('fetch failed')
  expect(ann.load(id).places.size).toBe(1)
  world.faults.push({ provider: 'google', make: 'applied-then-500' })
  await expect(api.users.messages.modify(aside)).rejects.toMatchObject({ status: 500 })
  expect(ann.load(id).places.size).toBe(0)
  world.faults.push({ provider: 'google', make: 'rate-limit' })
  await expect(api.users.getProfile(me)).rejects.toMatchObject({ status: 429 })
  world.faults.push({ provider: 'google', make: 'garbage' })
  expect((await api.users.getProfile(me)).data).toContain('Bad gateway')
})

test('special senders make trouble once, without any plan', async () => {
  const { google, world, ann } = setUp()
  const from = (name: string) =>
    world.deliver(mail({ from: `${name}@trouble.test` }), 'ann@example.com').id
  const { api } = await google.connect('ann@example.com')
  const limited = from('rate-limit')
  await expect(api.users.messages.get({ ...me, id: limited })).rejects.toMatchObject({
    status: 429,
  })
  await expect(api.users.messages.get({ ...me, id: limited })).resolves.toBeDefined()
  await expect(api.users.messages.get({ ...me, id: from('vanish') })).rejects.toMatchObject({
    status: 404,
  })
  const lost = from('lost-answer')
  const aside = { ...me, id: lost, requestBody: { removeLabelIds: ['INBOX'] } }
  await expect(api.users.messages.modify(aside)).rejects.toMatchObject({ status: 500 })
  expect(ann.load(lost).places.size).toBe(0)
  await expect(api.users.messages.modify(aside)).resolves.toBeDefined()
  await expect(api.users.messages.get({ ...me, id: from('revoke') })).rejects.toMatchObject({
    status: 401,
  })
  await expect(api.users.getProfile(me)).rejects.toMatchObject({ status: 401 })
})

test('the scope we ask for does all we do', async () => {
  const { google } = setUp()
  const { api } = await google.connect('ann@example.com', { scopes: ['openid', 'email', modify] })
  await expect(api.users.stop(me)).resolves.toMatchObject({ status: 204 })
})
