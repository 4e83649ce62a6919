import { expect, test } from 'vitest'
import { composeTestMessage, makeGoogle } from '../../testing/google-client.ts'

const me = { userId: 'me' }

async function setUp() {
  const google = makeGoogle()
  const { world } = google
  const ann = world.addMailbox({ provider: 'google', address: 'ann@example.com', name: 'Ann' })
  const { api } = await google.connect('ann@example.com')
  const { data } = await api.users.labels.create({
    ...me,
    requestBody: {
      name: 'Doorman',
      labelListVisibility: 'labelShow',
      messageListVisibility: 'hide',
    },
  })
  return { world, ann, api, id: data.id ?? '' }
}

test('a new label is listed with the system labels', async () => {
  const { api, id } = await setUp()
  const { data } = await api.users.labels.list(me)
  expect(data.labels).toContainEqual({ id: 'INBOX', name: 'INBOX', type: 'system' })
  expect(data.labels).toContainEqual({
    id,
    name: 'Doorman',
    type: 'user',
    labelListVisibility: 'labelShow',
    messageListVisibility: 'hide',
  })
})

test('an existing label name is a conflict, whatever its case', async () => {
  const { api, id } = await setUp()
  for (const name of ['Doorman', 'doorman'])
    await expect(api.users.labels.create({ ...me, requestBody: { name } })).rejects.toMatchObject({
      status: 409,
      response: { data: { error: { message: 'Label name exists or conflicts' } } },
    })
  for (const requestBody of [
    { name: '' },
    { name: 'inbox' },
    { name: 'x', labelListVisibility: 'loud' },
  ])
    await expect(api.users.labels.create({ ...me, requestBody })).rejects.toMatchObject({
      status: 400,
    })
  const other = await api.users.labels.create({ ...me, requestBody: { name: 'Other' } })
  await expect(
    api.users.labels.patch({ ...me, id: other.data.id ?? '', requestBody: { name: 'Doorman' } }),
  ).rejects.toMatchObject({ status: 409 })
  await expect(
    api.users.labels.patch({ ...me, id, requestBody: { name: 'DOORMAN' } }),
  ).resolves.toMatchObject({ data: { id, name: 'DOORMAN', messageListVisibility: 'hide' } })
})

test('a label has message and thread counts', async () => {
  const { api, id, world } = await setUp()
  const { id: messageId } = world.deliver(composeTestMessage(), 'ann@example.com')
  await api.users.messages.modify({ ...me, id: messageId, requestBody: { addLabelIds: [id] } })
  expect((await api.users.labels.get({ ...me, id })).data).toMatchObject({
    messagesTotal: 1,
    messagesUnread: 1,
    threadsTotal: 1,
    threadsUnread: 1,
  })
})

test('a deleted label is removed from its messages; a system label cannot be deleted', async () => {
  const { api, id, world, ann } = await setUp()
  const { id: messageId } = world.deliver(composeTestMessage(), 'ann@example.com')
  await api.users.messages.modify({
    ...me,
    id: messageId,
    requestBody: { addLabelIds: [id], removeLabelIds: ['INBOX'] },
  })
  expect((await api.users.labels.delete({ ...me, id })).status).toBe(204)
  expect(ann.load(messageId).folders.size).toBe(0)
  await expect(
    api.users.messages.modify({ ...me, id: messageId, requestBody: { addLabelIds: [id] } }),
  ).rejects.toMatchObject({ status: 400 })
  await expect(api.users.labels.delete({ ...me, id })).rejects.toMatchObject({ status: 404 })
  await expect(api.users.labels.delete({ ...me, id: 'INBOX' })).rejects.toMatchObject({
    status: 400,
  })
})
