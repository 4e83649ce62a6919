import { expect, test } from 'vitest'
import { composeTestMessage, encode, makeGoogle, push } from '../testing/google-client.ts'
import { knownQuirks, type Quirks } from './quirks.ts'

const me = { userId: 'me' }

async function setUp(quirks: Partial<Quirks> = {}) {
  const google = makeGoogle({ quirks })
  const ann = google.world.addMailbox({
    provider: 'google',
    address: 'ann@example.com',
    name: 'Ann',
    aliases: ['team@example.com'],
  })
  const { api } = await google.connect('ann@example.com')
  return { ...google, ann, api }
}

test('every quirk says what happens and where that was seen', () => {
  for (const { what, source } of Object.values(knownQuirks)) {
    expect(what).toMatch(/^.{20,}\.$/)
    expect(source).toMatch(/^https:\/\/|^public|^unverified/)
  }
})

test.each([
  [true, '"Döe, John \\"JD\\"" <jo@vendor.test>', 'Grüße'],
  [false, '=?utf-8?Q?D=C3=B6e,_John_"JD"?= <jo@vendor.test>', '=?utf-8?Q?Gr=C3=BC=C3=9Fe?='],
])('decodedHeaders %s: shows the sender as %s', async (decodedHeaders, from, subject) => {
  const { api, world } = await setUp({ decodedHeaders })
  const { id } = world.deliver(
    Buffer.from(
      [
        'From: =?utf-8?Q?D=C3=B6e,_John_"JD"?= <jo@vendor.test>',
        'To: Doe, Ann <ann@example.com>',
        'Cc: Team: =?utf-8?Q?B=C3=B6?= <bo@example.com>;',
        'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
        '',
        'Hello',
      ].join('\r\n'),
    ),
    'ann@example.com',
  )
  const metadataHeaders = ['From', 'To', 'Subject']
  for (const format of ['full', 'metadata']) {
    const { data } = await api.users.messages.get({ ...me, id, format, metadataHeaders })
    const shown = new Map(data.payload?.headers?.map(({ name, value }) => [name, value]))
    expect(shown.get('From')).toBe(from)
    expect(shown.get('Subject')).toBe(subject)
    // A malformed header without encoded words is shown as it came.
    expect(shown.get('To')).toBe('Doe, Ann <ann@example.com>')
  }
})

test('failedPreconditions: a call is refused once, and succeeds when it is repeated', async () => {
  const { api, simulator } = await setUp({ failedPreconditions: 1 })
  await expect(api.users.getProfile(me)).rejects.toMatchObject({
    status: 400,
    message: 'Precondition check failed.',
  })
  expect((await api.users.getProfile(me)).status).toBe(200)
  simulator.setQuirks({ failedPreconditions: 1 })
  await expect(api.users.labels.list(me)).rejects.toMatchObject({ status: 400 })
})

test('singlePushClient: a watch with another topic is refused until stop', async () => {
  const { api, simulator } = await setUp()
  const other = { ...push, topic: 'projects/doorman/topics/other' }
  const watch = (topicName: string) => api.users.watch({ ...me, requestBody: { topicName } })
  await watch(push.topic)
  expect((await watch(push.topic)).status).toBe(200)
  simulator.replacePush(other)
  await expect(watch(other.topic)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('Only one user push notification client') as string,
  })
  simulator.setQuirks({ singlePushClient: false })
  expect((await watch(other.topic)).status).toBe(200)
  simulator.setQuirks({})
  simulator.replacePush(push)
  await api.users.stop(me)
  expect((await watch(push.topic)).status).toBe(200)
})

test('an account without Gmail gets the same error from every call', async () => {
  const { api, simulator, ann } = await setUp()
  simulator.removeMailbox(ann)
  for (const call of [
    () => api.users.getProfile(me),
    () => api.users.messages.list(me),
    () => api.users.settings.sendAs.list(me),
    () => api.users.watch({ ...me, requestBody: { topicName: push.topic } }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 400, message: 'Mail service not enabled' })
})

test('only verified aliases can send', async () => {
  const { api, simulator, ann } = await setUp()
  simulator.setAliases(ann, [
    { sendAsEmail: 'new@example.com', verificationStatus: 'pending' },
    { sendAsEmail: 'shop@example.com', verificationStatus: 'accepted' },
  ])
  const send = (from: string) =>
    api.users.messages.send({
      ...me,
      requestBody: { raw: encode(composeTestMessage({ from, to: 'jo@vendor.test' })) },
    })
  expect((await send('Shop <shop@example.com>')).status).toBe(200)
  await expect(send('new@example.com')).rejects.toMatchObject({ status: 501 })
  await expect(send('team@example.com')).rejects.toMatchObject({ status: 501 })
})
