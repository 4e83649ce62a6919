import { users } from '@doorman/db/schema'
import { overridePhrase } from '@doorman/domain/override-phrase'
import { defaultReplyText } from '@doorman/domain/smart-response'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakeApp, type Method } from '../fake-app.ts'
import { newPerson, type Person } from '../fake-connections.ts'

const world = await openFakeApp()
const { ctx, ask } = world

const path = '/api/settings/smart-response'
const agreement = `${path}/agreement`

const call = (method: Method, { cookie }: Person, url = path, body?: object) =>
  ask(method, url, { cookie, body })

const set = ({ email }: Person, values: Partial<typeof users.$inferInsert>) =>
  ctx.db.update(users).set(values).where(eq(users.email, email))

const makePro = (person: Person) =>
  set(person, { trialEndsAt: new Date(ctx.now().getTime() + 86_400_000) })

test('186: before the user has agreed nothing is sent, and the preview shows what would be', async () => {
  const ann = await newPerson(world)
  expect(await call('GET', ann)).toMatchObject({
    status: 200,
    body: {
      text: defaultReplyText,
      defaultText: defaultReplyText,
      agreedAt: null,
      isOn: false,
      hasOverride: false,
      preview: { subject: 'Re: Quick question', text: defaultReplyText },
    },
  })
})

test('186, A-04: once agreed, Free is always on; agreeing twice keeps the first day; it can be taken back', async () => {
  const ann = await newPerson(world)
  const { body: first } = await call('POST', ann, agreement)
  expect(first).toMatchObject({ isOn: true, agreedAt: expect.any(String) })
  world.advance(60_000)
  expect((await call('POST', ann, agreement)).body['agreedAt']).toBe(first['agreedAt'])
  expect((await call('DELETE', ann, agreement)).body).toMatchObject({ isOn: false, agreedAt: null })
  expect((await call('DELETE', ann, agreement)).status).toBe(200)
})

test('186, 187: with Pro the switch decides, and senders are told the phrase', async () => {
  const ann = await newPerson(world)
  await makePro(ann)
  const { body } = await call('POST', ann, agreement)
  expect(body).toMatchObject({ isOn: false, hasOverride: true })
  expect(body['preview']).toMatchObject({ text: expect.stringContaining(overridePhrase) })
  await set(ann, { autoReplyEnabled: true })
  expect((await call('GET', ann)).body).toMatchObject({ isOn: true })
})

test('the user’s own words are kept, and shown as they would go out', async () => {
  const ann = await newPerson(world)
  await makePro(ann)
  const { body } = await call('PATCH', ann, path, { text: ' Not now,\r\nthank you. ' })
  expect(body).toMatchObject({ text: 'Not now,\nthank you.', defaultText: defaultReplyText })
  expect(body['preview']).toMatchObject({
    text: expect.stringMatching(/^Not now,\nthank you\.\n\nIf we know each other/),
  })
  await call('PATCH', ann, path, { text: defaultReplyText })
  const [row] = await ctx.db.select().from(users).where(eq(users.email, ann.email))
  expect(row?.replyText).toBeNull()
})

test('F67: words that may not be sent are refused with the reason, and nothing changes', async () => {
  const ann = await newPerson(world)
  await call('PATCH', ann, path, { text: 'Not now.' })
  expect(await call('PATCH', ann, path, { text: 'See example.com' })).toMatchObject({
    status: 422,
    body: { message: 'Please leave out links and mail addresses.', code: 'invalid' },
  })
  expect((await call('PATCH', ann, path, {})).status).toBe(422)
  expect((await call('GET', ann)).body).toMatchObject({ text: 'Not now.' })
})

test('what one user writes and agrees to leaves every other user alone', async () => {
  const ann = await newPerson(world)
  const bob = await newPerson(world)
  await call('PATCH', ann, path, { text: 'Not now.' })
  await call('POST', ann, agreement)
  expect((await call('GET', bob)).body).toMatchObject({ text: defaultReplyText, isOn: false })
  await call('DELETE', bob, agreement)
  expect((await call('GET', ann)).body).toMatchObject({ text: 'Not now.', isOn: true })
})
