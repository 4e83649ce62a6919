import type axe from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test as base } from 'vitest'
import { openWorld, type World } from './world.ts'

export type Screen = {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly theme: 'dark' | 'light'
}

export const phone = { name: 'phone', width: 390, height: 844, theme: 'light' } as const
export const desktop = { name: 'desktop', width: 1280, height: 800, theme: 'dark' } as const

/** Half of what the package gives as `axe.source`, which the browser reads once for each page. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

let world: World

/** A world for the tests of one file. */
export async function enterWorld(): Promise<void> {
  world = await openWorld()
}

export async function leaveWorld(): Promise<void> {
  await world.close()
}

/**
 * A test with a browser of its own: no cookies, nothing stored. What the page
 * writes to the console, and every rule of the CSP it breaks, fails the test.
 */
export const test = base.extend<{
  world: World
  screen: Screen
  context: BrowserContext
  page: Page
  /** The page of somebody who has just signed up. */
  signedIn: Page
}>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads what a fixture needs from its first parameter
  world: async ({}, use) => use(world),
  screen: desktop,
  context: async ({ screen }, use) => {
    const context = await openContext(screen)
    await use(context)
    await context.close()
  },
  page: async ({ context }, use) => {
    const page = await context.newPage()
    const complaints = listenTo(page)
    await use(page)
    expect(complaints).toEqual([])
  },
  signedIn: async ({ world, context, page }, use) => {
    await world.signIn(context)
    await use(page)
  },
})

/** Another visitor, on another screen. */
export async function openContext(
  { width, height, theme }: Screen,
  options: { javaScriptEnabled?: boolean } = {},
): Promise<BrowserContext> {
  const context = await world.browser.newContext({
    baseURL: world.url,
    viewport: { width, height },
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(15_000)
  if (theme === 'light')
    await context.addInitScript(() => window.localStorage.setItem('theme', 'light'))
  return context
}

/** Refusals that a test provokes are in the console by the browser's own doing. */
export function listenTo(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    const isProvoked = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isProvoked)
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

/**
 * 245: no violation of WCAG 2.2 AA or of good practice on what is on the screen
 * now. Only contrast depends on the theme, so the other theme is asked for that alone.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async () => {
    const root = document.documentElement
    const theme = root.dataset.theme
    const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const here = await window.axe.run({ runOnly: all, resultTypes: ['violations'] })
    root.dataset.theme = theme === 'dark' ? 'light' : 'dark'
    const there = await window.axe.run({
      runOnly: { type: 'rule', values: ['color-contrast'] },
      resultTypes: ['violations'],
    })
    root.dataset.theme = theme
    return [...here.violations, ...there.violations].map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`,
    )
  })
  expect(violations).toEqual([])
}

/** Every call that the page has made by now has come to its route, for one made after them has. */
export async function callsAreIn(page: Page): Promise<void> {
  await page.evaluate(async () => void (await fetch('/favicon.svg')))
}

/** The one toast on the screen. */
export function toastOn(page: Page) {
  return page.getByRole('region', { name: /Notification/ }).getByRole('listitem')
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
