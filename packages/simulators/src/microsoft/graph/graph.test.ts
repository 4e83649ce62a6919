import { describe, expect, test } from 'vitest'
import { openTestApp, toCaller } from '../../testing/microsoft-app.ts'
import { toAccount } from '../login/accounts.ts'

describe('authorization', () => {
  test('an unknown, empty or expired token gets 401 in Graph’s format', async () => {
    const { handle, connect, ann, clock } = openTestApp()
    const good = await connect(ann)
    await clock.advance(3_600_000)
    for (const token of ['nonsense', '', good.token]) {
      const { status, headers, body } = await toCaller(handle, token).get('me')
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
      expect(body).toEqual({
        error: {
          code: 'InvalidAuthenticationToken',
          message: expect.any(String),
          innerError: {
            date: '2026-11-16T10:00:00',
            'request-id': expect.any(String),
            'client-request-id': expect.any(String),
          },
        },
      })
    }
  })

  test('an error contains the caller’s own request id', async () => {
    const { handle } = openTestApp()
    const { body } = await toCaller(handle, 'x').get('me', { 'client-request-id': 'mine' })
    expect(body.error.innerError['client-request-id']).toBe('mine')
  })

  test('a revocation ends an access token immediately, but a password change does not', async () => {
    const { connect, ann, bob } = openTestApp()
    const [graph, other] = [await connect(ann), await connect(bob)]
    ann.endAccess('revoked')
    bob.endAccess('password-changed')
    expect((await graph.get('me')).status).toBe(401)
    expect((await other.get('me')).status).toBe(200)
  })

  test.each([
    ['Mail.ReadWrite Mail.Send', 'GET', 'me'],
    ['User.Read Mail.Send', 'GET', 'me/mailFolders'],
    ['User.Read Mail.Send', 'GET', 'me/messages'],
    ['Mail.ReadBasic', 'GET', 'me/messages/{id}/$value'],
    ['Mail.Read', 'POST', 'me/mailFolders'],
    ['Mail.Read', 'PATCH', 'me/messages/{id}'],
    ['Mail.Read', 'DELETE', 'me/messages/{id}'],
    ['Mail.Read', 'POST', 'me/messages/{id}/move'],
    ['Mail.Read', 'POST', 'me/messages/{id}/createReply'],
    ['Mail.ReadWrite', 'POST', 'me/messages/{id}/send'],
    ['Mail.ReadWrite', 'POST', 'me/sendMail'],
    ['Mail.Send', 'GET', 'me/mailFolders/inbox/messages/delta'],
    ['Mail.Send', 'POST', 'subscriptions'],
  ])('with %s, %s %s gets 403', async (scope, method, path) => {
    const { connect, ann, handle } = openTestApp()
    const { token } = await connect(ann, scope)
    const response = await handle(
      new Request(`https://graph.test/v1.0/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      }),
    )
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: { code: 'ErrorAccessDenied' } })
  })
})

describe('calls for another mailbox', () => {
  test('a message of another mailbox is not found under either id', async () => {
    const { connect, ann, bob, deliver } = openTestApp()
    const [mine, theirs] = [await connect(ann), await connect(bob)]
    deliver(bob)
    for (const headers of [{}, { prefer: 'IdType="ImmutableId"' }]) {
      const { id } = (await theirs.get('me/messages', headers)).body.value[0]
      for (const reply of [
        await mine.get(`me/messages/${id}`),
        await mine.get(`me/messages/${id}/$value`),
        await mine.patch(`me/messages/${id}`, { isRead: true }),
        await mine.post(`me/messages/${id}/move`, { destinationId: 'archive' }),
        await mine.post(`me/messages/${id}/createReply`),
        await mine.delete(`me/messages/${id}`),
      ])
        expect(reply).toMatchObject({ status: 404, body: { error: { code: 'ErrorItemNotFound' } } })
    }
  })

  test('a folder of another mailbox is not found', async () => {
    const { connect, ann, bob, deliver } = openTestApp()
    const [mine, theirs] = [await connect(ann), await connect(bob)]
    const { id } = (await theirs.get('me/mailFolders/inbox')).body
    expect((await mine.get(`me/mailFolders/${id}`)).status).toBe(404)
    deliver(ann)
    const message = (await mine.get('me/messages')).body.value[0]
    const moved = await mine.post(`me/messages/${message.id}/move`, { destinationId: id })
    expect(moved.status).toBe(404)
  })

  test('users/… gives access only to the caller’s own mailbox', async () => {
    const { connect, ann, bob } = openTestApp()
    const graph = await connect(ann)
    expect((await graph.get('users/ann@acme.test/messages')).status).toBe(200)
    expect((await graph.get(`users/${toAccount(ann).objectId}`)).status).toBe(200)
    expect((await graph.get('users/bob@outlook.com/messages')).status).toBe(403)
    expect((await graph.get(`users/${toAccount(bob).objectId}/messages`)).status).toBe(403)
    expect((await graph.get('users/nobody@acme.test/messages')).status).toBe(404)
  })
})

describe('an unsupported request is rejected with an error that names it', () => {
  test.each([
    ['a route', 'me/calendar', 501, 'calendar'],
    ['a version', 'https://graph.test/beta/me', 501, 'beta'],
    ['an option', 'me/mailFolders?$expand=childFolders', 501, '$expand'],
    ['an expansion', 'me/messages?$expand=attachments', 501, 'attachments'],
    ['an option without its $', 'me/messages?top=5', 501, "'top'"],
    ['a property', 'me/messages?$select=uniqueBody', 501, 'uniqueBody'],
    ['a property of a user', 'me?$select=jobTitle', 501, 'jobTitle'],
    ['a filter', "me/messages?$filter=contains(subject,'x')", 501, 'contains'],
    ['an order', 'me/messages?$orderby=subject', 501, 'subject'],
    ['a search', 'me/messages?$search="kind:voicemail"', 501, 'kind:voicemail'],
    ['a page size', 'me/messages?$top=1001', 400, '1001'],
    ['an option twice', 'me/messages?$top=1&$top=2', 400, '$top'],
    ['a broken path', 'me/messages/%zz', 400, '%zz'],
  ])('%s', async (_case, path, status, word) => {
    const { connect, ann } = openTestApp()
    const reply = await (await connect(ann)).get(path)
    expect(reply.status).toBe(status)
    expect(reply.body.error.message).toContain(word)
  })

  test('a preference', async () => {
    const { connect, ann } = openTestApp()
    const reply = await (await connect(ann)).get('me', { prefer: 'outlook.timezone="UTC"' })
    expect(reply).toMatchObject({ status: 501 })
    expect(reply.body.error.message).toContain('outlook.timezone')
  })

  test('a body field, and a body that is not JSON', async () => {
    const { connect, ann, handle } = openTestApp()
    const graph = await connect(ann)
    const reply = await graph.post('me/mailFolders', { displayName: 'x', color: 'red' })
    expect(reply).toMatchObject({ status: 400 })
    expect(reply.body.error.message).toContain('color')
    const broken = await handle(
      new Request('https://graph.test/v1.0/me/mailFolders', {
        method: 'POST',
        headers: { authorization: `Bearer ${graph.token}`, 'content-type': 'application/json' },
        body: '{',
      }),
    )
    expect(broken.status).toBe(400)
  })
})

describe('throttling', () => {
  test('four concurrent calls succeed, the fifth gets 429', async () => {
    const { connect, ann, bob } = openTestApp()
    const [graph, other] = [await connect(ann), await connect(bob)]
    const calls = Array.from({ length: 5 }, () => graph.get('me/messages'))
    const elsewhere = await other.get('me/messages')
    const replies = await Promise.all(calls)
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
    expect(replies[4]?.headers.get('retry-after')).toBe('1')
    expect(replies[4]?.body.error.message).toContain('MailboxConcurrency')
    expect(elsewhere.status).toBe(200)
    expect((await graph.get('me/messages')).status).toBe(200)
  })
})

describe('faults', () => {
  test('have Graph’s error bodies', async () => {
    const { connect, ann, world } = openTestApp()
    const graph = await connect(ann)
    world.faults.push({ provider: 'microsoft', effect: 'rate-limit' })
    const limited = await graph.get('me')
    expect(limited).toMatchObject({
      status: 429,
      body: { error: { code: 'ApplicationThrottled' } },
    })
    expect(limited.headers.get('retry-after')).toBe('10')
    world.faults.push({ provider: 'microsoft', effect: 'server-error' })
    expect(await graph.get('me')).toMatchObject({
      status: 500,
      body: { error: { code: 'ErrorInternalServerError' } },
    })
  })

  test('a move that responds 500 may have happened', async () => {
    const { connect, ann, world, deliver } = openTestApp()
    const graph = await connect(ann)
    const message = deliver(ann)
    const { id } = (await graph.get('me/messages')).body.value[0]
    world.faults.push({
      provider: 'microsoft',
      match: ({ url }) => url.endsWith('/move'),
      effect: 'applied-then-500',
    })
    const reply = await graph.post(`me/messages/${id}/move`, { destinationId: 'archive' })
    expect(reply.status).toBe(500)
    expect([...ann.load(message.id).folders]).toEqual(['archive'])
  })

  test('messages from special senders cause a fault once', async () => {
    const { connect, ann, deliver } = openTestApp()
    const graph = await connect(ann)
    const idOf = async (sender: string) => {
      deliver(ann, { from: `${sender}@vendor.test` })
      return (await graph.get('me/messages?$select=id&$top=1')).body.value[0].id
    }
    const limited = await idOf('rate-limit')
    expect((await graph.get(`me/messages/${limited}`)).status).toBe(429)
    expect((await graph.get(`me/messages/${limited}`)).status).toBe(200)

    const vanishing = await idOf('vanish')
    expect((await graph.get(`me/messages/${vanishing}/$value`)).status).toBe(404)

    const moving = await idOf('lost-response')
    const move = { destinationId: 'archive' }
    expect((await graph.post(`me/messages/${moving}/move`, move)).status).toBe(500)
    expect([...ann.list('archive')]).toHaveLength(1)

    const revoking = await idOf('revoke')
    expect((await graph.get(`me/messages/${revoking}`)).status).toBe(401)
    expect((await graph.get('me')).status).toBe(401)
  })

  test('every request is recorded', async () => {
    const { connect, ann, world } = openTestApp()
    const graph = await connect(ann)
    await graph.get('me/messages?$top=1')
    expect(world.record.requests.at(-1)).toMatchObject({
      provider: 'microsoft',
      method: 'GET',
      url: '/v1.0/me/messages?$top=1',
      status: 200,
    })
  })
})

test('me has an address, and aliases on $select', async () => {
  const { connect, ann } = openTestApp()
  const graph = await connect(ann)
  expect((await graph.get('me')).body).toMatchObject({
    id: toAccount(ann).objectId,
    displayName: 'Ann Ash',
    mail: 'ann@acme.test',
    userPrincipalName: 'ann@acme.test',
  })
  expect((await graph.get('me?$select=mail,proxyAddresses')).body).toMatchObject({
    mail: 'ann@acme.test',
    proxyAddresses: ['SMTP:ann@acme.test', 'smtp:ann.ash@acme.test'],
  })
})
