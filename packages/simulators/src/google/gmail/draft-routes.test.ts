import { expect, test } from 'vitest'
import { composeTestMessage, encode, makeGoogle } from '../../testing/google-client.ts'

const me = { userId: 'me' }

async function setUp() {
  const google = makeGoogle()
  const { world } = google
  const ann = world.addMailbox({ provider: 'google', address: 'ann@example.com', name: 'Ann' })
  const { api } = await google.connect('ann@example.com')
  const pitch = world.deliver(
    composeTestMessage({ rfcMessageId: '<pitch@vendor.test>' }),
    'ann@example.com',
  )
  const reply = composeTestMessage({
    from: 'ann@example.com',
    to: 'jo@vendor.test',
    subject: 'Re: Quick question',
    headers: [{ name: 'In-Reply-To', value: '<pitch@vendor.test>' }],
  })
  const { data } = await api.users.drafts.create({
    ...me,
    requestBody: { message: { raw: encode(reply), threadId: pitch.threadId } },
  })
  return { world, ann, api, pitch, draft: data, id: data.id ?? '' }
}

test('a draft belongs to its thread and is not sent', async () => {
  const { api, id, draft, pitch, world } = await setUp()
  expect(draft.message).toMatchObject({ threadId: pitch.threadId, labelIds: ['DRAFT'] })
  const { data } = await api.users.drafts.get({ ...me, id, format: 'metadata' })
  expect(data.message?.payload?.headers).toContainEqual({ name: 'To', value: 'jo@vendor.test' })
  expect(world.record.sends).toEqual([])
})

test('drafts are listed with their message and thread until they are deleted', async () => {
  const { api, id, draft, pitch } = await setUp()
  const { data } = await api.users.drafts.list({ ...me, maxResults: 500 })
  const message = { id: draft.message?.id, threadId: pitch.threadId }
  expect(data.drafts).toMatchObject([{ id, message }])
  await api.users.drafts.delete({ ...me, id })
  expect((await api.users.drafts.list(me)).data.drafts).toBeUndefined()
})

test('sending a draft deletes it and creates a message with another id', async () => {
  const { api, id, draft, pitch, world, ann } = await setUp()
  const { data } = await api.users.drafts.send({ ...me, requestBody: { id } })
  expect(data).toMatchObject({ threadId: pitch.threadId, labelIds: ['SENT'] })
  expect(data.id).not.toBe(draft.message?.id)
  await expect(api.users.drafts.get({ ...me, id })).rejects.toMatchObject({ status: 404 })
  await expect(api.users.drafts.send({ ...me, requestBody: { id } })).rejects.toMatchObject({
    status: 404,
  })
  expect([...ann.list('sent')]).toHaveLength(1)
  expect(world.record.sends).toMatchObject([{ recipients: ['jo@vendor.test'] }])
  expect(world.record.drafts.map(({ what }) => what)).toEqual(['created', 'sent'])
})

test('a deleted draft is gone permanently', async () => {
  const { api, id, world, ann } = await setUp()
  expect((await api.users.drafts.delete({ ...me, id })).status).toBe(204)
  await expect(api.users.drafts.delete({ ...me, id })).rejects.toMatchObject({ status: 404 })
  expect(ann.size).toBe(1)
  expect(world.record.drafts.map(({ what }) => what)).toEqual(['created', 'deleted'])
})

test('a draft without recipients is not sent and stays a draft', async () => {
  const { api } = await setUp()
  const { data } = await api.users.drafts.create({
    ...me,
    requestBody: {
      message: { raw: encode(composeTestMessage({ from: 'ann@example.com', to: '' })) },
    },
  })
  const id = data.id ?? ''
  await expect(api.users.drafts.send({ ...me, requestBody: { id } })).rejects.toMatchObject({
    status: 400,
  })
  await expect(api.users.drafts.get({ ...me, id })).resolves.toBeDefined()
})
