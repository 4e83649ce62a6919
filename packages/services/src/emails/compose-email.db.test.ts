import { redeemLinkToken } from '@doorman/db/queries/link-tokens'
import { emails, linkTokens, mailboxes, subscriptions } from '@doorman/db/schema'
import { aFilteredEmail, changeSettings, seedFilteredEmails } from '@doorman/db/testing/seeds'
import type { EmailKind } from '@doorman/domain/accounts/email-kinds'
import type { EmailId } from '@doorman/domain/ids'
import { hourMs } from '@doorman/domain/time'
import { simulatePayments } from '@doorman/payments/testing/simulated-payments'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteExpired } from '../housekeeping/delete-expired.ts'
import { at, changeUser, listOrdered, order, sendOrdered } from '../testing/fake-emails.ts'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import type { EmailOrder } from './order-email.ts'

const { payments } = simulatePayments(new Date())
const world = await openFakePipeline({ payments })
const { ctx, newInbox, notify } = world
const now = at(ctx, '2026-11-30T22:30:00Z')
const site = 'http://localhost:3000'

beforeEach(() => {
  notify.sent.length = 0
})

async function read(ann: FakeInbox, kind: EmailKind, rest: Partial<EmailOrder> = {}, world = now) {
  notify.sent.length = 0
  await order(world, { userId: ann.userId, kind, ...rest })
  await sendOrdered(world)
  return notify.sent.map(({ email }) => email)
}

type Subscription = Partial<typeof subscriptions.$inferInsert>

/** A monthly subscription that began half an hour ago, at 23:00 in Berlin. */
async function newSubscriber(values: Subscription): Promise<FakeInbox> {
  const ann = await newInbox()
  await changeUser(ctx, ann, { timeZone: 'Europe/Berlin', trialEndsAt: null })
  await ctx.db.insert(subscriptions).values({
    userId: ann.userId,
    status: 'active',
    interval: 'monthly',
    periodStartsAt: new Date('2026-11-30T22:00:00Z'),
    endsAt: new Date('2026-12-31T23:30:00Z'),
    overdueCents: 900,
    ...values,
  })
  return ann
}

describe('a subscription is confirmed', () => {
  test('with the next billing date in the user’s time zone', async () => {
    expect(await read(await newSubscriber({}), 'subscription-confirmed')).toEqual([
      {
        kind: 'subscription-confirmed',
        url: `${site}/billing`,
        interval: 'monthly',
        nextBillingOn: 'January 1, 2027',
      },
    ])
  })

  test.each<Subscription>([
    { status: 'canceled' },
    { status: 'past_due' },
    { cancelsAt: new Date('2026-12-31T23:30:00Z') },
  ])('unless it has changed since: %j', async (values) => {
    expect(await read(await newSubscriber(values), 'subscription-confirmed')).toEqual([])
  })
})

describe('a failed payment is announced', () => {
  test.each([
    [900, '$9'],
    [750, '$7.50'],
  ])('with what is overdue and the end of Pro: %i', async (overdueCents, amount) => {
    const ann = await newSubscriber({ status: 'past_due', overdueCents })
    expect(await read(ann, 'payment-failed')).toEqual([
      { kind: 'payment-failed', url: `${site}/billing`, amount, graceEndsOn: 'December 14' },
    ])
  })

  test.each<Subscription>([
    { status: 'active' },
    { status: 'unpaid' },
    { status: 'canceled' },
    { status: 'past_due', periodStartsAt: new Date('2026-11-16T22:30:00Z') },
    { status: 'past_due', overdueCents: null },
  ])('unless it was paid since, or Pro is over: %j', async (values) => {
    expect(await read(await newSubscriber(values), 'payment-failed')).toEqual([])
  })
})

