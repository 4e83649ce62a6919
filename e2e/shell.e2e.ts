import { isThorough, sample, whenThorough } from '@doorman/domain/testing/sample'
import type { Page } from 'playwright-core'
import { seedMailbox, setPlan } from '@doorman/db/testing/seeds'
import { expect } from 'vitest'
import {
  desktop,
  expectAccessible,
  holdScripts,
  openContext,
  phone,
  test,
  toastOn,
} from './visit.ts'
import { waitForHeading } from './world.ts'

const menu = ['Dashboard', 'Filtered Emails', 'Connected Accounts', 'Filter Settings']
const sidebarOf = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const widthOf = async (page: Page) => (await sidebarOf(page).boundingBox())?.width

test('the sidebar marks the current page, which has its own title and takes the focus', async ({
  signedIn: page,
}) => {
  await page.goto('/billing')
  await waitForHeading(page)
  const sidebar = sidebarOf(page)
  await sidebar.getByRole('heading', { name: 'Main Menu' }).waitFor()
  await expect
    .poll(() => sidebar.getByRole('navigation').getByRole('link').allTextContents())
    .toEqual(menu)
  await expect
    .poll(() => sidebar.getByRole('link', { name: 'Doorman' }).getAttribute('href'))
    .toBe('/dashboard')
  await expect.poll(() => sidebar.locator('[aria-current=page]').count()).toBe(0)
  for (const name of menu) {
    await sidebar.getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await expect
      .poll(() => sidebar.locator('[aria-current=page]').allTextContents())
      .toEqual([name])
    await expect.poll(() => page.title()).toBe(`${name} · Doorman`)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name)
  }
})

test('the user menu shows the address and leads to the user’s pages and to help', async ({
  page,
  world,
  context,
}) => {
  const email = await world.signIn(context)
  await page.goto('/billing')
  const userButton = sidebarOf(page).getByRole('button', { name: `User menu for ${email}` })
  expect(await userButton.textContent()).toMatch(/^P/)
  await userButton.click()
  const links = page.locator('a[role=menuitem]')
  await expect
    .poll(() =>
      links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')])),
    )
    .toEqual([
      [' Account Settings', '/account-settings'],
      [' Billing', '/billing'],
      [' Mailboxes None yet', '/accounts'],
      [' Help', '/#faq'],
      [' Contact', '/#contact'],
    ])
  if (isThorough) await expectAccessible(page)
  await links.filter({ hasText: 'Account Settings' }).click()
  await page.getByRole('heading', { level: 1, name: 'Account Settings' }).waitFor()
})

whenThorough(test)(
  'Activity is a view of Filtered Emails, whose entry is emphasised but not marked as the current page',
  async ({ signedIn: page }) => {
    await page.goto('/activity')
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor()
    await expect.poll(() => sidebarOf(page).locator('[aria-current=page]').count()).toBe(0)
    await expect
      .poll(() => sidebarOf(page).locator('[data-within]').allTextContents())
      .toEqual(['Filtered Emails'])
    const views = page.getByRole('navigation', { name: 'Views' })
    await expect
      .poll(() => views.locator('[aria-current=page]').allTextContents())
      .toEqual(['Activity'])
  },
)

