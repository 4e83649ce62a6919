import { contactMessages } from '@doorman/db/schema'
import { contactRetentionDays } from '@doorman/domain/site/contact'
import { deleteExpired } from '@doorman/services/housekeeping/delete-expired'
import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const { request, ctx, notify, runJobsUntilIdle, advance, logs } = await openFakeApp()

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
  expect(notify.sent).toEqual([
    {
      to: 'operator@example.com',
      email: { kind: 'contact-message', ...written, url: 'mailto:noor%40example.com' },
    },
  ])
  expect(logs.join()).toContain('/api/contact')
  expect(logs.join()).not.toMatch(/Noor|noor@|shared mailboxes/)
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
