import type { BrowserContext, Locator, Page, Route } from 'playwright-core'
import { expect, test as base } from 'vitest'
import { leaveToApi, openWorld, type World } from './world.ts'

export { expectAccessible, expectAccessibleOnEveryScreen } from './accessibility.ts'

export type Screen = {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly theme: 'dark' | 'light'
}

export const phone = { name: 'phone', width: 390, height: 844, theme: 'light' } as const
export const desktop = { name: 'desktop', width: 1280, height: 800, theme: 'dark' } as const

/** The world of the running test, for `openContext`. */
let current: World | undefined

type Visit = {
  world: World
  isVisiting: void
  screen: Screen
  context: BrowserContext
  page: Page
  /** The page of a user who has just signed up. */
  signedIn: Page
}

/**
 * A test with its own browser context: no cookies, nothing stored. Anything the page writes to the
 * console and every CSP violation fails the test, and so does an error that the product logs.
 *
 * All files of a worker share one product and one browser, because starting them takes seconds.
 * Every test makes its own users. A file whose tests change what all visitors see (articles,
 * tracking codes) or run a first scan uses `testInOwnWorld`.
 */
export const test = createTest('worker')

/** Like `test`, but the file has its own product. */
export const testInOwnWorld = createTest('file')

function createTest(scope: 'worker' | 'file') {
  return base.extend<Visit>({
    world: [
      // oxlint-disable-next-line no-empty-pattern -- vitest reads a fixture's dependencies from its first parameter
      async ({}, use) => {
        const world = await openWorld()
        await use(world)
        await world.close()
      },
      { scope },
    ],
    isVisiting: [
      async ({ world }, use) => {
        current = world
        world.answerPages(leaveToApi)
        await use()
        world.expectNoErrors()
      },
      { auto: true },
    ],
    screen: desktop,
    context: async ({ screen, world }, use) => {
      current = world
      const context = await openContext(screen)
      await use(context)
      await context.close()
    },
    page: async ({ context }, use) => {
      const page = await context.newPage()
      const pageErrors = collectErrors(page)
      await use(page)
      expect(pageErrors).toEqual([])
    },
    signedIn: async ({ world, context, page }, use) => {
      await world.signIn(context)
      await use(page)
    },
  })
}

/** A second visitor, on another screen. */
export async function openContext(
  { width, height, theme }: Screen,
  options: { javaScriptEnabled?: boolean } = {},
): Promise<BrowserContext> {
  if (!current) throw new Error('A browser context is opened inside a test')
  const context = await current.browser.newContext({
    baseURL: current.url,
    viewport: { width, height },
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(15_000)
  if (theme === 'light')
    await context.addInitScript(() => window.localStorage.setItem('theme', 'light'))
  return context
}

/** Collects console errors and page errors, except failed requests, which tests provoke on purpose. */
export function collectErrors(page: Page): string[] {
  const pageErrors: string[] = []
  page.on('console', (message) => {
    const isProvoked = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isProvoked)
      pageErrors.push(message.text())
  })
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  return pageErrors
}

/** Waits until every request that the page has made so far has reached its route handler. */
export async function waitForRequests(page: Page): Promise<void> {
  await page.evaluate(async () => void (await fetch('/favicon.svg')))
}

/** From now on reads of the page never get a response. Only the user's actions reach the server. */
export async function holdReads(page: Page): Promise<void> {
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? undefined : route.fallback(),
  )
}

/** Requests of these URLs wait until the returned function is called. */
export async function holdRequests(
  page: Page,
  url: string,
  options: { times?: number } = {},
): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const wait = async (route: Route) => {
    await released
    await route.continue()
  }
  await page.route(url, wait, options)
  return release
}

/** The page’s scripts arrive when the returned function is called, as on a slow connection. */
export const holdScripts = (page: Page) => holdRequests(page, '**/assets/*.js')

/** Reloads a page with unsaved text. The browser asks for confirmation, and the user stays. */
export async function reloadAndStay(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog')
  const reload = page.evaluate(() => location.reload())
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await reload
}

/** On Filter Settings: opens the text of the smart response for editing. */
export async function editReply(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit text' }).click()
  return page.getByRole('textbox', { name: 'Reply to filtered senders' })
}

/**
 * Closes the toast, so that a later one with the same text isn’t mistaken for it. Hovering pauses
 * its timer first.
 */
export async function closeToast(page: Page): Promise<void> {
  await toastOn(page).hover()
  await toastOn(page).getByRole('button', { name: 'Close' }).click()
  await toastOn(page).waitFor({ state: 'detached' })
}

/** The one toast on the screen. */
export function toastOn(page: Page) {
  return page.getByRole('region', { name: /Notification/ }).getByRole('listitem')
}
