import { isThorough } from '@doorman/domain/testing/sample'
import {
  aFilteredEmail,
  seedFilteredEmails,
  seedMailbox,
  seedRestoreLink,
} from '@doorman/db/testing/seeds'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { badgeOf } from './filtered-emails-page.ts'
import {
  expectAccessible,
  expectAccessibleOnEveryScreen,
  openContext,
  phone,
  test,
  toastOn,
} from './visit.ts'

/** The button that was clicked is gone, so the heading has the focus and is read out. */
async function expectFocused(page: Page, name: string): Promise<void> {
  const heading = page.getByRole('heading', { name })
  await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true)
}

test('a restore link shows the email, restores it by a button only, and works once', async ({
  page,
  world,
  context,
}) => {
  const email = await world.signIn(context)
  const mailbox = await seedMailbox(world.db, email)
  const [id] = await seedFilteredEmails(world.db, mailbox, [
    aFilteredEmail(1, { receivedAt: new Date('2026-11-09T12:00:00Z') }),
  ])
  if (!id) throw new Error('No email was seeded')
  const link = `/restore?token=${await seedRestoreLink(world.db, email, id)}`

  // Not signed in, and after a link scanner has looked at the page.
  const stranger = await openContext(phone)
  const reader = await stranger.newPage()
  await stranger.request.get(link)
  const answer = await reader.goto(link)
  expect(answer?.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  await expect
    .poll(() => reader.locator('meta[name=robots]').getAttribute('content'))
    .toBe('noindex')
  await expect
    .poll(() => reader.getByRole('definition').allTextContents())
    .toEqual(['Pat 1 <pat1@vendor.example>', 'Pitch 1', 'November 9, 2026', mailbox.address])
  await expectAccessibleOnEveryScreen(reader)

  await reader.route('**/api/restore-links', (route) => route.abort(), { times: 1 })
  await reader.getByRole('button', { name: 'Restore to inbox' }).click()
  await toastOn(reader).getByText('Failed to restore the email. Please try again.').waitFor()
  await reader.getByRole('button', { name: 'Restore to inbox' }).click()
  await expectFocused(reader, 'Email restored')
  if (isThorough) await expectAccessible(reader)
  await reader.reload()
  await reader.getByRole('heading', { name: 'Already restored' }).waitFor()
  await reader.getByText('This email is already back in your inbox.').waitFor()
  if (isThorough) await expectAccessible(reader)
  await reader.getByRole('link', { name: 'Open Filtered Emails' }).click()
  await reader.waitForURL('**/login?next=%2Ffiltered-emails')
  await stranger.close()

  await page.goto('/filtered-emails')
  await badgeOf(page, 'Pitch 1', 'Restored').waitFor()

  await page.goto('/restore?token=made-up')
  await page.getByRole('heading', { name: 'Nothing was restored' }).waitFor()
  await page.getByText('This link has expired or was used before.').waitFor()
})

test('emails can be switched off by a link, and on and off in Account Settings', async ({
  page,
  world,
  context,
}) => {
  const email = await world.signIn(context)
  const link = await world.findUnsubscribePage(email, 'weekly-report')
  await context.request.get(link)
  await page.goto('/account-settings')
  const report = page.getByRole('switch', { name: 'Weekly report' })
  const reminders = page.getByRole('switch', { name: 'Trial reminders' })
  await expect.poll(() => report.getAttribute('aria-checked')).toBe('true')

  await page.route('**/api/settings/emails', (route) => route.fulfill({ status: 502 }), {
    times: 1,
  })
  await reminders.click()
  await toastOn(page).getByText('Failed to update email preferences.').waitFor()
  await expect.poll(() => reminders.getAttribute('aria-checked')).toBe('true')
  await reminders.click()
  await toastOn(page).getByText('Settings saved').waitFor()
  if (isThorough) await expectAccessible(page)

  const reader = await context.newPage()
  await reader.goto(link)
  await reader.getByRole('heading', { name: 'Stop the weekly report?' }).waitFor()
  if (isThorough) await expectAccessible(reader)
  await reader.getByRole('button', { name: 'Unsubscribe' }).click()
  await reader.getByText('You won’t get the weekly report anymore.').waitFor()
  await expectFocused(reader, 'You’re unsubscribed')
  if (isThorough) await expectAccessible(reader)
  await reader.getByRole('link', { name: 'Open Account Settings' }).click()
  await expect
    .poll(() => reader.getByRole('switch').evaluateAll((all) => all.map((one) => one.ariaChecked)))
    .toEqual(['false', 'false'])
  await reader.getByRole('switch', { name: 'Weekly report' }).click()
  await toastOn(reader).getByText('Settings saved').waitFor()

  await reader.goto('/unsubscribe?token=made-up')
  await reader.getByRole('heading', { name: 'Nothing was changed' }).waitFor()
})