test('Ctrl+B and Cmd+B collapse the sidebar to icons with tooltips, and a cookie keeps it collapsed from the first frame', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  await page.goto('/dashboard')
  await waitForHeading(page)
  await expect.poll(() => widthOf(page)).toBe(256)
  await page.keyboard.press('Control+b')
  await expect.poll(() => widthOf(page)).toBe(48)
  await page.keyboard.press('Meta+b')
  await expect.poll(() => widthOf(page)).toBe(256)
  await page.keyboard.press('Control+b')
  await expect.poll(() => widthOf(page)).toBe(48)
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
  expect(cookie).toMatchObject({ value: 'false', path: '/' })
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(604_000)
  if (isThorough) await expectAccessible(page)

  await page.addInitScript(() => {
    const widths = ((window as unknown as { widths: number[] }).widths = [] as number[])
    const look = () => {
      const sidebar = document.querySelector('aside[aria-label=Sidebar]')
      if (sidebar) widths.push(sidebar.getBoundingClientRect().width)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const response = await page.reload()
  expect(await response?.text()).toContain('data-state="collapsed"')
  await waitForHeading(page)
  const widths = await page.evaluate(() => (window as unknown as { widths: number[] }).widths)
  expect(new Set(widths)).toEqual(new Set([48]))

  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const tooltip = page.getByRole('tooltip')
  await sidebarOf(page).getByRole('link', { name: 'Filtered Emails' }).hover()
  await page.clock.runFor(650)
  await expect.poll(() => tooltip.count()).toBe(0)
  await page.clock.runFor(100)
  await expect.poll(() => tooltip.textContent()).toBe('Filtered Emails')
  // The next entry shows its name at once.
  const next = await sidebarOf(page).getByRole('link', { name: 'Connected Accounts' }).boundingBox()
  await page.mouse.move((next?.x ?? 0) + 10, (next?.y ?? 0) + 10, { steps: 10 })
  await page.clock.runFor(50)
  await expect.poll(() => tooltip.allTextContents()).toEqual(['Connected Accounts'])
})

test('below 768 px the sidebar is a sheet 18rem wide, and choosing an entry closes it', async ({
  world,
}) => {
  const context = await openContext({ ...phone, width: 767 })
  const page = await context.newPage()
  await world.signIn(context)
  await page.goto('/dashboard')
  await waitForHeading(page)
  await expect.poll(() => sidebarOf(page).isVisible()).toBe(false)

  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  const sheet = page.getByRole('dialog')
  await expect.poll(async () => (await sheet.boundingBox())?.x).toBe(0)
  expect((await sheet.boundingBox())?.width).toBe(288)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await sheet.getByRole('link', { name: 'Filter Settings' }).click()
  await page.waitForURL('**/filter-settings')
  await sheet.waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 768, height: 800 })
  await expect.poll(() => widthOf(page)).toBe(256)
  await context.close()
})

test('Ctrl+K searches pages, accounts and actions, and g and a letter go to a page, unless a dialog is open', async ({
  page,
  world,
  context,
}) => {
  const user = await world.signIn(context)
  const { address } = await seedMailbox(world.db, user, { problem: null })
  await page.goto('/billing')
  await waitForHeading(page)
  const opener = page.getByRole('button', { name: 'Search pages, accounts and actions' })
  await opener.focus()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: 'Search pages, accounts and actions' })
  await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true)
  const options = page.getByRole('option')
  await options.filter({ hasText: `Pause ${address}` }).waitFor()
  if (isThorough) await expectAccessible(page)
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)

  await opener.click()
  await search.fill('pause')
  await expect.poll(() => options.allTextContents()).toEqual([`Pause ${address}`])
  await page.keyboard.press('Enter')
  await toastOn(page).getByText('Processing paused').waitFor()
  await page.keyboard.press('Meta+k')
  await search.fill('nothing like it')
  await page.getByText('No matches').waitFor()
  await search.fill('settings')
  await expect.poll(() => options.count()).toBe(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Filter Settings' }).waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Filter Settings')

  for (const key of ['g', 'd']) await page.keyboard.press(key)
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('Go to Dashboard').waitFor()
  await help.getByText('Go to the next email').waitFor()
  for (const key of ['g', 's', 'Control+k']) await page.keyboard.press(key)
  await expect.poll(() => search.count()).toBe(0)
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/dashboard')
})

test('the default theme is dark regardless of the system, and a choice is kept', async ({
  signedIn: page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/dashboard')
  await waitForHeading(page)
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await expect.poll(() => theme()).toBe('dark')
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect.poll(() => theme()).toBe('light')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  await page.reload()
  await waitForHeading(page)
  await expect.poll(() => theme()).toBe('light')
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme))
    .toBe('light')
})

