import { users } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakeApp, type Method } from '../testing/fake-app.ts'
import { simulateViews } from '../testing/fake-views.ts'

const fake = await openFakeApp()
const { newUser, newAdmin, newView, view, me, recordsOf } = simulateViews(fake)

/** A tab whose page was made for the session of this cookie. */
async function openTab(cookie: string | undefined) {
  const { shownUser } = (await me(cookie)).body
  const headers = { 'x-shown-user': String(shownUser) }
  return {
    /** A call of the page, with the cookie that the browser has by then. */
    call: (cookieNow: string | undefined, method: Method, url: string, body?: object) =>
      fake.request(method, url, { cookie: cookieNow, headers, body }),
  }
}

const moved = ['PATCH', '/api/settings/time-zone', { timeZone: 'Europe/Berlin' }] as const
const refused = {
  status: 409,
  body: { code: 'user-changed', message: expect.stringContaining('Nothing was changed.') },
}

async function timeZoneOf({ email }: { readonly email: string }) {
  const [user] = await fake.ctx.db.select().from(users).where(eq(users.email, email))
  return user?.timeZone
}

test('a page’s calls for its own user are answered', async () => {
  const user = await newUser()
  const tab = await openTab(user.cookie)
  expect(await tab.call(user.cookie, 'GET', '/api/auth/me')).toMatchObject({ status: 200 })
  expect(await tab.call(user.cookie, ...moved)).toMatchObject({ status: 200 })
  expect(await timeZoneOf(user)).toBe('Europe/Berlin')
})

test('after another user has signed in, the page of the first can neither read nor change anything', async () => {
  const [first, second] = [await newUser(), await newUser()]
  const tab = await openTab(first.cookie)
  expect(await tab.call(second.cookie, 'GET', '/api/auth/me')).toMatchObject(refused)
  expect(await tab.call(second.cookie, 'GET', '/api/filtered-emails')).toMatchObject(refused)
  expect(await tab.call(second.cookie, ...moved)).toMatchObject(refused)
  expect(await timeZoneOf(second)).toBe('UTC')
})

test('a download, whose link names the user, is refused as well', async () => {
  const [first, second] = [await newUser(), await newUser()]
  const { shownUser } = (await me(first.cookie)).body
  const path = `/api/filtered-emails/export?shownUser=${encodeURIComponent(String(shownUser))}`
  expect(await fake.request('GET', path, { cookie: second.cookie })).toMatchObject(refused)
  expect(await fake.request('GET', path, { cookie: first.cookie })).toMatchObject({ status: 200 })
})

test('an admin’s page does nothing as the user whom they view in another tab, and the log has no act', async () => {
  const [admin, user] = [await newAdmin(), await newUser()]
  const tab = await openTab(admin.cookie)
  const { cookie } = await view(admin.cookie, user.id)
  expect(await tab.call(cookie, ...moved)).toMatchObject(refused)
  expect(await timeZoneOf(user)).toBe('UTC')
  expect((await recordsOf(admin.id)).map(({ act }) => act)).toEqual(['start-view'])
})

test('a page that shows the viewed user does nothing as the admin after the view', async () => {
  const { admin, cookie } = await newView()
  const tab = await openTab(cookie)
  const back = await tab.call(cookie, 'POST', '/api/admin/switch-back')
  expect(back.status).toBe(200)
  expect(await tab.call(back.cookie, ...moved)).toMatchObject(refused)
  expect(await timeZoneOf(admin)).toBe('UTC')
  // A second click does no harm.
  expect((await tab.call(back.cookie, 'POST', '/api/admin/switch-back')).status).toBe(200)
})

test('a page of an expired view is told so, and switches back', async () => {
  const { cookie } = await newView()
  const tab = await openTab(cookie)
  await fake.ctx.db.execute(
    `update sessions set view_ends_at = now() - interval '1 second' where viewed_user_id is not null`,
  )
  expect(await tab.call(cookie, ...moved)).toMatchObject({ body: { code: 'view-ended' } })
  expect(await tab.call(cookie, 'GET', '/api/auth/me')).toMatchObject({
    status: 200,
    body: { viewHasEnded: true },
  })
  expect((await tab.call(cookie, 'POST', '/api/admin/switch-back')).status).toBe(200)
})

test('two admins who view the same user show two different pages', async () => {
  const { user, cookie } = await newView()
  const other = await newAdmin()
  const tab = await openTab(cookie)
  const { cookie: otherView } = await view(other.cookie, user.id)
  expect(await tab.call(otherView, ...moved)).toMatchObject(refused)
})