describe('the end of Pro is announced', () => {
  const over = { status: 'canceled', endsAt: new Date('2026-11-20T00:00:00Z') } as const

  test('with the mailbox that stays protected', async () => {
    const ann = await newSubscriber(over)
    const idle = await newInbox({ of: ann })
    await ctx.db.update(mailboxes).set({ isActive: false }).where(eq(mailboxes.id, idle.id))
    const bob = await newInbox({ isPro: false })
    await newInbox({ of: bob })
    expect(await read(ann, 'plan-ended')).toEqual([
      {
        kind: 'plan-ended',
        url: `${site}/billing`,
        ended: 'subscription',
        address: ann.address,
        isFiltered: true,
        idleCount: 1,
        hasAgreedToReplies: false,
        canSubscribe: true,
      },
    ])
  })

  test.each([{ isPaused: true }, { problem: 'needs-reconnect', nextCheckAt: null } as const])(
    'which names the mailbox as not filtered now: %j',
    async (values) => {
      const ann = await newSubscriber(over)
      await ctx.db.update(mailboxes).set(values).where(eq(mailboxes.id, ann.id))
      expect(await read(ann, 'plan-ended')).toMatchObject([
        { address: ann.address, isFiltered: false },
      ])
    },
  )

  test('without an offer if Pro cannot be bought', async () => {
    const ann = await newSubscriber(over)
    expect(await read(ann, 'plan-ended', {}, { ...now, payments: null })).toMatchObject([
      { canSubscribe: false, url: `${site}/dashboard` },
    ])
  })

  test('after a trial, and without a mailbox', async () => {
    const ann = await newInbox()
    await changeUser(ctx, ann, {
      trialEndsAt: new Date('2026-11-28T00:00:00Z'),
      repliesAgreedAt: new Date(),
    })
    await ctx.db.delete(mailboxes).where(eq(mailboxes.id, ann.id))
    expect(await read(ann, 'plan-ended')).toMatchObject([
      { ended: 'trial', address: null, idleCount: 0, hasAgreedToReplies: true },
    ])
  })

  test('unless the user has Pro again', async () => {
    expect(await read(await newSubscriber({}), 'plan-ended')).toEqual([])
  })
})

describe('a lost mailbox', () => {
  const lose = (problem: 'needs-reconnect' | null, { id }: FakeInbox) =>
    ctx.db
      .update(mailboxes)
      .set({ problem, nextCheckAt: problem ? null : new Date() })
      .where(eq(mailboxes.id, id))

  test('is announced to its own user only', async () => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    await lose('needs-reconnect', ann)
    expect(await read(ann, 'mailbox-lost', { subjectId: ann.id })).toEqual([
      { kind: 'mailbox-lost', url: `${site}/accounts`, address: ann.address },
    ])
    expect(await read(bob, 'mailbox-lost', { subjectId: ann.id })).toEqual([])
  })

  test('is not announced if it was reconnected in the meantime', async () => {
    const ann = await newInbox()
    await lose(null, ann)
    expect(await read(ann, 'mailbox-lost', { subjectId: ann.id })).toEqual([])
  })
})

test('a sender who was let in is named to the user of the mailbox only', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  const [subjectId] = await seedFilteredEmails(ctx.db, ann, [aFilteredEmail(1)])
  if (!subjectId) throw new Error('There is no filtered email')
  expect(await read(ann, 'sender-let-in', { subjectId })).toEqual([
    { kind: 'sender-let-in', url: `${site}/filtered-emails`, address: 'pat1@vendor.example' },
  ])
  expect(await read(bob, 'sender-let-in', { subjectId })).toEqual([])
})

test('a confirmed address gets no further link to confirm it', async () => {
  const ann = await newInbox()
  await changeUser(ctx, ann, { emailVerified: true })
  expect(await read(ann, 'verify-email')).toEqual([])
})

test('an email that is sent a second time has the same id and the same link', async () => {
  const ann = await newInbox()
  const id = await order(now, { userId: ann.userId, kind: 'reset-password' })
  await sendOrdered(now)
  // The relay has accepted the email, and the worker dies before it records that.
  await ctx.db.update(emails).set({ sentAt: null }).where(eq(emails.id, id))
  await sendOrdered(at(ctx, '2026-11-30T23:00:00Z'))
  const [first, second, ...more] = notify.sent
  expect(more).toEqual([])
  expect(second).toEqual(first)
  const links = await ctx.db.select().from(linkTokens).where(eq(linkTokens.userId, ann.userId))
  expect(links).toMatchObject([{ expiresAt: new Date('2026-11-30T23:30:00Z') }])
})

const tokenOf = (url = '') => new URL(url).searchParams.get('token') ?? ''
const redeem = (token: string, time: string) =>
  redeemLinkToken(ctx.db, { token, purpose: 'reset-password', now: new Date(time) })

