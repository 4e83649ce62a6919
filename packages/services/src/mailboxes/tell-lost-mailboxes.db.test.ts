import { mailboxes } from '@doorman/db/schema'
import { MailError } from '@doorman/mail/mail-error'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../fake-pipeline.ts'
import { tellLostMailboxes } from './tell-lost-mailboxes.ts'

const world = await openFakePipeline()
const { ctx, newInbox, settle, sync } = world
const dayMs = 86_400_000

/** The grant is worth nothing any more, and somebody comes across it. */
async function lose(ann: FakeInbox) {
  ann.box.failNextWith = new MailError('access-revoked', 'test')
  await sync(ann)
}

async function tell(ann: FakeInbox) {
  world.notify.sent.length = 0
  await tellLostMailboxes(ctx)
  await settle()
  return world.notify.sent.filter(({ to }) => to === ann.address).map(({ mail }) => mail)
}

const set = ({ id }: FakeInbox, values: Partial<typeof mailboxes.$inferInsert>) =>
  ctx.db.update(mailboxes).set(values).where(eq(mailboxes.id, id))

const reconnect = (ann: FakeInbox) =>
  set(ann, { problem: null, nextCheckAt: ctx.now(), lastActiveAt: ctx.now() })

test('F20: who has to connect a mailbox again is told once, and nobody else is', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  expect(await tell(ann)).toEqual([])
  await lose(ann)
  expect(await tell(ann)).toEqual([
    { kind: 'mailbox-lost', address: ann.address, url: 'http://localhost:3000/accounts' },
  ])
  expect(world.notify.sent.map(({ to }) => to)).not.toContain(bob.address)
  expect(await tell(ann)).toEqual([])
  world.advance(30 * dayMs)
  expect(await tell(ann)).toEqual([])
})

test('F20: connected and lost again, it is told again, and at most once in a week', async () => {
  const ann = await newInbox()
  await lose(ann)
  await tell(ann)
  world.advance(dayMs)
  await reconnect(ann)
  await lose(ann)
  expect(await tell(ann)).toEqual([])
  world.advance(7 * dayMs)
  expect(await tell(ann)).toHaveLength(1)
})

test.each([{ isPaused: true }, { isActive: false }])(
  'of a mailbox that is left alone nobody is told: %j',
  async (rest) => {
    const ann = await newInbox()
    await lose(ann)
    await set(ann, rest)
    expect(await tell(ann)).toEqual([])
  },
)

test('of a mailbox disconnected meanwhile there is nothing to say', async () => {
  const ann = await newInbox()
  await lose(ann)
  await tellLostMailboxes(ctx)
  await ctx.db.delete(mailboxes).where(eq(mailboxes.id, ann.id))
  world.notify.sent.length = 0
  await settle()
  expect(world.notify.sent).toEqual([])
})
