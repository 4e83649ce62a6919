import type { FaultEffect } from '@doorman/simulators/world/faults'
import { expect, test } from 'vitest'
import { connectMailbox, world } from './fake-microsoft.ts'

function failOnce(method: string, path: RegExp, make: FaultEffect): void {
  const match = (request: Request) => request.method === method && path.test(request.url)
  world.faults.push({ provider: 'microsoft', match, make })
}

test('a move that is done already writes nothing', async () => {
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

test('F30: twenty moves at once ask for one folder', async () => {
  const calls: string[] = []
  const { mailbox, deliver } = await connectMailbox(({ method, url }) => {
    calls.push(`${method} ${new URL(url).pathname.replace(/.*v1\.0/, '')}`)
  })
  const mails = []
  for (let count = 0; count < 20; count++) mails.push(await deliver())
  await Promise.all(mails.map(({ id }) => mailbox.move(id, 'set-aside')))
  expect(calls.filter((call) => call === 'POST /me/mailFolders')).toHaveLength(1)
})

test('F30: twenty moves at once, by two processes, make one folder', async () => {
  const { store, open, deliver, findOwnFolder } = await connectMailbox()
  const mails = []
  for (let count = 0; count < 20; count++) mails.push(await deliver())
  const [one, other] = [open(), open()]
  await Promise.all(mails.map(({ id }, at) => (at % 2 ? one : other).move(id, 'set-aside')))
  expect(store.userPlaces).toHaveLength(1)
  expect([...store.list(findOwnFolder() ?? '')]).toHaveLength(20)
})

test('F30: the folder that another process makes first is used', async () => {
  const { mailbox, store, deliver } = await connectMailbox(({ method, url }) => {
    if (method === 'POST' && url.endsWith('/mailFolders'))
      store.putUserPlace({ id: 'AAMkTheirs=', name: 'Doorman' })
  })
  const { mail, id } = await deliver()
  await mailbox.move(id, 'set-aside')
  expect([...store.load(mail.id).places]).toEqual(['AAMkTheirs='])
})

test('F30: a folder deleted between the look and the move is made anew', async () => {
  let first: string | undefined
  const { mailbox, store, deliver, findOwnFolder } = await connectMailbox(({ url }) => {
    if (url.endsWith('/move') && first !== undefined && first === findOwnFolder())
      store.removeUserPlace(first, 'bin')
  })
  await mailbox.move((await deliver()).id, 'set-aside')
  first = findOwnFolder()
  const { mail, id } = await deliver()
  await mailbox.move(id, 'set-aside')
  expect(findOwnFolder()).not.toBe(first)
  expect([...store.load(mail.id).places]).toEqual([findOwnFolder()])
})

test.each([
  'applied-then-500',
  'applied-then-cut',
  'server-error',
  'cut',
  'garbage',
  'rate-limit',
] as const)('F26: %s at any step of a move, and the mail is moved once', async (make) => {
  for (const [method, path] of [
    ['GET', /messages\//],
    ['GET', /mailFolders/],
    ['POST', /mailFolders$/],
    ['PATCH', /messages\//],
    ['POST', /\/move$/],
  ] as const) {
    const { mailbox, store, deliver, findOwnFolder } = await connectMailbox()
    const { mail, id } = await deliver()
    failOnce(method, path, make)
    await mailbox.move(id, 'set-aside')
    expect(store.userPlaces).toHaveLength(1)
    expect(store.load(mail.id)).toMatchObject({
      places: new Set([findOwnFolder()]),
      isRead: true,
    })
  }
})

test('F29: a mail that is gone makes no folder', async () => {
  const { mailbox, store, deliver } = await connectMailbox()
  const { mail, id } = await deliver()
  store.remove(mail.id)
  await expect(mailbox.move(id, 'set-aside')).rejects.toMatchObject({ failure: 'gone' })
  expect(store.userPlaces).toEqual([])
})