describe('an email with a link that is sent again', () => {
  /** The relay has accepted the email, and the worker dies before it records that. */
  const forget = (id: EmailId) =>
    ctx.db.update(emails).set({ sentAt: null, droppedAt: null }).where(eq(emails.id, id))

  async function sendReset() {
    const ann = await newInbox()
    const id = await order(now, { userId: ann.userId, kind: 'reset-password' })
    await sendOrdered(now)
    return { ann, id, token: tokenOf(notify.sent.at(-1)?.email.url) }
  }

  test('does not make a used link work again', async () => {
    const { ann, id, token } = await sendReset()
    expect(await redeem(token, '2026-11-30T22:40:00Z')).toBe(ann.userId)
    expect(await redeem(token, '2026-11-30T22:40:01Z')).toBeUndefined()
    for (const again of ['2026-11-30T22:50:00Z', '2026-12-01T05:00:00Z']) {
      await forget(id)
      await deleteExpired(at(ctx, again))
      await sendOrdered(at(ctx, again))
      expect(await redeem(token, again)).toBeUndefined()
    }
    expect(notify.sent).toHaveLength(1)
  })

  test('does not make an expired link work again', async () => {
    const { id, token } = await sendReset()
    await forget(id)
    await sendOrdered(at(ctx, '2026-11-30T23:30:00Z'))
    expect(await redeem(token, '2026-11-30T23:30:00Z')).toBeUndefined()
    expect(notify.sent).toHaveLength(1)
  })

  test('is dropped if the user has asked for another one since', async () => {
    const { ann, id } = await sendReset()
    const later = at(ctx, '2026-11-30T22:31:00Z')
    await order(later, { userId: ann.userId, kind: 'reset-password' })
    await order(later, { userId: ann.userId, kind: 'verify-email' })
    await sendOrdered(later)
    const newer = tokenOf(notify.sent.find(({ id: sent }) => sent !== id)?.email.url)
    await forget(id)
    await sendOrdered(later)
    expect(notify.sent.map(({ email }) => email.kind).toSorted()).toEqual([
      'reset-password',
      'reset-password',
      'verify-email',
    ])
    expect(await redeem(newer, '2026-11-30T22:32:00Z')).toBe(ann.userId)
  })
})

test.each([
  ['reset-password', 25],
  ['verify-email', 25],
  ['address-taken', 25],
  ['password-changed', 7 * 24 + 1],
  ['welcome', 7 * 24 + 1],
] as const)('%s is dropped if it could not be sent for %i hours', async (kind, hours) => {
  const ann = await newInbox()
  const from = now.now().getTime()
  const send = async (hoursLater: number) => {
    notify.sent.length = 0
    await sendOrdered(at(ctx, new Date(from + hoursLater * hourMs)))
    return notify.sent.filter(({ to }) => to === ann.address)
  }
  await order(now, { userId: ann.userId, kind })
  expect(await send(hours - 2)).toHaveLength(1)
  await order(now, { userId: ann.userId, kind })
  expect(await send(hours)).toEqual([])
})

describe('new users are announced to the operator', () => {
  const enabled = {
    newUserNotificationEnabled: true,
    newUserNotificationRecipient: 'Boss@Example.com',
  }

  test.each(['Boss@Example.com', ' Boss@Example.com '])('at the address %j', async (recipient) => {
    const ann = await newInbox()
    const restore = await changeSettings(ctx.db, {
      ...enabled,
      newUserNotificationRecipient: recipient,
    })
    await read(ann, 'new-user', { occasion: 'once' })
    expect(notify.sent).toMatchObject([
      {
        to: 'Boss@Example.com',
        email: {
          kind: 'new-user',
          url: `${site}/admin`,
          address: ann.address,
          userCount: expect.any(Number),
        },
      },
    ])
    await restore()
  })

  test.each([
    { ...enabled, newUserNotificationEnabled: false },
    { ...enabled, newUserNotificationRecipient: '' },
    { ...enabled, newUserNotificationRecipient: 'boss@exam' },
  ])('unless it is switched off or the address is incomplete: %j', async (values) => {
    const restore = await changeSettings(ctx.db, values)
    expect(await read(await newInbox(), 'new-user', { occasion: 'once' })).toEqual([])
    await restore()
  })
})

describe('an admin can switch off', () => {
  test.each([
    ['welcome', { welcomeEmail: false }, {}],
    ['subscription-confirmed', { subscriptionConfirmation: false }, {}],
    ['payment-failed', { paymentFailed: false }, { status: 'past_due' }],
  ] as const)('%s', async (kind, values, subscription) => {
    const ann = await newSubscriber(subscription)
    const restore = await changeSettings(ctx.db, values)
    expect(await read(ann, kind, { occasion: 'off' })).toEqual([])
    const [dropped] = await listOrdered(ctx.db, ann.userId, kind)
    expect(dropped?.droppedAt).toEqual(now.now())
    await restore()
    expect(await read(ann, kind, { occasion: 'on' })).toHaveLength(1)
  })

  test('no email about the account or its security', async () => {
    const restore = await changeSettings(ctx.db, {
      welcomeEmail: false,
      trialReminder: false,
      subscriptionConfirmation: false,
      paymentFailed: false,
      weeklyReport: false,
    })
    const ann = await newInbox()
    await changeUser(ctx, ann, { weeklyReportEnabled: false, trialRemindersEnabled: false })
    for (const kind of [
      'verify-email',
      'reset-password',
      'password-changed',
      'address-taken',
    ] as const)
      expect(await read(ann, kind)).toMatchObject([{ kind }])
    await restore()
  })
})

test('only optional emails have links to unsubscribe', async () => {
  await read(await newInbox(), 'welcome', { occasion: 'once' })
  expect(notify.sent.map(({ unsubscribe }) => unsubscribe)).toEqual([undefined])
})
