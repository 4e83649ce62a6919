import { mailboxes, users } from '@doorman/db/schema'
import { MailError } from '@doorman/mail/mail-error'
import { dayMs } from '@doorman/domain/time'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../../testing/fake-pipeline.ts'
import { notifyLostMailboxes } from './notify-lost-mailboxes.ts'

const world = await openFakePipeline()
const { ctx, newInbox, runJobsUntilIdle, sync } = world

/** The user has revoked our access, and a sync notices. */
async function lose(ann: FakeInbox) {
  ann.box.failNextWith = new MailError('access-revoked', 'test')
  await sync(ann)
}

async function notify(ann: FakeInbox) {
  world.notify.sent.length = 0
  await notifyLostMailboxes(ctx)
  await runJobsUntilIdle()
  return world.notify.sent.filter(({ to }) => to === ann.address).map(({ email }) => email)
}

const set = ({ id }: FakeInbox, values: Partial<typeof mailboxes.$inferInsert>) =>
  ctx.db.update(mailboxes).set(values).where(eq(mailboxes.id, id))

const reconnect = (ann: FakeInbox) =>
  set(ann, { problem: null, nextCheckAt: ctx.now(), lastActiveAt: ctx.now() })

test('a user whose mailbox needs to be reconnected gets one email, and other users get none', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  expect(await notify(ann)).toEqual([])
  await lose(ann)
  expect(await notify(ann)).toEqual([
    { kind: 'mailbox-lost', address: ann.address, url: 'http://localhost:3000/accounts' },
  ])
  expect(world.notify.sent.map(({ to }) => to)).not.toContain(bob.address)
  expect(await notify(ann)).toEqual([])
  world.advance(30 * dayMs)
  expect(await notify(ann)).toEqual([])
})

test('a mailbox that is lost again causes another email, at most one per week', async () => {
  const ann = await newInbox()
  await lose(ann)
  await notify(ann)
  world.advance(dayMs)
  await reconnect(ann)
  await lose(ann)
  expect(await notify(ann)).toEqual([])
  world.advance(7 * dayMs)
  expect(await notify(ann)).toHaveLength(1)
})

test.each([{ isPaused: true }, { isActive: false }])(
  'no email is sent about a mailbox that is paused or inactive: %j',
  async (values) => {
    const ann = await newInbox()
    await lose(ann)
    await set(ann, values)
    expect(await notify(ann)).toEqual([])
  },
)

test('no email is sent about a mailbox that was disconnected in between', async () => {
  const ann = await newInbox()
  await lose(ann)
  await notifyLostMailboxes(ctx)
  await ctx.db.delete(mailboxes).where(eq(mailboxes.id, ann.id))
  world.notify.sent.length = 0
  await runJobsUntilIdle()
  expect(world.notify.sent).toEqual([])
})

test('a lost mailbox that another transaction has locked does not delay other emails', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  await lose(ann)
  await lose(bob)
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from mailboxes where id = ${ann.id} for update`)
    expect(await notify(bob)).toHaveLength(1)
    expect(world.notify.sent.map(({ to }) => to)).not.toContain(ann.address)
  })
  expect(await notify(ann)).toHaveLength(1)
})

test('a notice waits for the deletion of its user, and the two do not deadlock', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  await lose(ann)
  await lose(bob)
  const notified = await ctx.db.transaction(async (tx) => {
    // The deletion has locked the user. It locks the mailboxes once the notice waits.
    await tx.execute(sql`select from users where id = ${ann.userId} for update`)
    const notice = notifyLostMailboxes(ctx)
    await untilBlocked()
    await tx.delete(users).where(eq(users.id, ann.userId))
    return { notice }
  })
  await notified.notice
  world.notify.sent.length = 0
  await runJobsUntilIdle()
  expect(world.notify.sent.map(({ to }) => to)).toEqual([bob.address])
})

async function untilBlocked(): Promise<void> {
  const { rows } = await ctx.db.execute(sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  if (rows.length === 0) return untilBlocked()
}
