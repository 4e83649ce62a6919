import type { FaultEffect } from '@doorman/simulators/world/faults'
import { expect, test } from 'vitest'
import { connectMailbox, world } from '../testing/fake-microsoft.ts'

function failOnce(method: string, path: RegExp, effect: FaultEffect): void {
  const match = (request: Request) => request.method === method && path.test(request.url)
  world.faults.push({ provider: 'microsoft', match, effect })
}

test('repeating a move writes nothing', async () => {
  const calls: string[] = []
  const { mailbox, deliver } = await connectMailbox(({ method }) => {
    calls.push(method)
  })
  const { id } = await deliver()
  await mailbox.move(id, 'set-aside')
  calls.length = 0
  await mailbox.move(id, 'set-aside')
  expect(new Set(calls)).toEqual(new Set(['GET']))
})

test('twenty concurrent moves create the folder with one call', async () => {
  const calls: string[] = []
  const { mailbox, deliver } = await connectMailbox(({ method, url }) => {
    calls.push(`${method} ${new URL(url).pathname.replace(/.*v1\.0/, '')}`)
  })
  const delivered = []
  for (let count = 0; count < 20; count++) delivered.push(await deliver())
  await Promise.all(delivered.map(({ id }) => mailbox.move(id, 'set-aside')))
  expect(calls.filter((call) => call === 'POST /me/mailFolders')).toHaveLength(1)
})

test('concurrent moves by two processes create one folder', async () => {
  const { store, open, deliver, findSetAsideFolder } = await connectMailbox()
  const delivered = []
  for (let count = 0; count < 8; count++) delivered.push(await deliver())
  const [first, second] = [open(), open()]
  await Promise.all(delivered.map(({ id }, at) => (at % 2 ? first : second).move(id, 'set-aside')))
  expect(store.userFolders).toHaveLength(1)
  expect([...store.list(findSetAsideFolder() ?? '')]).toHaveLength(8)
})

test('uses the folder that another process creates first', async () => {
  const { mailbox, store, deliver } = await connectMailbox(({ method, url }) => {
    if (method === 'POST' && url.endsWith('/mailFolders'))
      store.putUserFolder({ id: 'AAMkTheirs=', name: 'Doorman' })
  })
  const { stored, id } = await deliver()
  await mailbox.move(id, 'set-aside')
  expect([...store.load(stored.id).folders]).toEqual(['AAMkTheirs='])
})

test('creates the folder again if it is deleted between lookup and move', async () => {
  let first: string | undefined
  const { mailbox, store, deliver, findSetAsideFolder } = await connectMailbox(({ url }) => {
    if (url.endsWith('/move') && first !== undefined && first === findSetAsideFolder())
      store.removeUserFolder(first, 'bin')
  })
  await mailbox.move((await deliver()).id, 'set-aside')
  first = findSetAsideFolder()
  const { stored, id } = await deliver()
  await mailbox.move(id, 'set-aside')
  expect(findSetAsideFolder()).not.toBe(first)
  expect([...store.load(stored.id).folders]).toEqual([findSetAsideFolder()])
})

test.each([
  'applied-then-500',
  'applied-then-cut',
  'server-error',
  'cut',
  'garbage',
  'rate-limit',
] as const)('%s at any step of a move: the message is moved once', async (effect) => {
  for (const [method, path] of [
    ['GET', /messages\//],
    ['GET', /mailFolders/],
    ['POST', /mailFolders$/],
    ['PATCH', /messages\//],
    ['POST', /\/move$/],
  ] as const) {
    const { mailbox, store, deliver, findSetAsideFolder } = await connectMailbox()
    const { stored, id } = await deliver()
    failOnce(method, path, effect)
    await mailbox.move(id, 'set-aside')
    expect(store.userFolders).toHaveLength(1)
    expect(store.load(stored.id)).toMatchObject({
      folders: new Set([findSetAsideFolder()]),
      isRead: true,
    })
  }
})

test('creates no folder for a deleted message', async () => {
  const { mailbox, store, deliver } = await connectMailbox()
  const { stored, id } = await deliver()
  store.remove(stored.id)
  await expect(mailbox.move(id, 'set-aside')).rejects.toMatchObject({ failure: 'gone' })
  expect(store.userFolders).toEqual([])
})
