import { sample } from '@doorman/domain/testing/sample'
import { expect } from 'vitest'
import { appPages } from './app-pages.ts'
import { expectAccessibleOnEveryScreen, openContext, phone, test } from './visit.ts'
import { waitForHydration, waitForHeading } from './world.ts'

const publicPages = [
  '/',
  '/login',
  '/privacy-policy',
  '/nothing-here',
  '/blog',
  '/register',
  '/forgot-password',
  '/reset-password?token=x',
  '/set-password?token=x',
  '/terms-of-service',
  '/accuracy',
  '/approval',
]

test(
  'pages are accessible, start with a skip link, fit the width of every screen and log nothing to the console',
  { timeout: 240_000 },
  async ({ context, page, world }) => {
    const look = async (path: string) => {
      await page.goto(path)
      await waitForHeading(page)
      await page.mouse.move(1, 1)
      await expectAccessibleOnEveryScreen(page)
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => document.activeElement?.textContent)
      expect([path, focused]).toEqual([path, 'Skip to content'])
    }
    for (const path of ['/dev/gallery', ...sample(publicPages, 4)]) await look(path)
    await world.signIn(context)
    for (const path of sample(appPages, 4)) await look(path)
  },
)

const needsScripts = 'Turn on JavaScript in your browser to use this.'

/** How often a public page says that it needs JavaScript: once for each form. */
const formsByPage = [
  // The try-it field and the contact form.
  ['/', 2],
  ['/login', 1],
  ['/privacy-policy', 0],
  ['/register', 1],
  ['/forgot-password', 1],
  // Links that have expired have no form.
  ['/reset-password?token=x', 0],
  ['/set-password?token=x', 0],
  ['/verify-email?token=x', 1],
  ['/terms-of-service', 0],
  ['/accuracy', 0],
  ['/approval', 0],
  ['/blog', 0],
  ['/nothing-here', 0],
] as const

test('without JavaScript public pages can be read, and only their forms say that they need it', async () => {
  const context = await openContext(phone, { javaScriptEnabled: false })
  const page = await context.newPage()
  // `getByText` ignores `noscript`.
  const notes = page.locator('noscript p:visible')
  for (const [path, times] of sample(formsByPage, 3)) {
    await page.goto(path)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toMatch(/\w/)
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

test('an unknown page replies 404 and links home, and Go Back leads home without a history', async ({
  page,
  context,
}) => {
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
  const opened = context.waitForEvent('page')
  await page.evaluate(() => window.open('/nothing-here', '_blank', 'noopener'))
  const fresh = await opened
  await fresh.getByRole('button', { name: 'Go Back' }).click()
  await fresh.waitForURL((url) => url.pathname === '/')
  await page.getByRole('link', { name: 'Go Home' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('app pages are not indexed and not cached', async ({ world, context }) => {
  await world.signIn(context)
  const answer = await context.request.get('/dashboard')
  expect(answer.headers()['cache-control']).toBe('no-store')
  expect(await answer.text()).toMatch(/<meta name="robots" content="noindex/)
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
