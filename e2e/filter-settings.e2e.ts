import { isThorough } from '@doorman/domain/testing/sample'
import type { Page } from 'playwright-core'
import { seedSender } from '@doorman/db/testing/seeds'
import { expect } from 'vitest'
import {
  closeToast,
  collectErrors,
  editReply,
  expectAccessible,
  holdRequests,
  openContext,
  phone,
  reloadAndStay,
  test,
  toastOn,
} from './visit.ts'

const cards = [
  'Smart Response and Legitimate Contact Override',
  'Email Type Filters',
  'Domain Whitelist',
]
const cardOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
const switchOf = (page: Page, name: string) => page.getByRole('switch', { name })
const stateOf = (page: Page, name: string) => switchOf(page, name).getAttribute('aria-checked')
const domainField = (page: Page) => page.getByRole('textbox', { name: 'Domain' })
const domainsOn = (page: Page) =>
  page.getByRole('list', { name: 'Whitelisted domains' }).getByRole('listitem').allTextContents()

async function openSettings(page: Page): Promise<void> {
  await page.goto('/filter-settings')
  await page.getByRole('heading', { name: 'Domain Whitelist' }).waitFor()
}

test('without Pro the settings show what is always on and what Pro would change', async ({
  world,
}) => {
  const context = await openContext(phone)
  const page = await context.newPage()
  const pageErrors = collectErrors(page)
  await world.signIn(context)
  await openSettings(page)
  for (const title of cards) await cardOf(page, title).getByText('Pro', { exact: true }).waitFor()
  await expect.poll(() => switchOf(page, 'Smart response').count()).toBe(0)
  await page.getByText('Always on in Free Forever.').waitFor()
  await page.getByText('Waiting for your OK', { exact: true }).waitFor()
  await page.getByText("‘We've met before’").waitFor()
  await page.getByText('All other cold outreach is always filtered.').waitFor()
  for (const name of ['Filter recruiters', 'Filter investors']) {
    await expect.poll(() => stateOf(page, name)).toBe('true')
    await expect.poll(() => switchOf(page, name).isDisabled()).toBe(true)
  }
  await expect.poll(() => domainField(page).isDisabled()).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: 'Add' }).isDisabled()).toBe(true)
  if (isThorough) await expectAccessible(page)

  const preview = page.getByRole('blockquote')
  await expect.poll(() => preview.textContent()).not.toContain('met before')
  await page.getByRole('button', { name: 'Agree' }).click()
  await page.getByText('You agreed on').waitFor()
  await page.getByText('Always on', { exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(cards[0])
  await expect.poll(() => page.getByRole('button', { name: 'Agree' }).count()).toBe(0)
  await page.reload()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Agree' }).waitFor()

  await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
  await page.waitForURL('**/billing')
  expect(pageErrors).toEqual([])
  await context.close()
})

