import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/microsoft-app.ts'

test('a message that is deleted for good is not in Deleted Items', async () => {
  const { connect, ann, deliver } = openTestApp()
  const graph = await connect(ann)
  deliver(ann)
  const [message] = (await graph.get('me/messages')).body.value
  const path = `me/messages/${message.id}`
  expect((await graph.post(`${path}/permanentDelete`, {})).status).toBe(204)
  expect((await graph.get(path)).status).toBe(404)
  expect([...ann.list()]).toEqual([])
})

test('a folder of the user is deleted with its messages, the inbox is not', async () => {
  const { connect, ann, deliver } = openTestApp()
  const graph = await connect(ann)
  const { id } = (await graph.post('me/mailFolders', { displayName: 'Check' })).body
  ann.move(deliver(ann).id, id)
  expect((await graph.post(`me/mailFolders/${id}/permanentDelete`, {})).status).toBe(204)
  expect(ann.userFolders).toEqual([])
  expect([...ann.list()]).toEqual([])
  expect((await graph.post('me/mailFolders/inbox/permanentDelete', {})).status).toBe(400)
})
