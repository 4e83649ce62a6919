import { users } from '@doorman/db/schema'
import { overridePhrase } from '@doorman/domain/replies/override-phrase'
import { defaultReplyText } from '@doorman/domain/replies/smart-response'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakeApp, type Method } from '../testing/fake-app.ts'
import { newSignedInUser, type SignedInUser } from '../testing/fake-connections.ts'

const world = await openFakeApp()
const { ctx, request } = world

const path = '/api/settings/smart-response'
const agreement = `${path}/agreement`

const call = (method: Method, { cookie }: SignedInUser, url = path, body?: object) =>
  request(method, url, { cookie, body })

const set = ({ email }: SignedInUser, values: Partial<typeof users.$inferInsert>) =>
  ctx.db.update(users).set(values).where(eq(users.email, email))

const makePro = (user: SignedInUser) =>
  set(user, { trialEndsAt: new Date(ctx.now().getTime() + 86_400_000) })

test('before the user agrees, the preview shows what would be sent', async () => {
  const ann = await newSignedInUser(world)
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

test('on Free, smart responses are on once the user agrees; agreeing twice keeps the first date; the agreement can be withdrawn', async () => {
  const ann = await newSignedInUser(world)
  const { body: first } = await call('POST', ann, agreement)
  expect(first).toMatchObject({ isOn: true, agreedAt: expect.any(String) })
  world.advance(60_000)
  expect((await call('POST', ann, agreement)).body['agreedAt']).toBe(first['agreedAt'])
  expect((await call('DELETE', ann, agreement)).body).toMatchObject({ isOn: false, agreedAt: null })
  expect((await call('DELETE', ann, agreement)).status).toBe(200)
})

test('with Pro the switch decides, and the reply offers the override phrase', async () => {
  const ann = await newSignedInUser(world)
  await makePro(ann)
  const { body } = await call('POST', ann, agreement)
  expect(body).toMatchObject({ isOn: false, hasOverride: true })
  expect(body['preview']).toMatchObject({ text: expect.stringContaining(overridePhrase) })
  await set(ann, { autoReplyEnabled: true })
  expect((await call('GET', ann)).body).toMatchObject({ isOn: true })
})

test('the user’s own text is stored and previewed as it would be sent', async () => {
  const ann = await newSignedInUser(world)
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

test('a text that must not be sent is refused with the reason, and nothing changes', async () => {
  const ann = await newSignedInUser(world)
  await call('PATCH', ann, path, { text: 'Not now.' })
  expect(await call('PATCH', ann, path, { text: 'See example.com' })).toMatchObject({
    status: 422,
    body: { message: 'Please leave out links and email addresses.', code: 'invalid' },
  })
  expect((await call('PATCH', ann, path, {})).status).toBe(422)
  expect((await call('GET', ann)).body).toMatchObject({ text: 'Not now.' })
})

test('one user’s text and agreement do not affect another user', async () => {
  const ann = await newSignedInUser(world)
  const bob = await newSignedInUser(world)
  await call('PATCH', ann, path, { text: 'Not now.' })
  await call('POST', ann, agreement)
  expect((await call('GET', bob)).body).toMatchObject({ text: defaultReplyText, isOn: false })
  await call('DELETE', bob, agreement)
  expect((await call('GET', ann)).body).toMatchObject({ text: 'Not now.', isOn: true })
})
