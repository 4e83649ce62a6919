import { expect, test } from 'vitest'
import { composeTestMessage, makeGoogle } from '../../testing/google-client.ts'
import { dayMs } from '../../world/time.ts'

const me = { userId: 'me' }

async function setUp(firstChangeId = 1000n) {
  const google = makeGoogle()
  const { world } = google
  const ann = world.addMailbox({
    provider: 'google',
    address: 'ann@example.com',
    name: 'Ann',
    firstChangeId,
  })
  const { tokens, api } = await google.connect('ann@example.com')
  const start = (await api.users.getProfile(me)).data.historyId ?? ''
  return { google, world, ann, api, tokens, start }
}

test('without changes the response has no history, only the newest id', async () => {
  const { api, start } = await setUp()
  expect((await api.users.history.list({ ...me, startHistoryId: start })).data).toEqual({
    historyId: start,
  })
})

test('every change is listed once, in order, with its labels', async () => {
  const { api, start, world, ann } = await setUp()
  const { id, threadId } = world.deliver(composeTestMessage(), 'ann@example.com')
  await api.users.messages.modify({
    ...me,
    id,
    requestBody: { addLabelIds: ['STARRED'], removeLabelIds: ['INBOX', 'UNREAD'] },
  })
  ann.remove(id)
  const { data } = await api.users.history.list({ ...me, startHistoryId: start })
  expect(data.historyId).toBe(String(ann.newestChangeId))
  expect(data.history).toMatchObject([
    {
      messages: [{ id, threadId }],
      messagesAdded: [{ message: { id, labelIds: ['UNREAD', 'INBOX'] } }],
    },
    {
      labelsAdded: [{ message: { id }, labelIds: ['STARRED'] }],
      labelsRemoved: [{ message: { id }, labelIds: ['UNREAD', 'INBOX'] }],
    },
    { messagesDeleted: [{ message: { id } }] },
  ])
  await expect(api.users.messages.get({ ...me, id })).rejects.toMatchObject({ status: 404 })
})

test('only the requested history types and label are listed', async () => {
  const { api, start, world, ann } = await setUp()
  const { id } = world.deliver(composeTestMessage(), 'ann@example.com')
  world.deliver(composeTestMessage(), 'ann@example.com', { folders: ['junk'] })
  ann.update(id, { isRead: true })
  const list = async (options: object) =>
    (await api.users.history.list({ ...me, startHistoryId: start, ...options })).data.history
      ?.length
  expect(await list({})).toBe(3)
  expect(await list({ historyTypes: ['messageAdded'] })).toBe(2)
  expect(await list({ historyTypes: ['messageAdded'], labelId: 'INBOX' })).toBe(1)
  expect(await list({ historyTypes: ['labelRemoved'] })).toBe(1)
  await expect(list({ historyTypes: ['moved'] })).rejects.toMatchObject({ status: 400 })
})

test('each page continues where the last one ended', async () => {
  const { api, start, world } = await setUp()
  const ids = [1, 2, 3, 4, 5].map(() => world.deliver(composeTestMessage(), 'ann@example.com').id)
  const seen: string[] = []
  let pageToken: string | undefined
  do {
    const { data } = await api.users.history.list({
      ...me,
      startHistoryId: start,
      maxResults: 2,
      ...(pageToken && { pageToken }),
    })
    for (const { messages } of data.history ?? []) seen.push(messages?.[0]?.id ?? '')
    pageToken = data.nextPageToken ?? undefined
  } while (pageToken)
  expect(seen).toEqual(ids)
})

test('history ids above 2^63 stay exact', async () => {
  const { api, world } = await setUp(2n ** 63n + 1n)
  const { id, changeId } = world.deliver(composeTestMessage(), 'ann@example.com')
  const { data } = await api.users.messages.get({ ...me, id, format: 'minimal' })
  expect(data.historyId).toBe(String(changeId))
  await expect(
    api.users.history.list({ ...me, startHistoryId: data.historyId ?? '' }),
  ).resolves.toMatchObject({ data: { historyId: String(changeId) } })
})

test('a start id older than eight days gets 404, unless no change followed it', async () => {
  const { google, start, world } = await setUp()
  const list = async (startHistoryId: string) => {
    const { api } = await google.connect('ann@example.com')
    return api.users.history.list({ ...me, startHistoryId })
  }
  world.deliver(composeTestMessage(), 'ann@example.com')
  await world.clock.advance(8 * dayMs)
  await expect(list(start)).resolves.toMatchObject({ data: { history: [{}] } })
  await world.clock.advance(1)
  await expect(list(start)).rejects.toMatchObject({
    status: 404,
    response: { data: { error: { errors: [{ reason: 'notFound' }] } } },
  })
  const newest = String(world.findMailbox('ann@example.com')?.newestChangeId)
  await expect(list(newest)).resolves.toMatchObject({ data: { historyId: newest } })
})

test('forgotten, unknown and malformed start ids are rejected', async () => {
  const { api, start, world, ann } = await setUp()
  world.deliver(composeTestMessage(), 'ann@example.com')
  ann.forgetChanges()
  await expect(api.users.history.list({ ...me, startHistoryId: start })).rejects.toMatchObject({
    status: 404,
  })
  await expect(
    api.users.history.list({ ...me, startHistoryId: String(ann.newestChangeId + 1n) }),
  ).rejects.toMatchObject({ status: 404 })
  await expect(api.users.history.list({ ...me, startHistoryId: '1' })).rejects.toMatchObject({
    status: 404,
  })
  await expect(api.users.history.list({ ...me, startHistoryId: 'x' })).rejects.toMatchObject({
    status: 400,
  })
  await expect(api.users.history.list(me)).rejects.toMatchObject({ status: 400 })
})
