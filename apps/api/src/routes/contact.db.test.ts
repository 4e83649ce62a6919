import { contactMessages } from '@doorman/db/schema'
import { contactKeptDays } from '@doorman/domain/contact'
import { forgetExpired } from '@doorman/services/users/forget-expired'
import { expect, test } from 'vitest'
import { openFakeApp } from '../fake-app.ts'

const { ask, ctx, notify, settle, advance, logs } = await openFakeApp()

const written = {
  name: 'Noor Haddad',
  email: 'noor@example.com',
  message: 'Does it work with shared mailboxes?',
}
let visitors = 0
/** Each from a network of its own, so that no limit is met by accident. */
const send = (body: object, ip = `198.51.100.${(visitors += 1)}`) =>
  ask('POST', '/api/contact', { body, ip })
const kept = () => ctx.db.select().from(contactMessages)

test('a message is kept, and reaches the operator, who can answer it; no log has it', async () => {
  expect((await send(written)).status).toBe(200)
  expect(await kept()).toMatchObject([written])
  await settle()
  expect(notify.sent).toEqual([
    {
      to: 'operator@example.com',
      mail: { kind: 'contact-message', ...written, url: 'mailto:noor%40example.com' },
    },
  ])
  expect(logs.join()).toContain('/api/contact')
  expect(logs.join()).not.toMatch(/Noor|noor@|shared mailboxes/)
})

test.each([
  ['62', { ...written, name: ' N ' }, 'Name must be at least 2 characters'],
  ['63', { ...written, email: 'noor@' }, 'Please enter a valid email address'],
  ['64', { ...written, message: 'Hi there ' }, 'Message must be at least 10 characters'],
])('%s: what is not valid is refused in the words of the form', async (_number, body, message) => {
  const before = await kept()
  expect(await send(body)).toMatchObject({ status: 422, body: { message } })
  expect(await kept()).toEqual(before)
})

test('68: a program that fills in the hidden field is refused, and nothing is kept', async () => {
  const before = await kept()
  const answer = await send({ ...written, website: 'https://spam.example' })
  expect(answer).toMatchObject({ status: 422, body: { message: 'Please try again later.' } })
  expect(await kept()).toEqual(before)
})

test('68: one network may write five times an hour', async () => {
  const statuses = []
  for (let n = 0; n < 6; n += 1) statuses.push((await send(written, '192.0.2.9')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('a message that the relay refuses for good is still here', async () => {
  await settle()
  notify.sent.length = 0
  notify.failNextWith = { kind: 'refused' }
  await send({ ...written, message: 'The relay will not have this one.' })
  await settle()
  expect(notify.sent).toEqual([])
  expect(await kept()).toContainEqual(
    expect.objectContaining({ message: 'The relay will not have this one.' }),
  )
})

test('messages are deleted when the time has come that the privacy policy names', async () => {
  const dayMs = 86_400_000
  advance((contactKeptDays - 1) * dayMs)
  await forgetExpired(ctx)
  expect(await kept()).not.toEqual([])
  advance(2 * dayMs)
  await forgetExpired(ctx)
  expect(await kept()).toEqual([])
})
