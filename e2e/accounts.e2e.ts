import { isThorough, sample, whenThorough } from '@doorman/domain/testing/sample'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { seedMailbox } from '@doorman/db/testing/seeds'
import { openAccounts, openAsNewUser, cardOf, cardTitles, connect } from './accounts-page.ts'
import { allow, openConsentPage, gmail, microsoft } from './connect.ts'
import {
  desktop,
  expectAccessible,
  expectAccessibleOnEveryScreen,
  phone,
  test,
  toastOn,
} from './visit.ts'

const limitBadge = (page: Page) => page.getByText('email addresses').first()
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test('connect both providers, pause, resume, disconnect', async ({ world }) => {
  const { page } = await openAsNewUser(world, desktop)
  const toast = toastOn(page)
  await page.getByRole('heading', { name: 'No mailbox connected' }).waitFor()
  await page.getByText('Connect a mailbox to start your 14 days of Pro.').waitFor()
  expect(await page.getByText('email addresses').count()).toBe(0)
  for (const words of ['first 100 messages', '2 to 5 minutes', 'every 5 minutes'])
    await page.getByText(words).waitFor()
  if (isThorough) await expectAccessibleOnEveryScreen(page)

  const addresses = [gmail, microsoft].map((provider) => world.addMailbox(provider))
  await connect(page, gmail, addresses[0])
  await page.getByRole('checkbox', { name: 'Observe only at first' }).check()
  await connect(page, microsoft, addresses[1])
  await cardOf(page, addresses[1] ?? '')
    .getByText('Observing', { exact: true })
    .waitFor()
  expect(await page.getByText('Observing', { exact: true }).count()).toBe(1)
  expect(new URL(page.url()).pathname).toBe('/accounts')
  await expect.poll(() => cardTitles(page)).toEqual(addresses)
  await expect.poll(() => page.getByText('email addresses').count()).toBe(0)

  for (const [index, { name }] of sample([gmail, microsoft], 1).entries()) {
    const card = cardOf(page, addresses[index] ?? '')
    await card.getByText(name, { exact: true }).waitFor()
    await card.getByText('Active', { exact: true }).waitFor()
    await expect
      .poll(() => card.getByRole('term').allTextContents())
      .toEqual(['Connected', 'Last check', 'Next check', 'First scan'])
    await expect.poll(() => card.locator('time[datetime]').count()).toBe(3)

    await card.getByRole('button', { name: 'Pause' }).click()
    await toast.getByText('Processing paused').waitFor()
    await card.getByText('Paused', { exact: true }).waitFor()
    await card.getByText('Once resumed').waitFor()
    await expectAccessibleOnEveryScreen(page)
    await card.getByRole('button', { name: 'Resume' }).click()
    await toast.getByText('Processing resumed').waitFor()
    await card.getByText('Active', { exact: true }).waitFor()

    await card.getByRole('switch', { name: 'Observe only' }).click()
    await toast.getByText('Settings saved').waitFor()
    const isObserving = name === gmail.name
    await card
      .getByText('Observing', { exact: true })
      .waitFor({ state: isObserving ? 'visible' : 'detached' })

    await card.getByRole('button', { name: 'Disconnect' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Disconnect this account?' })
    const place = name === gmail.name ? 'under the label Doorman' : 'in the folder Doorman'
    await dialog.getByText(`${place}, but you can’t restore them from here`).waitFor()
    const review = dialog.getByRole('link', { name: 'Review them first' })
    await expect.poll(() => review.getAttribute('href')).toMatch(/^\/filtered-emails\?account=/)
    if (isThorough) await expectAccessibleOnEveryScreen(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await card.getByRole('button', { name: 'Disconnect' }).click()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await toast.getByText('Account disconnected').waitFor()
    await toast.getByText('Email account has been removed.').waitFor()
    await card.waitFor({ state: 'detached' })
  }
  await expect.poll(() => focusedText(page)).toBe('Connected Accounts')
  if (isThorough) await page.getByRole('heading', { name: 'No mailbox connected' }).waitFor()
})

test('after the trial one account is active, and connecting another needs Pro', async ({
  page,
  world,
  context,
}) => {
  const email = await world.signIn(context)
  const toast = toastOn(page)
  await world.startTrial(email)
  const { id, address: kept } = await seedMailbox(world.db, email, { problem: null })
  const { address: other } = await seedMailbox(world.db, email, {
    provider: 'microsoft',
    problem: null,
  })
  await openAccounts(page)
  await cardOf(page, other).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Set as Active' }).count()).toBe(0)
  await page.getByText('within 60 seconds, with a check every 5 minutes').waitFor()

  await world.endTrial(email)
  await page.request.post('/api/accounts/set-active', {
    data: { accountId: id, accountType: 'gmail' },
  })
  await page.reload()
  await page.getByText('new email is checked once a day').waitFor()
  await expect.poll(() => limitBadge(page).textContent()).toBe('1 of 1 email addresses')
  await cardOf(page, kept).getByText('Active', { exact: true }).waitFor()
  await cardOf(page, other).getByText('Inactive', { exact: true }).waitFor()
  if (isThorough) await expectAccessible(page)

  await page.getByRole('button', { name: 'Set as Active' }).click()
  await toast.getByText('Active account updated').waitFor()
  await cardOf(page, other).getByText('Active', { exact: true }).waitFor()
  await cardOf(page, kept).getByText('Inactive', { exact: true }).waitFor()
  await expect.poll(() => focusedText(page)).toBe(other)

  await page.getByRole('button', { name: 'Connect Gmail' }).click()
  await toast.getByText('Email Limit Reached').waitFor()
  await toast
    .getByText(
      'You’ve reached your email account limit. Upgrade to Pro for unlimited email addresses.',
    )
    .waitFor()
  if (isThorough) await expectAccessible(page)
  await toast.getByRole('link', { name: 'Upgrade to Pro' }).click()
  await page.waitForURL('**/billing')
})

whenThorough(test)(
  'a new account is scanned at once, and the page shows the progress',
  async ({ world }) => {
    const { page } = await openAsNewUser(world, phone)
    const address = world.addMailbox(microsoft, { emailCount: 20 })
    const releaseDecisions = await world.blockDecisions()
    await openConsentPage(page, microsoft)
    const card = cardOf(page, await allow(page, microsoft, address))
    await card.getByText(/^Processing: \d+\/\d+ emails$/).waitFor()
    await releaseDecisions()
    await card.getByText(/^Done, \d+ emails$/).waitFor({ timeout: 40_000 })
    await expect.poll(() => card.getByRole('progressbar').count()).toBe(0)
  },
)
