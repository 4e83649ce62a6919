import { demoSignIns } from '@doorman/cli/demo/seed-demo'
import type { BrowserContext } from 'playwright-core'
import { expect } from 'vitest'
import {
  collectErrors,
  expectAccessibleOnEveryScreen,
  holdReads,
  openContext,
  phone,
  test,
  toastOn,
} from './visit.ts'
import { password, type World } from './world.ts'

const admin = demoSignIns.find(({ isAdmin }) => isAdmin)!

test('while viewing as a user the panel is closed, and the end of the view leads back to it in every tab', async ({
  page,
  world,
  context,
}) => {
  const { other, email, startView } = await prepareView(world, context)
  await startView()

  await page.goto('/admin')
  await page.waitForURL('**/dashboard')
  const banner = page.getByRole('complementary', { name: 'Admin view mode' })
  await banner.getByText(`Admin View Mode: You’re viewing as ${email}`).waitFor()
  expect(await page.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0)
  await expectAccessibleOnEveryScreen(page)
  for (const [path, notice, button] of [
    ['/dashboard', 'Only they can connect a mailbox.', /^Connect/],
    ['/accounts', 'Only they can connect a mailbox.', /^Connect/],
    ['/billing', 'Only they can buy or change a plan.', /^Subscribe/],
  ] as const) {
    await page.goto(path)
    await page.getByText(notice).waitFor()
    expect(await page.getByRole('button', { name: button }).count()).toBe(0)
  }
  await page.route('**/api/admin/switch-back', (route) => route.abort(), { times: 1 })
  await banner.getByRole('button', { name: 'Switch Back to Admin' }).click()
  await toastOn(page).getByText('Failed to switch back.').waitFor()

  // The view expires, and the page is loaded again.
  await world.db.execute(
    `update sessions set view_ends_at = now() - interval '1 second' where viewed_user_id is not null`,
  )
  await page.reload()
  await page.waitForURL('**/admin')
  await toastOn(page).getByText('You’re no longer viewing as this user.').waitFor()

  // The user is deleted while two tabs show their pages. The first action in one ends
  // the view in both.
  await startView()
  const reading = await context.newPage()
  const readingErrors = collectErrors(reading)
  await reading.goto('/activity')
  await reading.getByRole('button', { name: `User menu for ${email}` }).waitFor()
  await page.goto('/account-settings')
  const weekly = page.getByRole('switch', { name: 'Weekly report' })
  await weekly.waitFor()
  await page.getByText('Only they can change how they sign in').waitFor()
  for (const name of ['Change address', 'Update Password', 'Export data', 'Delete My Account'])
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  const deleted = await other.request.delete('/api/auth/account', { data: { password } })
  expect(deleted.status()).toBe(200)
  await weekly.click()
  await page.waitForURL('**/admin')
  await toastOn(page).getByText('You’re no longer viewing as this user.').waitFor()
  await page.getByRole('heading', { name: 'Admin Panel' }).waitFor()
  expect(await banner.count()).toBe(0)
  await reading.getByRole('button', { name: `User menu for ${admin.email}` }).waitFor()
  // The other tab noticed the end, too, and has announced it by now.
  await page.getByRole('heading', { name: 'Admin Panel' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin')
  expect(readingErrors).toEqual([])
  await other.close()
})

test('the banner is part of the document', async ({ world, context }) => {
  const { email, startView, other } = await prepareView(world, context)
  await startView()
  for (const path of ['/dashboard', '/accounts'])
    expect(await (await context.request.get(path)).text()).toContain(`You’re viewing as ${email}`)
  await other.close()
})

test('if an admin starts a view in another tab, this tab does nothing as the viewed user, and shows the view', async ({
  page,
  world,
  context,
}) => {
  const { email, startView, other } = await prepareView(world, context)
  await page.goto('/account-settings')
  const weekly = page.getByRole('switch', { name: 'Weekly report' })
  await weekly.waitFor()
  await holdReads(page)
  // Starts the view by a request, so no other tab of the app announces it.
  await startView()
  await weekly.click()
  await page.getByText(`You’re viewing as ${email}`).waitFor()
  await toastOn(page).getByText('You’ve changed users in another tab.').waitFor()
  await other.close()
})

/** A user in a browser of their own, and an admin who may view as them. */
async function prepareView(world: World, context: BrowserContext) {
  const other = await openContext(phone)
  const email = await world.signIn(other)
  const me = (await (await other.request.get('/api/auth/me')).json()) as { id: string }
  const login = { email: admin.email, password: admin.password }
  expect((await context.request.post('/api/auth/login', { data: login })).status()).toBe(200)
  return {
    other,
    email,
    async startView() {
      const data = { targetUserId: me.id }
      const started = await context.request.post('/api/admin/switch-user', { data })
      expect(await started.json()).toEqual({ user: { email } })
    },
  }
}
