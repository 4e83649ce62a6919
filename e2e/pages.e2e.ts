import { expect } from 'vitest'
import { desktop, expectAccessible, listenTo, openContext, phone, test } from './visit.ts'
import { alive, settled } from './world.ts'

const publicPages = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password?token=x',
  '/privacy-policy',
  '/terms-of-service',
  '/nothing-here',
]
const appPages = [
  '/dashboard',
  '/filtered-emails',
  '/activity',
  '/accounts',
  '/filter-settings',
  '/account-settings',
  '/billing',
]

const narrow = { name: 'narrow screen', width: 320, height: 640, theme: 'dark' } as const

test.for([narrow, phone, desktop])(
  '245, 248, 252: on a $name every page is accessible in both themes, fits and is quiet',
  async (screen, { world }) => {
    const context = await openContext(screen)
    const page = await context.newPage()
    const complaints = listenTo(page)
    const tooWide: string[] = []
    const look = async (path: string) => {
      await page.goto(path)
      await settled(page)
      await page.mouse.move(1, 1)
      await expectAccessible(page)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > screen.width) tooWide.push(path)
    }
    for (const path of [...publicPages, '/blog', '/dev/gallery']) await look(path)
    await world.signIn(context)
    for (const path of appPages) await look(path)
    expect(tooWide).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('256: the public pages can be read without JavaScript', async () => {
  const context = await openContext(phone, { javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of publicPages) {
    await page.goto(path)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toMatch(/\w/)
  }
  await context.close()
})

const needsScripts = 'This needs JavaScript, which is switched off in your browser.'

test('256: without JavaScript a form says that it needs it, and a page to read says nothing', async () => {
  const context = await openContext(phone, { javaScriptEnabled: false })
  const page = await context.newPage()
  // A search for text passes over `noscript`.
  const said = page.locator('noscript p:visible')
  for (const [path, times] of [
    ['/login', 1],
    ['/register', 1],
    ['/forgot-password', 1],
    ['/verify-email?token=x', 1],
    // To try it, and to write to us.
    ['/', 2],
    ['/blog', 0],
    ['/privacy-policy', 0],
    ['/nothing-here', 0],
  ] as const) {
    await page.goto(path)
    const words = await said.allTextContents()
    expect([path, ...words]).toEqual([path, ...Array.from({ length: times }, () => needsScripts)])
  }
  await context.close()
})

test('a page can be asked for without its body, as monitors and link checkers do', async ({
  context,
}) => {
  for (const [path, status] of [
    ['/', 200],
    ['/login', 200],
    ['/nothing-here', 404],
  ] as const) {
    const answer = await context.request.head(path)
    expect([answer.status(), answer.headers()['content-type']]).toEqual([
      status,
      'text/html; charset=utf-8',
    ])
  }
})

test('26, 27: an unknown page says so, answers 404 and leads home or back', async ({ page }) => {
  await page.goto('/privacy-policy')
  const response = await page.goto('/nothing-here')
  expect(response?.status()).toBe(404)
  await expect.poll(() => page.title()).toContain('Page Not Found')
  await page.getByText('does not exist or has been moved').waitFor()
  await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await alive(page)
  await page.getByRole('button', { name: 'Go Back' }).click()
  await page.waitForURL('**/privacy-policy')
  await page.goto('/nothing-here')
  await page.getByRole('link', { name: 'Go Home' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('27: Go Back leads home for somebody who came from nowhere', async ({ page, world }) => {
  await page.goto(`${world.url}/nothing-here`)
  const opened = page.context().waitForEvent('page')
  await page.evaluate(() => window.open('/nothing-here', '_blank', 'noopener'))
  const fresh = await opened
  await fresh.getByRole('button', { name: 'Go Back' }).click()
  await fresh.waitForURL((url) => url.pathname === '/')
})

test('36: the first thing the keyboard reaches is the way to the content', async ({
  signedIn: page,
}) => {
  for (const path of ['/', '/privacy-policy', '/dashboard']) {
    await page.goto(path)
    await settled(page)
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('Tab')
    const first = await page.evaluate(() => document.activeElement?.textContent)
    expect(first).toBe('Skip to content')
  }
})

test('the app asks search engines to stay out, and is never kept', async ({ signedIn: page }) => {
  const response = await page.goto('/dashboard')
  expect(response?.headers()['cache-control']).toBe('no-store')
  await expect
    .poll(() => page.locator('meta[name=robots]').getAttribute('content'))
    .toContain('noindex')
})

test('S12: a script that somebody smuggled in does not run', async ({ world }) => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await page.goto(`${world.url}/login`)
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script')
    script.textContent = 'window.smuggled = true'
    document.body.append(script)
    return 'smuggled' in window
  })
  expect(ran).toBe(false)
  await context.close()
})

test('what the product mails can be read in the outbox; a link that was used here is no error', async ({
  page,
  world,
  context,
}) => {
  const email = await world.signIn(context)
  await world.linkIn('Confirm your email address', email)
  await page.goto('/dev/outbox')
  await page.getByRole('link', { name: 'Confirm your email address' }).first().click()
  await page.getByText(email).first().waitFor()
  await page
    .getByRole('link', { name: /verify-email/ })
    .first()
    .click()
  await page.getByText('Your address is confirmed.').waitFor()
  await page.reload()
  await page.getByText('Your address is confirmed.').waitFor()
})
