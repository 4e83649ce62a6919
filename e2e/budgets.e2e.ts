import { sample, whenThorough } from '@doorman/domain/testing/sample'
import type { BrowserContext, Page } from 'playwright-core'
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { demoSignIns } from '@doorman/cli/demo/seed-demo'
import { readLibrary } from '@doorman/cli/product/read-library'
import { appPages } from './app-pages.ts'
import { testInOwnWorld as test } from './visit.ts'
import { waitForHeading, type World } from './world.ts'

const kilobyte = 1000
const { articles } = await readLibrary()
const longest = articles.toSorted((one, other) => other.content.length - one.content.length)[0]!

/** The files of one type that the page requests from now on, with their gzip size. */
function watchBytes(page: Page, kind: 'script' | 'stylesheet' | 'font') {
  const fetched: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === kind)
      fetched.push(response.body().then((body) => gzipSync(body).length))
  })
  return async () => (await Promise.all(fetched)).reduce((sum, size) => sum + size, 0) / kilobyte
}

const publicPages = [
  '/',
  `/blog/${longest.slug}`,
  '/login',
  '/blog',
  '/privacy-policy',
  '/nothing-here',
  '/register',
]
const adminPages = ['/admin', '/admin/queue', '/admin/audit']

test.for(sample(publicPages, 2))(
  '%s loads no script while it is read, one small style sheet and one font',
  async (path, { page, world }) => {
    await world.publish([longest])
    // The count of views outlives its page, so the network would never be idle.
    await page.route('**/view', (route) => route.fulfill({ json: {} }))
    const scripts = watchBytes(page, 'script')
    const styles = watchBytes(page, 'stylesheet')
    const fonts = watchBytes(page, 'font')
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(path === '/nothing-here' ? 404 : 200)
    await page.mouse.wheel(0, 10_000)
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    await page.waitForLoadState('networkidle')
    expect(await scripts()).toBe(0)
    const inline = await page.evaluate(() =>
      [...document.scripts].map((script) => script.textContent).join(''),
    )
    expect(gzipSync(inline).length / kilobyte).toBeLessThanOrEqual(15)
    expect(await styles()).toBeLessThanOrEqual(12)
    // An article's headings and the founder's letter have a font of their own, which is not preloaded.
    const hasSerif = path === '/' || path.startsWith('/blog/')
    expect(await fonts()).toBeLessThanOrEqual(hasSerif ? 56 : 32)
  },
)

test.for(sample(appPages, 1))(
  '%s loads at most 190 KB of scripts',
  async (path, { page, world, context }) => {
    await world.signIn(context)
    const scripts = watchBytes(page, 'script')
    // Opened by the code that loads after the first paint.
    const stream = page.waitForResponse('**/api/live-updates')
    await page.goto(path, { waitUntil: 'networkidle' })
    await waitForHeading(page)
    await stream
    expect(await scripts()).toBeLessThanOrEqual(190)
  },
)

test.for(sample(adminPages, 1))(
  '%s loads at most 190 KB of scripts',
  async (path, { page, world, context }) => {
    await signInAdmin(context, world)
    const scripts = watchBytes(page, 'script')
    await openAdminPage(page, path)
    expect(await scripts()).toBeLessThanOrEqual(190)
  },
)

whenThorough(test)(
  'the other tabs of the Admin Panel load at most 40 KB of scripts together',
  async ({ page, world, context }) => {
    await signInAdmin(context, world)
    await openAdminPage(page, '/admin')
    // The parts of dialogs and menus load at the first sign of a visitor.
    const parts = page.waitForResponse('**/assets/parts-*.js')
    await page.mouse.move(1, 1)
    await page.mouse.move(2, 2)
    await parts
    const scripts = watchBytes(page, 'script')
    const tabs = page.getByRole('tab')
    for (const tab of await tabs.all()) {
      await tab.click()
      await page.locator('main .delayed').first().waitFor({ state: 'detached' })
    }
    await page.waitForLoadState('networkidle')
    const size = await scripts()
    expect(size).toBeGreaterThan(0)
    expect(size).toBeLessThanOrEqual(40)
  },
)

async function signInAdmin(context: BrowserContext, world: World): Promise<void> {
  const { email, password } = demoSignIns.find(({ isAdmin }) => isAdmin)!
  await context.request.post(`${world.url}/api/auth/login`, { data: { email, password } })
}

/** Opens a page and waits until its parts are loaded. */
async function openAdminPage(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse('**/api/live-updates')
  await page.goto(path)
  await waitForHeading(page)
  await stream
  await page.locator('main .delayed').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
}

test('files with a content hash in their name are cached forever, and no others, and text is compressed', async ({
  page,
  world,
}) => {
  await page.goto('/login')
  const style = await page.locator('link[rel=stylesheet]').getAttribute('href')
  const script = await page.locator('link[rel$=modulepreload]').first().getAttribute('href')
  const headersOf = async (path: string | null) =>
    (await page.request.get(`${world.url}${path}`)).headers()
  const forever = 'public, max-age=31536000, immutable'
  for (const path of [style, script])
    expect(await headersOf(path)).toMatchObject({
      'cache-control': forever,
      'content-encoding': 'br',
    })
  for (const path of ['/', '/api/openapi.json'])
    expect([path, (await headersOf(path))['content-encoding']]).toEqual([path, 'br'])
  expect((await headersOf('/favicon.svg'))['cache-control']).not.toContain('immutable')
  expect((await page.request.get(`${world.url}/.vite/manifest.json`)).status()).toBe(404)
})
