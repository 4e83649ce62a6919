import { sample } from '@doorman/domain/testing/sample'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { describeDifference, encodeThumbnail, readThumbnail, toThumbnail } from './looks/compare.ts'
import * as data from './looks/data.ts'
import { findOverlaps } from './looks/find-overlaps.ts'
import { openContext, test } from './visit.ts'
import { failOnServer, waitForHeading, type World } from './world.ts'

/*
 * Compares the screens with small committed pictures (`looks/baselines`). The data and the clock are
 * fixed, and the product answers only calls for which the data has no reply. If a screen should look different
 * now, look at it in the folder that the failed test names, then run `npm run looks`.
 */
const baselines = new URL('looks/baselines/', import.meta.url)
const actualFolder = join(tmpdir(), 'doorman-looks')
const isAccepting = process.env.ACCEPT_LOOKS !== undefined

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const
const themes = ['dark', 'light'] as const

type Reply = unknown[] | Record<string, unknown>
type Replies = Readonly<Record<string, Reply | 'error' | 'never'>>

const usual: Replies = {
  '/api/auth/me': data.user,
  '/api/gmail-accounts': data.gmailAccounts,
  '/api/microsoft-accounts': data.microsoftAccounts,
  '/api/dashboard/stats': data.stats,
  '/api/dashboard/chart': data.chart,
  '/api/filtered-emails': data.someEmails(30),
  '/api/activity/days': data.activityDays,
}

const list = '/api/filtered-emails'
type Look = {
  readonly name: string
  readonly path: string
  readonly replies?: Replies
  /** Something that is on the screen when it is complete. */
  readonly ready?: string
  readonly scrollTo?: number
}

const looks: readonly Look[] = [
  { name: 'dashboard', path: '/dashboard', ready: 'main svg[role=img], main figure svg' },
  { name: 'list', path: '/filtered-emails', ready: 'main li' },
  { name: 'landing', path: '/' },
  { name: 'log-in', path: '/login' },
  { name: 'not-found', path: '/nothing-here' },
  {
    name: 'list-with-10000-rows',
    path: '/filtered-emails',
    replies: { [list]: data.someEmails(10_000) },
    ready: 'main li',
    scrollTo: 300_000,
  },
  { name: 'list-empty', path: '/filtered-emails', replies: { [list]: [] } },
  { name: 'list-failed', path: '/filtered-emails', replies: { [list]: 'error' } },
  { name: 'list-loading', path: '/filtered-emails', replies: { [list]: 'never' } },
  { name: 'activity', path: '/activity' },
  { name: 'accounts', path: '/accounts', ready: 'main article, main li, main section' },
  { name: 'filter-settings', path: '/filter-settings' },
]

test.for(sample(looks, 2))(
  '$name looks as before, and its texts do not overlap',
  async (look, { world }) => {
    const page = await openLook(world, look)
    const problems: string[] = []
    for (const size of sizes) {
      await page.setViewportSize(size)
      for (const theme of themes) {
        await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme)
        await settle(page, look)
        const name = `${look.name}-${size.width}-${theme}`
        const difference = await compareWithBaseline(name, await page.screenshot())
        if (difference) problems.push(`${name}: ${difference}`)
      }
      const where = `${look.name} at ${size.width} px`
      const overlaps = await page.evaluate(findOverlaps)
      problems.push(...overlaps.map((overlap) => `${where}: ${overlap} overlap`))
      const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth)
      if (contentWidth > size.width) problems.push(`${where}: is ${contentWidth} px wide`)
    }
    await page.context().close()
    expect(problems, `The pictures are in ${actualFolder}. To accept them: npm run looks`).toEqual(
      [],
    )
  },
)

/**
 * The session's own value: calls that no test answers reach the API, which refuses calls for any
 * other user.
 */
async function findShownUser(context: BrowserContext) {
  const answer = await context.request.get('/api/auth/me')
  const { shownUser } = (await answer.json()) as { shownUser: string }
  return { shownUser }
}

async function openLook(world: World, { path, replies, ready }: Look): Promise<Page> {
  const context = await openContext({ name: 'look', ...sizes[0], theme: 'dark' })
  if (isOfApp(path)) await world.signIn(context)
  const page = await context.newPage()
  await page.clock.setFixedTime(data.now)
  const all: Replies = { ...usual, ...replies }
  if (isOfApp(path)) {
    const user = { ...data.user, ...(await findShownUser(context)) }
    // The page's clock is fixed, so the browser asks for all data but the user.
    world.answerPages((call) =>
      call === '/api/auth/me' ? Response.json(user) : failOnServer(call),
    )
    await page.route('**/api/**', (route) => answer(route, { ...all, '/api/auth/me': user }))
  }
  await page.goto(path)
  await waitForHeading(page)
  if (ready) await page.locator(ready).first().waitFor()
  if (replies?.[list] === 'error') await page.getByRole('button', { name: /again/i }).waitFor()
  if (replies?.[list] === 'never') await page.locator('main .delayed').first().waitFor()
  else {
    await page.waitForLoadState('networkidle')
    await page.locator('main .delayed').first().waitFor({ state: 'detached' })
  }
  return page
}

const isOfApp = (path: string) => !['/', '/login', '/nothing-here'].includes(path)

async function answer(route: Route, replies: Replies): Promise<void> {
  const { pathname, searchParams } = new URL(route.request().url())
  const reply = replies[pathname]
  const isNextPage = searchParams.has('cursor') || searchParams.has('before')
  if (reply === 'never') return
  // A stream that stays open would keep the network busy.
  if (pathname === '/api/live-updates') {
    await route.fulfill({ status: 204 })
    return
  }
  if (reply === 'error') await route.fulfill({ status: 500, json: { message: 'Broken' } })
  else if (reply === undefined) await route.continue()
  else await route.fulfill({ json: isNextPage ? [] : reply })
}

/** Waits for what the new width and theme change: pictures, fonts, transitions and two frames. */
async function settle(page: Page, { scrollTo }: Look): Promise<void> {
  if (scrollTo) await scrollThere(page, scrollTo)
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1)
      await new Promise((done) => requestAnimationFrame(done))
    const isOnScreen = (image: Element) => {
      const { width, top, bottom } = image.getBoundingClientRect()
      return width > 0 && top < innerHeight && bottom > 0
    }
    const pictures = [...document.images].filter(isOnScreen)
    await Promise.all(pictures.map((image) => image.decode().catch(() => {})))
    await document.fonts.ready
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
  })
}

/** Scrolls far down in a long list, where there must be rows, and back to the top. */
async function scrollThere(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo(0, y), top)
  await page.waitForFunction(() =>
    document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('li'),
  )
  expect(await page.locator('main li').count()).toBeLessThan(200)
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.waitForFunction(() => document.querySelector('main li')?.checkVisibility())
}

/** Keeps the picture itself for people, unless it looks as before. */
async function compareWithBaseline(name: string, screenshot: Buffer): Promise<string | null> {
  const file = new URL(`${name}.webp`, baselines)
  const actual = await toThumbnail(screenshot)
  const expected = await readFile(file).catch(() => null)
  const difference = expected
    ? describeDifference(actual, await readThumbnail(expected))
    : 'it has no picture to compare with'
  if (!difference) return null
  await mkdir(actualFolder, { recursive: true })
  await writeFile(join(actualFolder, `${name}.png`), screenshot)
  if (!isAccepting) return difference
  await mkdir(baselines, { recursive: true })
  await writeFile(file, await encodeThumbnail(actual))
  return null
}
