import { expect, test } from 'vitest'
import { VirtualClock } from './clock.ts'
import {
  bounces,
  repliesMetBefore,
  repliesOutOfOffice,
  repliesToEverything,
} from './external-addresses.ts'
import { compose } from './message/compose.ts'
import { createWorld, type ExternalAddress } from './world.ts'

const jo = 'jo@vendor.test'

function setUp(external: ExternalAddress) {
  const world = createWorld({ clock: new VirtualClock(new Date('2026-11-15T12:00:00Z')) })
  world.addExternalAddress(external)
  const ann = world.addMailbox({ provider: 'google', address: 'ann@example.com', name: 'Ann' })
  const write = async (headers: { name: string; value: string }[] = []) => {
    const raw = compose({
      from: 'ann@example.com',
      to: jo,
      subject: 'Hello',
      text: 'Hello',
      date: world.clock.now(),
      rfcMessageId: '<hello@example.com>',
      headers,
    })
    ann.add({ raw, folders: ['sent'], isRead: true })
    world.send(ann, raw)
    await world.clock.advance(10_000)
    return [...ann.list('inbox')]
  }
  return { world, write }
}

test('a sender who has met the user says so, in the thread', async () => {
  const { world, write } = setUp(repliesMetBefore(jo))
  const [reply] = await write()
  expect(Buffer.from(reply?.raw ?? []).toString()).toContain('We’ve met before')
  expect(reply?.headers.find('in-reply-to')).toBe('<hello@example.com>')
  expect(reply?.threadId).toBe([...(world.mailboxes[0]?.list('sent') ?? [])][0]?.threadId)
})

test('an out-of-office reply goes to people, not to automatic messages', async () => {
  expect(await setUp(repliesOutOfOffice(jo)).write()).toMatchObject([
    { headers: expect.objectContaining({ list: expect.arrayContaining([automatic]) }) },
  ])
  expect(await setUp(repliesOutOfOffice(jo)).write([automatic])).toEqual([])
})

const automatic = { name: 'Auto-Submitted', value: 'auto-replied' }

test('a bounce is a delivery report with an empty return path', async () => {
  const [bounce] = await setUp(bounces(jo)).write()
  expect(bounce?.headers.find('return-path')).toBe('<>')
  expect(bounce?.headers.find('from')).toBe('mailer-daemon@vendor.test')
  expect(bounce?.headers.find('content-type')).toMatch(/^multipart\/report/)
})

test('two addresses that reply to everything keep replying to each other', async () => {
  const robot = repliesToEverything('robot@vendor.test')
  let replies = 0
  const { world, write } = setUp(repliesToEverything(jo))
  world.addExternalAddress({
    address: robot.address,
    reply: (message) => {
      replies++
      return robot.reply(message)
    },
  })
  expect(await write([{ name: 'Reply-To', value: robot.address }])).toEqual([])
  const before = replies
  await world.clock.advance(100_000)
  expect(replies).toBeGreaterThan(before + 40)
})
