import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/microsoft-app.ts'

test('the well-known folders exist from the start and are found by name', async () => {
  const { connect, ann, deliver } = openTestApp()
  const graph = await connect(ann)
  deliver(ann)
  const { value } = (await graph.get('me/mailFolders')).body
  expect(value.map(({ displayName }: { displayName: string }) => displayName)).toEqual([
    'Archive',
    'Deleted Items',
    'Drafts',
    'Inbox',
    'Junk Email',
    'Sent Items',
  ])
  const inbox = await graph.get('me/mailFolders/Inbox')
  expect(inbox.body).toMatchObject(value[3])
  expect(inbox.body).toMatchObject({ totalItemCount: 1, unreadItemCount: 1, isHidden: false })
  expect((await graph.get("me/mailfolders('inbox')")).body.id).toBe(inbox.body.id)
})

test('a folder name can be used once, whatever its case', async () => {
  const { connect, ann } = openTestApp()
  const graph = await connect(ann)
  const created = await graph.post('me/mailFolders', { displayName: 'Doorman' })
  expect(created).toMatchObject({
    status: 201,
    body: { displayName: 'Doorman', totalItemCount: 0 },
  })
  for (const displayName of ['Doorman', 'DOORMAN', 'inbox'])
    expect(await graph.post('me/mailFolders', { displayName })).toMatchObject({
      status: 409,
      body: { error: { code: 'ErrorFolderExists' } },
    })
  expect((await graph.get(`me/mailFolders/${created.body.id}`)).body.displayName).toBe('Doorman')
})

test('a folder is found by name, also one with a quote', async () => {
  const { connect, ann } = openTestApp()
  const graph = await connect(ann)
  await graph.post('me/mailFolders', { displayName: "Ann's" })
  const { value } = (await graph.get("me/mailFolders?$filter=displayName eq 'Ann''s'")).body
  expect(value).toHaveLength(1)
})

test('folders are paged by ten, and a page link works for one mailbox only', async () => {
  const { connect, ann, bob } = openTestApp()
  const graph = await connect(ann)
  for (let number = 0; number < 6; number++)
    await graph.post('me/mailFolders', { displayName: `Folder ${number}` })
  const first = await graph.get('me/mailFolders?$select=displayName')
  expect(first.body.value).toHaveLength(10)
  const second = await graph.get(first.body['@odata.nextLink'])
  expect(second.body.value).toHaveLength(2)
  expect(Object.keys(second.body.value[0])).toEqual(['id', 'displayName'])
  expect(second.body).not.toHaveProperty('@odata.nextLink')
  const other = await connect(bob)
  expect((await other.get(first.body['@odata.nextLink'])).status).toBe(400)
})

test('a folder that the user renamed or deleted shows its new name or 404', async () => {
  const { connect, ann } = openTestApp()
  const graph = await connect(ann)
  const { id } = (await graph.post('me/mailFolders', { displayName: 'Doorman' })).body
  ann.putUserFolder({ id, name: 'Mine' })
  expect((await graph.get(`me/mailFolders/${id}`)).body.displayName).toBe('Mine')
  ann.removeUserFolder(id, 'bin')
  expect(await graph.get(`me/mailFolders/${id}`)).toMatchObject({
    status: 404,
    body: { error: { code: 'ErrorItemNotFound' } },
  })
})

test('a folder name must have 1 to 255 characters', async () => {
  const { connect, ann } = openTestApp()
  const graph = await connect(ann)
  for (const displayName of ['', 'x'.repeat(256)])
    expect((await graph.post('me/mailFolders', { displayName })).status).toBe(400)
})
