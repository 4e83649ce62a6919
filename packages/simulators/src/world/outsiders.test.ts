import { expect, test } from 'vitest'
import { VirtualClock } from './clock.ts'
import { compose } from './compose.ts'
import { bouncingAddress, loopRobot, oldAcquaintance, outOfOffice } from './outsiders.ts'
import { createWorld, type Outsider } from './world.ts'

const jo = 'jo@vendor.test'

function setUp(outsider: Outsider) {
  const world = createWorld({ clock: new VirtualClock(new Date('2026-11-15T12:00:00Z')) })
  world.addOutsider(outsider)
  const ann = world.addMailbox({ provider: 'google', address: 'ann@example.com', name: 'Ann' })
  const write = async (headers: { name: string; value: string }[] = []) => {
    const raw = compose({
      from: 'ann@example.com',
      to: jo,
      subject: 'Hello',
      text: 'Hello',
      date: world.clock.now(),
      messageId: '<hello@example.com>',
      headers,
    })
    ann.add({ raw, places: ['sent'], isRead: true })
    world.send(ann, raw)
    await world.clock.advance(10_000)
    return [...ann.list('inbox')]
  }
  return { world, write }
}

test('an old acquaintance answers in the thread', async () => {
  const { world, write } = setUp(oldAcquaintance(jo))
  const [answer] = await write()
  expect(Buffer.from(answer?.raw ?? []).toString()).toContain('We’ve met before')
  expect(answer?.headers.find('in-reply-to')).toBe('<hello@example.com>')
  expect(answer?.threadId).toBe([...(world.mailboxes[0]?.list('sent') ?? [])][0]?.threadId)
})

test('someone out of office answers people and not machines (F62)', async () => {
  expect(await setUp(outOfOffice(jo)).write()).toMatchObject([
    { headers: expect.objectContaining({ list: expect.arrayContaining([automatic]) }) },
  ])
  expect(await setUp(outOfOffice(jo)).write([automatic])).toEqual([])
})

const automatic = { name: 'Auto-Submitted', value: 'auto-replied' }

test('a bounce is a report from the empty sender (F63)', async () => {
  const [bounce] = await setUp(bouncingAddress(jo)).write()
  expect(bounce?.headers.find('return-path')).toBe('<>')
  expect(bounce?.headers.find('from')).toBe('mailer-daemon@vendor.test')
  expect(bounce?.headers.find('content-type')).toMatch(/^multipart\/report/)
})

test('two robots that answer everything go on for as long as time does (F56)', async () => {
  const robot = loopRobot('robot@vendor.test')
  let answers = 0
  const { world, write } = setUp(loopRobot(jo))
  world.addOutsider({
    address: robot.address,
    answer: (mail) => {
      answers++
      return robot.answer(mail)
    },
  })
  expect(await write([{ name: 'Reply-To', value: robot.address }])).toEqual([])
  const soon = answers
  await world.clock.advance(100_000)
  expect(answers).toBeGreaterThan(soon + 40)
})
