import { findPush } from '@doorman/db/queries/push-grants'
import { grants, mailboxes, users } from '@doorman/db/schema'
import { MailError } from '@doorman/mail/mail-error'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '../context.ts'
import { openFakePipeline, type FakeInbox } from '../fake-pipeline.ts'
import { applyPlan } from '../mailboxes/apply-plan.ts'
import { pauseMailbox } from '../mailboxes/pause-mailbox.ts'
import { unpauseMailbox } from '../mailboxes/unpause-mailbox.ts'

const world = await openFakePipeline()
const { ctx, advance, newInbox, sync, settle } = world
const hourMs = 3_600_000
const dayMs = 24 * hourMs

beforeEach(() => world.judgeAll('ordinary'))

const inAWeek = () => new Date(ctx.now().getTime() + 7 * dayMs)
const pushOf = async ({ grantId }: FakeInbox) => (await findPush(ctx.db, grantId))?.current
const actorOf = ({ userId }: FakeInbox): Actor => ({ userId, sessionId: 'none' })
const ownOf = ({ id }: FakeInbox) => ({ provider: 'gmail', mailboxId: id }) as const
const pause = (ann: FakeInbox) => pauseMailbox(ctx, actorOf(ann), ownOf(ann))

async function newPushed() {
  const ann = await newInbox()
  ann.box.pushExpiresAt = inAWeek()
  await sync(ann)
  expect(ann.box.isPushing).toBe(true)
  return ann
}

async function endTrialOf({ userId }: FakeInbox) {
  const trialEndsAt = new Date(ctx.now().getTime() - 10 * dayMs)
  await ctx.db.update(users).set({ trialEndsAt }).where(eq(users.id, userId))
}

describe('the promise to tell us of changes', () => {
  test('is asked for by the first look, and renewed at half its life', async () => {
    const ann = await newPushed()
    expect(await pushOf(ann)).toEqual({ id: 'push', expiresAt: ann.box.pushExpiresAt })
    advance(3 * dayMs)
    await sync(ann)
    expect(ann.box.pushRenewals).toBe(1)
    advance(dayMs)
    ann.box.pushExpiresAt = inAWeek()
    await sync(ann)
    expect(ann.box.pushRenewals).toBe(2)
    expect(await pushOf(ann)).toMatchObject({ expiresAt: ann.box.pushExpiresAt })
  })

  test('F18: that ended in an outage is asked for at the next look, and the gap is read', async () => {
    const ann = await newPushed()
    advance(8 * dayMs)
    const id = ann.receive()
    await sync(ann)
    expect(ann.box.pushRenewals).toBe(2)
    expect(await ann.decisions()).toMatchObject([{ messageId: id }])
  })

  test('comes before the look, so that nothing falls between them', async () => {
    const ann = await newInbox()
    const whole = ann.box.listInbox.bind(ann.box)
    let wasPushing = false
    ann.box.listInbox = async (range) => {
      wasPushing = ann.box.isPushing
      return whole(range)
    }
    await sync(ann)
    expect(wasPushing).toBe(true)
  })

  test('is no part of a free plan', async () => {
    const ann = await newInbox({ isPro: false })
    await sync(ann)
    expect(ann.box.pushRenewals).toBe(0)
  })

  test.each(['unavailable', 'rate-limited', 'access-revoked', 'refused'] as const)(
    'that cannot be had (%s) stops no look, and is asked for again in an hour',
    async (failure) => {
      if (failure === 'refused') world.expectError('went-on-without')
      const ann = await newInbox()
      const id = ann.receive()
      const { renew } = ann.box.push
      ann.box.push.renew = () => Promise.reject(new MailError(failure, 'test'))
      await sync(ann)
      expect(await ann.row()).toMatchObject({ problem: null, syncStatus: 'synced' })
      expect(await ann.decisions()).toMatchObject([{ messageId: id }])

      ann.box.push.renew = renew
      await sync(ann)
      expect(ann.box.isPushing).toBe(false)
      advance(hourMs)
      await sync(ann)
      expect(ann.box.isPushing).toBe(true)
    },
  )

  test('that cannot be renewed in time is kept in mind, to be stopped', async () => {
    const ann = await newPushed()
    const { renew } = ann.box.push
    ann.box.push.renew = () => Promise.reject(new MailError('unavailable', 'test'))
    advance(4 * dayMs)
    await sync(ann)
    expect(await pushOf(ann)).toMatchObject({ id: 'push' })
    ann.box.push.renew = renew
  })
})

