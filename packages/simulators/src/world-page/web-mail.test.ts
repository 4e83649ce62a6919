import { expect, test } from 'vitest'
import { createWebMail } from './web-mail.ts'

const open = async (query: Record<string, string>) => {
  const handle = createWebMail({
    findLinked: (itemId) =>
      itemId === 'known' ? { address: 'ann@own.example', id: 'message1' } : null,
  })
  const answer = await handle(
    new Request(`http://demo.test/mail/u/?${new URLSearchParams(query).toString()}`),
  )
  return [answer.status, answer.headers.get('location')]
}

test.each([
  [{ authuser: 'ann@own.example' }, '/dev/world/?mailbox=ann%40own.example'],
  [{ ItemID: 'known' }, '/dev/world/?mailbox=ann%40own.example&message=message1'],
  [{ ItemID: 'unknown' }, '/dev/world/'],
  [{}, '/dev/world/'],
])('a link with %j leads to %s', async (query, location) => {
  expect(await open(query as Record<string, string>)).toEqual([302, location])
})
