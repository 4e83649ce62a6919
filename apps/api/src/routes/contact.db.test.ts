import { contactMessages, users } from '@doorman/db/schema'
import { contactRetentionDays } from '@doorman/domain/site/contact'
import { deleteExpired } from '@doorman/services/housekeeping/delete-expired'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { newSignedInUser, type SignedInUser } from '../testing/fake-connections.ts'

const world = await openFakeApp()
const { request, ctx, notify, runJobsUntilIdle, advance, logs } = world

const written = {
  name: 'Noor Haddad',
  email: 'noor@example.com',
  message: 'Does it work with shared mailboxes?',
}
let visitors = 0
/** Each request comes from its own network, so that no limit applies by accident. */
const send = (body: object, ip = `198.51.100.${(visitors += 1)}`) =>
  request('POST', '/api/contact', { body, ip })
const kept = () => ctx.db.select().from(contactMessages)

test('a contact message is stored and emailed to the operator with Reply-To, and never logged', async () => {
  expect((await send(written)).status).toBe(200)
  expect(await kept()).toMatchObject([written])
  await runJobsUntilIdle()
  expect(notify.sent).toMatchObject([
    {
      to: 'operator@example.com',
      email: {
        kind: 'contact-message',
        ...written,
        url: 'mailto:noor%40example.com',
        isPro: false,
      },
    },
  ])
  expect(logs.join()).toContain('/api/contact')
  expect(logs.join()).not.toMatch(/Noor|noor@|shared mailboxes/)
})

describe('a message is marked as a Pro user’s', () => {
  const lastForwarded = async () => {
    await runJobsUntilIdle()
    return notify.sent.at(-1)?.email
  }
  const change = (email: string, values: Partial<typeof users.$inferInsert>) =>
    ctx.db.update(users).set(values).where(eq(users.email, email))
  const trialEndsAt = new Date(Date.now() + 5 * 86_400_000)

  test('if they are signed in, whatever address they write', async () => {
    const ann = await newSignedInUser(world)
    const sendAs = (user: SignedInUser) =>
      request('POST', '/api/contact', { ...user, body: written, ip: `192.0.3.${(visitors += 1)}` })
    await sendAs(ann)
    expect(await lastForwarded()).toMatchObject({ kind: 'contact-message', isPro: false })
    await change(ann.email, { trialEndsAt })
    await sendAs(ann)
    expect(await lastForwarded()).toMatchObject({ isPro: true })
    await sendAs(await newSignedInUser(world))
    expect(await lastForwarded()).toMatchObject({ isPro: false })
  })

  test('if the address is theirs and confirmed', async () => {
    const ann = await newSignedInUser(world)
    await change(ann.email, { trialEndsAt })
    await send({ ...written, email: ann.email.toUpperCase() })
    expect(await lastForwarded()).toMatchObject({ isPro: false })
    await change(ann.email, { emailVerified: true })
    await send({ ...written, email: ann.email.toUpperCase() })
    expect(await lastForwarded()).toMatchObject({ isPro: true })
    await change(ann.email, { trialEndsAt: new Date(0) })
    await send({ ...written, email: ann.email })
    expect(await lastForwarded()).toMatchObject({ isPro: false })
  })
})

test.each([
  ['a short name', { ...written, name: ' N ' }, 'Name must be at least 2 characters'],
  ['an incomplete address', { ...written, email: 'noor@' }, 'Please enter a valid email address'],
  [
    'a short message',
    { ...written, message: 'Hi there ' },
    'Message must be at least 10 characters',
  ],
])('%s is refused with the form’s message', async (_case, body, message) => {
  const before = await kept()
  expect(await send(body)).toMatchObject({ status: 422, body: { message } })
  expect(await kept()).toEqual(before)
})

test('a bot that fills in the hidden field is refused, and nothing is stored', async () => {
  const before = await kept()
  const answer = await send({ ...written, website: 'https://spam.example' })
  expect(answer).toMatchObject({ status: 422, body: { message: 'Please try again later.' } })
  expect(await kept()).toEqual(before)
})

test('one network may send five messages an hour', async () => {
  const statuses = []
  for (let n = 0; n < 6; n += 1) statuses.push((await send(written, '192.0.2.9')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('a message that the relay refuses stays in the database', async () => {
  await runJobsUntilIdle()
  notify.sent.length = 0
  notify.failNextWith = { kind: 'refused' }
  await send({ ...written, message: 'The relay will not have this one.' })
  await runJobsUntilIdle()
  expect(notify.sent).toEqual([])
  expect(await kept()).toContainEqual(
    expect.objectContaining({ message: 'The relay will not have this one.' }),
  )
})

test('messages are deleted after the time that the privacy policy names', async () => {
  const dayMs = 86_400_000
  advance((contactRetentionDays - 1) * dayMs)
  await deleteExpired(ctx)
  expect(await kept()).not.toEqual([])
  advance(2 * dayMs)
  await deleteExpired(ctx)
  expect(await kept()).toEqual([])
})
