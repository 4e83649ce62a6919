import { demoSignIns } from '@doorman/cli/demo/seed-demo'
import { expect } from 'vitest'
import { expectAccessibleOnEveryScreen, openContext, phone, test, toastOn } from './visit.ts'
import { password } from './world.ts'

const admin = demoSignIns.find(({ isAdmin }) => isAdmin)!

test('while viewing as a user the panel is closed, and a deleted user ends the view', async ({
  page,
  world,
  context,
}) => {
  const other = await openContext(phone)
  const email = await world.signIn(other)
  const me = (await (await other.request.get('/api/auth/me')).json()) as { id: string }
  await context.request.post('/api/auth/login', {
    data: { email: admin.email, password: admin.password },
  })
  const started = await context.request.post('/api/admin/switch-user', {
    data: { targetUserId: me.id },
  })
  expect(await started.json()).toEqual({ user: { email } })

  await page.goto('/admin')
  await page.waitForURL('**/dashboard')
  const banner = page.getByRole('complementary', { name: 'Admin view mode' })
  await banner.getByText(`Admin View Mode: You’re viewing as ${email}`).waitFor()
  expect(await page.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0)
  await expectAccessibleOnEveryScreen(page)
  await page.route('**/api/admin/switch-back', (route) => route.abort(), { times: 1 })
  await banner.getByRole('button', { name: 'Switch Back to Admin' }).click()
  await toastOn(page).getByText('Failed to switch back.').waitFor()

  await page.goto('/account-settings')
  const weekly = page.getByRole('switch', { name: 'Weekly report' })
  await weekly.waitFor()
  const deleted = await other.request.delete('/api/auth/account', { data: { password } })
  expect(deleted.status()).toBe(200)
  await weekly.click()
  await page.waitForURL('**/admin')
  await toastOn(page).getByText('You’re no longer viewing as this user.').waitFor()
  await page.getByRole('heading', { name: 'Admin Panel' }).waitFor()
  expect(await banner.count()).toBe(0)
  await other.close()
})