describe('it is given back', () => {
  test('by a pause, and asked for again at its end', async () => {
    const ann = await newPushed()
    await pause(ann)
    await settle()
    expect(ann.box.isPushing).toBe(false)
    expect(await pushOf(ann)).toBeNull()
    await unpauseMailbox(ctx, actorOf(ann), ownOf(ann))
    await settle()
    expect(ann.box.isPushing).toBe(true)
  })

  test('when the plan no longer looks after the mailbox', async () => {
    const ann = await newPushed()
    await ctx.db.insert(mailboxes).values(await toSecondMailbox(ann))
    await endTrialOf(ann)
    advance(1)
    await ctx.db.transaction((tx) => applyPlan(ctx, tx, ann))
    await settle()
    const { isActive } = await ann.row()
    expect(isActive).toBe(false)
    expect(ann.box.isPushing).toBe(false)
  })

  test('with the end of Pro, by the next look', async () => {
    const ann = await newPushed()
    await endTrialOf(ann)
    await sync(ann)
    expect(ann.box.isPushing).toBe(false)
    expect(await pushOf(ann)).toBeNull()
  })

  test('as soon as the provider can be reached', async () => {
    world.expectError('job-failed')
    const ann = await newPushed()
    await pause(ann)
    ann.box.failNextWith = new MailError('unavailable', 'test')
    await settle()
    expect(await pushOf(ann)).toMatchObject({ id: 'push' })
    await world.makeRetriesDue()
    await settle()
    expect(ann.box.isPushing).toBe(false)
    expect(await pushOf(ann)).toBeNull()
  })

  test('or forgotten, where the provider will not hear of it', async () => {
    const ann = await newPushed()
    await pause(ann)
    ann.box.failNextWith = new MailError('access-revoked', 'test')
    await settle()
    expect(await pushOf(ann)).toBeNull()
  })

  test('unless the pause is over before its turn comes', async () => {
    const ann = await newPushed()
    await pause(ann)
    await unpauseMailbox(ctx, actorOf(ann), ownOf(ann))
    await settle()
    expect(ann.box.isPushing).toBe(true)
    expect(await pushOf(ann)).toMatchObject({ id: 'push' })
  })

  test('and where it was asked for at the same moment, nobody believes what may be over', async () => {
    const ann = await newPushed()
    advance(4 * dayMs)
    const { renew } = ann.box.push
    ann.box.push.renew = async () => {
      const renewed = await renew()
      // The provider hears of the end last, and we of the renewal.
      await pause(ann)
      await settle()
      return renewed
    }
    await sync(ann)
    ann.box.push.renew = renew
    expect(ann.box.isPushing).toBe(false)
    expect(await pushOf(ann)).toBeNull()
  })
})

/** A mailbox of the same user, in use later. */
async function toSecondMailbox({ userId, grantId }: FakeInbox) {
  const [grant] = await ctx.db.select().from(grants).where(eq(grants.id, grantId))
  if (!grant) throw new Error('The grant is gone')
  const { id: _id, pushId: _pushId, pushExpiresAt: _ends, ...rest } = grant
  const subject = `${rest.subject}-second`
  const [second] = await ctx.db
    .insert(grants)
    .values({ ...rest, subject })
    .returning()
  return {
    userId,
    grantId: second?.id ?? grantId,
    provider: 'gmail',
    subject,
    address: subject,
    createdAt: ctx.now(),
    lastActiveAt: new Date(ctx.now().getTime() + 1),
    nextCheckAt: ctx.now(),
    isActive: true,
  } as const
}
