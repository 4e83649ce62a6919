import { isThorough } from '@doorman/domain/testing/sample'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openSeededList, badgeOf, buttonOf, headOf, someEmails } from './filtered-emails-page.ts'
import { expectAccessible, test, toastOn } from './visit.ts'
import { waitForApp } from './world.ts'

const lineOn = (page: Page) => page.getByText('You’re offline. Changes can’t be saved')
const goToAccounts = (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name: 'Connected Accounts' }).click()

/** Code that is loaded after the first paint, and at the first move of the pointer. */
async function waitForLateCode(page: Page): Promise<void> {
  await page.mouse.move(300, 300)
  await page.getByRole('region', { name: /Notification/ }).waitFor({ state: 'attached' })
  await waitForApp(page)
}

test('offline, an action fails at once and can be tried again when the browser is back', async ({
  page,
  world,
  context,
}) => {
  const toast = toastOn(page)
  const { actions } = await openSeededList(page, world, someEmails(2))
  await headOf(page, 'Pitch 1').hover()
  await waitForLateCode(page)
  await context.setOffline(true)
  await lineOn(page).waitFor()
  await buttonOf(page, 'Pitch 1', 'Spam').click()
  await toast.getByText('You’re offline. Try again when you’re back.').waitFor()
  await expect.poll(() => badgeOf(page, 'Pitch 1', 'Spam').count()).toBe(0)
  if (isThorough) await expectAccessible(page)

  await context.setOffline(false)
  await lineOn(page).waitFor({ state: 'detached' })
  await toast.getByRole('button', { name: 'Try again' }).click()
  await badgeOf(page, 'Pitch 1', 'Spam').waitFor()
  await expect.poll(() => actions.length).toBe(2)
})

test('offline, a row or a page that is not loaded yet says so, and appears when the browser is back', async ({
  page,
  world,
  context,
}) => {
  await openSeededList(page, world, someEmails(2))
  await waitForLateCode(page)
  await context.setOffline(true)
  await lineOn(page).waitFor()
  await headOf(page, 'Pitch 1').click()
  await page.getByText('We couldn’t load this email.').waitFor()
  await headOf(page, 'Pitch 2').waitFor()
  // The row tries again by itself.
  await context.setOffline(false)
  await page.getByText('Detected signals').waitFor()

  await context.setOffline(true)
  await goToAccounts(page)
  const failed = page.getByRole('heading', { name: 'We couldn’t load this page' })
  await failed.waitFor()
  expect(new URL(page.url()).pathname).toBe('/accounts')
  // A reload would replace the app by the browser's own error page. Only the end of the outage reloads.
  const documents: string[] = []
  page.on('framenavigated', (frame) => void documents.push(new URL(frame.url()).pathname))
  const again = page.getByRole('button', { name: 'Try again' })
  await again.click()
  await expect.poll(() => again.isEnabled()).toBe(true)
  expect(documents).toEqual([])
  if (isThorough) await expectAccessible(page)
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Connected Accounts' }).waitFor()
  await page.getByRole('button', { name: 'Connect Gmail' }).waitFor()
  expect(documents).toEqual(['/accounts'])
})

test('while the server cannot be reached a line says so, and the page recovers by itself', async ({
  page,
  world,
}) => {
  await openSeededList(page, world, someEmails(1))
  await waitForLateCode(page)
  // A request that fails proves nothing as long as the server answers others.
  await page.route('**/api/whitelist', (route) => route.abort())
  const probe = page.waitForResponse('**/healthz')
  await page.getByRole('navigation').getByRole('link', { name: 'Filter Settings' }).click()
  const failed = page.getByRole('heading', { name: 'We couldn’t load this page' })
  await failed.waitFor()
  const line = page.getByText('We can’t reach Doorman. Retrying…')
  await probe
  expect(await line.count()).toBe(0)

  await page.route(/\/api\/|\/healthz/, (route) => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await line.waitFor()
  await page.unrouteAll()
  await line.waitFor({ state: 'detached' })
  await failed.waitFor({ state: 'detached' })
})
