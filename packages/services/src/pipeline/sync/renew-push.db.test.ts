import { findPush } from '@doorman/db/queries/push-grants'
import { grants, mailboxes, users } from '@doorman/db/schema'
import { dayMs, hourMs, minuteMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '../../ports/actor.ts'
import { openFakePipeline, type FakeInbox } from '../../testing/fake-pipeline.ts'
import { applyPlan } from '../../plans/apply-plan.ts'
import { pauseMailbox } from '../../mailboxes/pause-mailbox.ts'
import { unpauseMailbox } from '../../mailboxes/unpause-mailbox.ts'

const world = await openFakePipeline()
const { ctx, advance, newInbox, sync, runJobsUntilIdle } = world

beforeEach(() => world.judgeAll('ordinary'))

const inAWeek = () => new Date(ctx.now().getTime() + 7 * dayMs)
const pushOf = async ({ grantId }: FakeInbox) => (await findPush(ctx.db, grantId))?.current
const actorOf = ({ userId }: FakeInbox): Actor => ({ userId, sessionId: 'none' })
const ownOf = ({ id }: FakeInbox) => ({ provider: 'gmail', mailboxId: id }) as const
const pause = (ann: FakeInbox) => pauseMailbox(ctx, actorOf(ann), ownOf(ann))

async function newInboxWithPush() {
  const ann = await newInbox()
  ann.box.pushExpiresAt = inAWeek()
  await sync(ann)
  expect(ann.box.isPushActive).toBe(true)
  return ann
}

async function endTrialOf({ userId }: FakeInbox) {
  const trialEndsAt = new Date(ctx.now().getTime() - 10 * dayMs)
  await ctx.db.update(users).set({ trialEndsAt }).where(eq(users.id, userId))
}

describe('a push subscription', () => {
  test('is made by the first sync and renewed at half its lifetime', async () => {
    const ann = await newInboxWithPush()
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

  test('that expired is made again by the next sync, which also finds what arrived without push', async () => {
    const ann = await newInboxWithPush()
    advance(8 * dayMs)
    const id = ann.receive()
    await sync(ann)
    expect(ann.box.pushRenewals).toBe(2)
    expect(await ann.decisions()).toMatchObject([{ providerMessageId: id }])
  })

  test('is made before the inbox is listed, so that no message is missed in between', async () => {
    const ann = await newInbox()
    const listInbox = ann.box.listInbox.bind(ann.box)
    let wasPushActive = false
    ann.box.listInbox = async (range) => {
      wasPushActive = ann.box.isPushActive
      return listInbox(range)
    }
    await sync(ann)
    expect(wasPushActive).toBe(true)
  })

  test('is not part of the free plan', async () => {
    const ann = await newInbox({ isPro: false })
    await sync(ann)
    expect(ann.box.pushRenewals).toBe(0)
  })

  test.each(['unavailable', 'rate-limited', 'access-revoked', 'refused', 'gone'] as const)(
    'whose renewal fails (%s) does not stop the sync and is tried again in an hour',
    async (failure) => {
      if (failure === 'refused') world.expectError('non-fatal-error')
      const ann = await newInbox()
      const id = ann.receive()
      const { renew } = ann.box.push
      ann.box.push.renew = () => Promise.reject(new MailError(failure, 'test'))
      await sync(ann)
      expect(await ann.row()).toMatchObject({ problem: null, syncStatus: 'synced' })
      expect(await ann.decisions()).toMatchObject([{ providerMessageId: id }])

      ann.box.push.renew = renew
      await sync(ann)
      expect(ann.box.isPushActive).toBe(false)
      advance(hourMs)
      await sync(ann)
      expect(ann.box.isPushActive).toBe(true)
    },
  )

  test('is not made if push is turned off, and the sync continues', async () => {
    const ann = await newInbox()
    Object.assign(ann.box.push, { renew: null })
    const id = ann.receive()
    await sync(ann)
    expect(await pushOf(ann)).toBeNull()
    expect(await ann.decisions()).toMatchObject([{ providerMessageId: id }])
  })

  test('that cannot be renewed stays stored, so that it can be stopped', async () => {
    const ann = await newInboxWithPush()
    const { renew } = ann.box.push
    ann.box.push.renew = () => Promise.reject(new MailError('unavailable', 'test'))
    advance(4 * dayMs)
    await sync(ann)
    expect(await pushOf(ann)).toMatchObject({ id: 'push' })
    ann.box.push.renew = renew
  })
})

describe('a push subscription is stopped', () => {
  test('by a pause, and made again when the pause ends', async () => {
    const ann = await newInboxWithPush()
    await pause(ann)
    await runJobsUntilIdle()
    expect(ann.box.isPushActive).toBe(false)
    expect(await pushOf(ann)).toBeNull()
    advance(5 * minuteMs)
    await unpauseMailbox(ctx, actorOf(ann), ownOf(ann))
    await runJobsUntilIdle()
    expect(ann.box.isPushActive).toBe(true)
  })

  test('when the plan no longer includes the mailbox', async () => {
    const ann = await newInboxWithPush()
    await ctx.db.insert(mailboxes).values(await toSecondMailbox(ann))
    await endTrialOf(ann)
    advance(1)
    await ctx.db.transaction((tx) => applyPlan(ctx, tx, ann))
    await runJobsUntilIdle()
    const { isActive } = await ann.row()
    expect(isActive).toBe(false)
    expect(ann.box.isPushActive).toBe(false)
  })

  test('by the next sync after Pro has ended', async () => {
    const ann = await newInboxWithPush()
    await endTrialOf(ann)
    await sync(ann)
    expect(ann.box.isPushActive).toBe(false)
    expect(await pushOf(ann)).toBeNull()
  })

  test('by a retry after an outage', async () => {
    const ann = await newInboxWithPush()
    await pause(ann)
    ann.box.failNextWith = new MailError('unavailable', 'test')
    await runJobsUntilIdle()
    expect(await pushOf(ann)).toMatchObject({ id: 'push' })
    await world.makeRetriesDue()
    await runJobsUntilIdle()
    expect(ann.box.isPushActive).toBe(false)
    expect(await pushOf(ann)).toBeNull()
  })

  test('and deleted from our database even if the provider refuses the call', async () => {
    const ann = await newInboxWithPush()
    await pause(ann)
    ann.box.failNextWith = new MailError('access-revoked', 'test')
    await runJobsUntilIdle()
    expect(await pushOf(ann)).toBeNull()
  })

  test('but not if the pause ends before the job runs', async () => {
    const ann = await newInboxWithPush()
    await pause(ann)
    await unpauseMailbox(ctx, actorOf(ann), ownOf(ann))
    await runJobsUntilIdle()
    expect(ann.box.isPushActive).toBe(true)
    expect(await pushOf(ann)).toMatchObject({ id: 'push' })
  })

  test('and a renewal at the same time does not store a subscription that may have ended', async () => {
    const ann = await newInboxWithPush()
    advance(4 * dayMs)
    const { renew } = ann.box.push
    ann.box.push.renew = async () => {
      const renewed = await renew()
      // The stop reaches the provider last, but its result reaches us before that of the renewal.
      await pause(ann)
      await runJobsUntilIdle()
      return renewed
    }
    await sync(ann)
    ann.box.push.renew = renew
    expect(ann.box.isPushActive).toBe(false)
    expect(await pushOf(ann)).toBeNull()
  })
})

/** Another mailbox of the same user, active more recently. */
async function toSecondMailbox({ userId, grantId }: FakeInbox) {
  const [grant] = await ctx.db.select().from(grants).where(eq(grants.id, grantId))
  if (!grant) throw new Error('The grant is gone')
  const { id: _id, pushId: _pushId, pushExpiresAt: _ends, ...rest } = grant
  const providerAccountId = `${rest.providerAccountId}-second`
  const [second] = await ctx.db
    .insert(grants)
    .values({ ...rest, providerAccountId })
    .returning()
  return {
    userId,
    grantId: second?.id ?? grantId,
    provider: 'gmail',
    providerAccountId,
    address: providerAccountId,
    createdAt: ctx.now(),
    lastActiveAt: new Date(ctx.now().getTime() + 1),
    nextCheckAt: ctx.now(),
    isActive: true,
  } as const
}