test('with Pro the switches move at once and are saved or go back, and the user can write their own reply', async ({
  page,
  world,
  context,
}) => {
  await world.startTrial(await world.signIn(context))
  const toast = toastOn(page)
  await openSettings(page)
  await expect.poll(() => page.getByRole('link', { name: 'Upgrade to Pro' }).count()).toBe(0)
  for (const [name, path, failure, before, after] of [
    ['Filter recruiters', 'filter-recruiters', 'recruiter filter', 'true', 'false'],
    ['Filter investors', 'filter-investors', 'investor filter', 'true', 'false'],
    ['Smart response', 'auto-reply', 'auto-reply setting', 'false', 'true'],
  ] as const) {
    await expect.poll(() => stateOf(page, name)).toBe(before)
    await page.route(`**/api/settings/${path}`, (route) => route.fulfill({ status: 502 }), {
      times: 1,
    })
    await switchOf(page, name).click()
    await toast.getByText(`Failed to update ${failure}.`).waitFor()
    await expect.poll(() => stateOf(page, name)).toBe(before)

    const release = await holdRequests(page, `**/api/settings/${path}`, { times: 1 })
    const sent = page.waitForRequest(`**/api/settings/${path}`)
    await switchOf(page, name).click()
    expect((await sent).method()).toBe('PATCH')
    expect((await sent).postDataJSON()).toEqual({ enabled: after === 'true' })
    // The server has not answered yet.
    await expect.poll(() => stateOf(page, name)).toBe(after)
    const refreshed = page.waitForRequest('**/api/auth/me')
    release()
    await refreshed
    await toast.getByText('Settings saved').waitFor()
    await closeToast(page)
    await expect.poll(() => stateOf(page, name)).toBe(after)
  }
  await page.reload()
  await page.getByRole('button', { name: 'Agree' }).waitFor()
  await expect.poll(() => stateOf(page, 'Filter recruiters')).toBe('false')
  await expect.poll(() => stateOf(page, 'Smart response')).toBe('true')
  await expectAccessible(page)

  const field = await editReply(page)
  await expect
    .poll(() => field.evaluate((element) => element === document.activeElement))
    .toBe(true)
  await field.fill('Not now. See example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Please leave out links and email addresses.').waitFor()
  if (isThorough) await expectAccessible(page)
  await field.fill('Not now, thank you.')
  await page.getByRole('button', { name: 'Save' }).click()
  const preview = page.getByRole('blockquote')
  await preview.waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(cards[0])
  await expect
    .poll(() => preview.textContent())
    .toMatch(/^Not now, thank you\.\n\n.*We've met before/s)
})

test('leaving an unsaved reply asks for confirmation', async ({ page, world, context }) => {
  await world.startTrial(await world.signIn(context))
  await openSettings(page)
  const field = await editReply(page)
  const before = await field.inputValue()
  await field.fill('Half a sen')
  const leave = () => page.getByRole('link', { name: 'Dashboard' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await leave()
  if (isThorough) await expectAccessible(page)
  await question.getByRole('button', { name: 'Stay here' }).click()
  expect(await field.inputValue()).toBe('Half a sen')
  await reloadAndStay(page)
  expect(await field.inputValue()).toBe('Half a sen')

  // The saved text is back, so nothing would be lost.
  await field.fill(before)
  await leave()
  await page.waitForURL('**/dashboard')
})

test('domains are added with the button or Enter, normalised, and removed', async ({
  page,
  world,
  context,
}) => {
  const email = await world.signIn(context)
  await world.startTrial(email)
  const toast = toastOn(page)
  await openSettings(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/whitelist') && request.method() !== 'GET')
      sent.push(`${request.method()} ${request.url().slice(world.url.length)}`)
  })
  await domainField(page).fill('   ')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add' }).click()
  await domainField(page).fill('  https://www.Example.com/x ')
  await page.keyboard.press('Enter')
  await toast.getByText('Domain added').waitFor()
  expect(sent).toEqual(['POST /api/whitelist'])
  await expect.poll(() => domainsOn(page)).toEqual(['example.com'])
  await expect.poll(() => domainField(page).inputValue()).toBe('')
  await domainField(page).fill('user@partner.example')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => domainsOn(page)).toEqual(['example.com', 'partner.example'])
  await domainField(page).fill('@example.com')
  await page.keyboard.press('Enter')
  await toast.getByText('example.com is already on your whitelist.').waitFor()
  await expect.poll(() => domainField(page).inputValue()).toBe('@example.com')
  if (isThorough) await expectAccessible(page)

  await page.route('**/api/whitelist*', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 502 }),
  )
  await page.route('**/api/whitelist/*', (route) => route.fulfill({ status: 502 }))
  await domainField(page).fill('third.example')
  await page.keyboard.press('Enter')
  await toast.getByText('Failed to add domain to whitelist.').waitFor()
  await page.getByRole('button', { name: 'Remove example.com' }).click()
  await toast.getByText('Failed to remove domain from whitelist.').waitFor()
  await expect.poll(() => domainsOn(page)).toEqual(['example.com', 'partner.example'])
  await page.unroute('**/api/whitelist/*')
  await page.getByRole('button', { name: 'Remove example.com' }).click()
  await toast.getByText('Domain removed').waitFor()
  await expect.poll(() => domainsOn(page)).toEqual(['partner.example'])
  expect(sent.at(-1)).toBe('DELETE /api/whitelist/example.com')
  await page.unroute('**/api/whitelist*')
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => domainsOn(page)).toEqual(['example.com', 'partner.example'])
  await expect.poll(() => domainField(page).inputValue()).toBe('third.example')

  await world.endTrial(email)
  await openSettings(page)
  await page.getByText('Saved, but not applied without Pro').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
})

test('trusted and blocked senders are listed and can be removed, and lessons can be reset', async ({
  page,
  world,
  context,
}) => {
  const toast = toastOn(page)
  const user = await world.signIn(context)
  await seedSender(world.db, user, {
    address: 'pat@vendor.example',
    reputation: 'trusted',
    setAt: new Date('2026-11-15T09:00:00.000Z'),
  })
  await seedSender(world.db, user, {
    address: 'lee@leads.example',
    reputation: 'blocked',
    setAt: new Date('2026-11-14T09:00:00.000Z'),
  })
  await page.route('**/api/senders/*', (route) => route.fulfill({ status: 502 }), { times: 1 })
  await openSettings(page)
  const senders = page
    .getByRole('list', { name: 'Trusted and blocked senders' })
    .getByRole('listitem')
  await expect
    .poll(() => senders.allTextContents())
    .toEqual([
      'pat@vendor.exampleSince November 15, 2026Trusted',
      'lee@leads.exampleSince November 14, 2026Blocked',
    ])
  await page.getByRole('button', { name: 'Remove lee@leads.example' }).click()
  await toast.getByText('Failed to remove sender.').waitFor()
  await expect.poll(() => senders.count()).toBe(2)
  await page.getByRole('button', { name: 'Remove lee@leads.example' }).click()
  await toast.getByText('Sender removed').waitFor()
  await expect.poll(() => senders.count()).toBe(1)
  // It would cover the next button.
  await toast.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Reset what Doorman has learned' }).click()
  const dialog = page.getByRole('alertdialog')
  if (isThorough) await expectAccessible(page)
  const sent = page.waitForRequest('**/api/lessons')
  await dialog.getByRole('button', { name: 'Reset' }).click()
  expect((await sent).method()).toBe('DELETE')
  await toast.getByText('Reset complete').waitFor()
  await dialog.waitFor({ state: 'detached' })
})
