import { expect } from 'vitest'
import { appPages } from './app-pages.ts'
import { expectAccessibleOnEveryScreen, openContext, phone, test } from './visit.ts'
import { waitForHydration, waitForHeading } from './world.ts'

const publicPages = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password?token=x',
  '/set-password?token=x',
  '/privacy-policy',
  '/terms-of-service',
  '/accuracy',
  '/approval',
  '/nothing-here',
]

test('every page is accessible, fits the width of every screen and logs nothing to the console', async ({
  context,
  page,
  world,
}) => {
  const look = async (path: string) => {
    await page.goto(path)
    await waitForHeading(page)
    await page.mouse.move(1, 1)
    await expectAccessibleOnEveryScreen(page)
  }
  for (const path of [...publicPages, '/blog', '/dev/gallery']) await look(path)
  await world.signIn(context)
  for (const path of appPages) await look(path)
})

test('the public pages can be read without JavaScript', async () => {
  const context = await openContext(phone, { javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of publicPages) {
    await page.goto(path)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toMatch(/\w/)
  }
  await context.close()
})

const needsScripts = 'Turn on JavaScript in your browser to use this.'

test('without JavaScript forms say that they need it, and other pages say nothing', async () => {
  const context = await openContext(phone, { javaScriptEnabled: false })
  const page = await context.newPage()
  // `getByText` ignores `noscript`.
  const notes = page.locator('noscript p:visible')
  for (const [path, times] of [
    ['/login', 1],
    ['/register', 1],
    ['/forgot-password', 1],
    ['/verify-email?token=x', 1],
    // The try-it field and the contact form.
    ['/', 2],
    ['/blog', 0],
    ['/privacy-policy', 0],
    ['/nothing-here', 0],
  ] as const) {
    await page.goto(path)
    const words = await notes.allTextContents()
    expect([path, ...words]).toEqual([path, ...Array.from({ length: times }, () => needsScripts)])
  }
  await context.close()
})

test('pages support HEAD requests, as monitors and link checkers send them', async ({
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

test('an unknown page replies 404 and links home and back', async ({ page }) => {
  await page.goto('/privacy-policy')
  const response = await page.goto('/nothing-here')
  expect(response?.status()).toBe(404)
  await expect.poll(() => page.title()).toContain('Page Not Found')
  await page.getByText('does not exist or has been moved').waitFor()
  await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Go Back' }).click()
  await page.waitForURL('**/privacy-policy')
  await page.goto('/nothing-here')
  await page.getByRole('link', { name: 'Go Home' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('Go Back leads home if there is no history', async ({ page, world }) => {
  await page.goto(`${world.url}/nothing-here`)
  const opened = page.context().waitForEvent('page')
  await page.evaluate(() => window.open('/nothing-here', '_blank', 'noopener'))
  const fresh = await opened
  await fresh.getByRole('button', { name: 'Go Back' }).click()
  await fresh.waitForURL((url) => url.pathname === '/')
})

test('the first Tab stop is the skip link', async ({ signedIn: page }) => {
  for (const path of ['/', '/privacy-policy', '/dashboard']) {
    await page.goto(path)
    await waitForHeading(page)
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('Tab')
    const first = await page.evaluate(() => document.activeElement?.textContent)
    expect(first).toBe('Skip to content')
  }
})

test('app pages are not indexed and not cached', async ({ signedIn: page }) => {
  const response = await page.goto('/dashboard')
  expect(response?.headers()['cache-control']).toBe('no-store')
  await expect
    .poll(() => page.locator('meta[name=robots]').getAttribute('content'))
    .toContain('noindex')
})

test('the Content-Security-Policy blocks an injected script', async ({ world }) => {
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

test('the outbox shows the product’s emails, and a used link is not an error', async ({
  page,
  world,
  context,
}) => {
  const email = await world.signIn(context)
  await world.waitForLink('Confirm your email address', email)
  await page.goto('/dev/outbox')
  await page.getByRole('link', { name: 'Confirm your email address' }).first().click()
  await page.getByText(email).first().waitFor()
  const html = page.frameLocator('iframe[title="The email as HTML"]')
  await html.getByRole('link', { name: 'Confirm address' }).waitFor()
  await page
    .getByRole('link', { name: /verify-email/ })
    .first()
    .click()
  await page.getByText('Your address is confirmed.').waitFor()
  await page.reload()
  await page.getByText('Your address is confirmed.').waitFor()
})