test.for(sample(['/dashboard', '/', '/login'], 1))(
  'with the light theme no frame of %s is dark',
  async (path, { world }) => {
    const context = await openContext({ ...desktop, theme: 'light' })
    await world.signIn(context)
    const page = await context.newPage()
    await page.addInitScript(() => {
      const seen = ((window as unknown as { seen: string[] }).seen = [] as string[])
      const look = () => {
        if (document.body) seen.push(getComputedStyle(document.documentElement).colorScheme)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.goto(path)
    await waitForHeading(page)
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    expect(new Set(seen)).toEqual(new Set(['light']))
    await context.close()
  },
)

whenThorough(test)(
  'a page that comes without its data shows a spinner in the shell until its code is loaded',
  async ({ signedIn: page }) => {
    const release = await holdScripts(page)
    await page.goto('/account-settings', { waitUntil: 'commit' })
    await page.getByRole('status').first().waitFor({ state: 'attached' })
    await sidebarOf(page).getByRole('link', { name: 'Dashboard' }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0)
    release()
    await page.getByRole('heading', { level: 1, name: 'Account Settings' }).waitFor()
  },
)

whenThorough(test)(
  'a page that fails to load says so and can be retried',
  async ({ signedIn: page }) => {
    await page.route('**/api/gmail-accounts', (route) => route.abort(), { times: 1 })
    await page.goto('/accounts')
    await page.getByText('We couldn’t load this page').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Connect Gmail' }).waitFor()
  },
)

const trialBanner = (page: Page) => page.getByRole('complementary', { name: 'Pro trial' })

test('the trial banner is on every page until it is dismissed in this tab', async ({
  page,
  world,
  context,
}) => {
  await setPlan(world.db, await world.signIn(context), { trialDays: 2.5 })
  const banner = trialBanner(page)
  await page.goto('/account-settings')
  await banner.getByText('3 days of Pro features left').waitFor()
  await banner.getByText('Unlimited emails, real-time processing, privacy protection.').waitFor()
  await waitForHeading(page)
  if (isThorough) await expectAccessible(page)
  for (const width of [768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect((await banner.boundingBox())?.height).toBeLessThanOrEqual(44)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await banner.getByRole('link', { name: 'Keep Pro Features' }).click()
  await page.waitForURL('**/billing')
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  await banner.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Billing')
  await page.reload()
  await waitForHeading(page)
  await expect.poll(() => banner.count()).toBe(0)
})

whenThorough(test)(
  'the trial banner is only for trials, and hidden before hydration if it was dismissed',
  async ({ page, world, context }) => {
    const user = await world.signIn(context)
    const banner = trialBanner(page)
    await page.goto('/account-settings')
    await waitForHeading(page)
    await expect.poll(() => banner.count()).toBe(0)
    await setPlan(world.db, user, { trialDays: 2.5, isSubscribed: true })
    await page.reload()
    await waitForHeading(page)
    await expect.poll(() => banner.count()).toBe(0)

    await setPlan(world.db, user, { trialDays: 2.5 })
    await page.reload()
    await waitForHeading(page)
    await banner.getByRole('button', { name: 'Dismiss' }).click()
    await banner.waitFor({ state: 'detached' })
    // The server doesn't know that the banner was dismissed. An inline script hides it before React
    // removes it.
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload({ waitUntil: 'domcontentloaded' })
    await sidebarOf(page).getByRole('link', { name: 'Dashboard' }).waitFor()
    expect(await page.locator('[data-trial-of]').count()).toBe(1)
    expect(await banner.count()).toBe(0)
    await page.unroute('**/assets/*.js')

    const otherTab = await context.newPage()
    await otherTab.goto('/billing')
    await otherTab.getByText('3 days of Pro features left').waitFor()
  },
)
