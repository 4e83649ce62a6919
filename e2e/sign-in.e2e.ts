import { isThorough, whenThorough } from '@doorman/domain/testing/sample'
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, holdRequests, holdScripts, test, toastOn } from './visit.ts'
import { newEmail, password } from './world.ts'

/** The page's API calls from now on, except for the sign-in check. */
function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/auth/me')
      calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

test('login requires both fields before it sends a request, sends one after a double click, and says why it failed', async ({
  page,
}) => {
  await page.goto('/login')
  const calls = watchCalls(page)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByText('Please enter your email address').waitFor()
  await page.getByText('Please enter your password').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('email')
  await expectAccessible(page)
  expect(calls).toEqual([])
  await expect
    .poll(() => page.getByRole('link', { name: 'Forgot password?' }).getAttribute('href'))
    .toBe('/forgot-password')
  await expect
    .poll(() => page.getByRole('link', { name: 'Create an account' }).getAttribute('href'))
    .toBe('/register')

  await fill(page, { Email: 'unknown@example.com', Password: 'not this one' })
  const release = await holdRequests(page, '**/api/auth/login')
  await page.getByRole('button', { name: 'Log In' }).dblclick()
  await expect.poll(() => page.getByRole('button', { name: 'Log In' }).isDisabled()).toBe(true)
  release()
  const toast = toastOn(page)
  await toast.getByText('Login failed').waitFor()
  await toast.getByText('Invalid email or password').waitFor()
  expect(calls).toEqual(['POST /api/auth/login'])
  if (isThorough) await expectAccessible(page)

  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: 'oops' }))
  await page.getByRole('button', { name: 'Log In' }).click()
  await toast.getByText('Invalid credentials').waitFor()
  // Without a network.
  await page.route('**/api/auth/login', (route) => route.abort())
  await page.getByRole('button', { name: 'Log In' }).click()
  await toast.getByText('Something went wrong. Please try again.').waitFor()
})

test('a form that is submitted before the scripts have loaded is sent once they have', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/login')
  const entered = { email: newEmail(), password: 'not this one' }
  await page.getByLabel('Email').fill(entered.email)
  await page.getByLabel('Password', { exact: true }).fill(entered.password)
  const sent = page.waitForRequest('**/api/auth/login')
  await page.keyboard.press('Enter')
  release()
  expect((await sent).postDataJSON()).toEqual(entered)
  await toastOn(page).getByText('Invalid email or password').waitFor()
})

test('registration checks its fields before it sends a request, shows the server’s message, and is reported once to the marketing tools', async ({
  page,
  world,
  context,
}) => {
  const taken = await world.signIn(context)
  await context.clearCookies()
  await page.addInitScript(() => {
    const events: unknown[] = []
    Object.assign(window, {
      gtag: (...event: unknown[]) => events.push(event),
      fbq: (...event: unknown[]) => events.push(event),
    })
    addEventListener('pagehide', () => sessionStorage.setItem('events', JSON.stringify(events)))
  })
  await page.goto('/register')
  const kinds = await page
    .locator('form input')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
  expect(kinds).toEqual(['email', 'new-password', 'new-password'])
  await page.getByText(/18/).first().waitFor()
  for (const [name, href] of [
    ['Terms of Service', '/terms-of-service'],
    ['Privacy Policy', '/privacy-policy'],
  ] as const)
    await expect
      .poll(() => page.getByRole('link', { name }).first().getAttribute('href'))
      .toBe(href)
  const calls = watchCalls(page)
  const submit = () => page.getByRole('button', { name: 'Create account' }).click()
  const toast = toastOn(page)

  await submit()
  await page.getByText('Please enter your email address').waitFor()
  await fill(page, { Email: 'mira@' })
  await submit()
  await page.getByText('Please enter a valid email address').waitFor()
  await fill(page, { Email: taken, Password: 'seven77', 'Confirm password': 'other' })
  await page.getByRole('button', { name: 'Show password' }).first().click()
  const field = page.getByLabel('Password', { exact: true })
  await expect.poll(() => field.getAttribute('type')).toBe('text')
  await submit()
  await toast.getByText('Password too short').waitFor()
  await toast.getByText('Password must be at least 8 characters long.').waitFor()
  await fill(page, { Password: 'eight888' })
  await submit()
  await toast.getByText(/Passwords don.t match/).waitFor()
  await toast.getByText('Please make sure both passwords are the same.').waitFor()
  if (isThorough) await expectAccessible(page)
  expect(calls).toEqual([])

  await fill(page, { Password: 'eight 88', 'Confirm password': 'eight 88' })
  await submit()
  await toast.getByText('Registration failed').waitFor()
  await toast.getByText('We couldn’t create an account').waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(taken)
  await fill(page, { Email: newEmail() })
  await submit()
  await page.waitForURL('**/dashboard')
  await toast.getByText('Account created!').waitFor()
  const events = await page.evaluate(() => sessionStorage.getItem('events'))
  expect(JSON.parse(events ?? '')).toEqual([
    ['event', 'sign_up', { method: 'email' }],
    ['track', 'StartTrial', { value: 0, currency: 'USD' }],
  ])
})

test('signing in works with browser storage blocked', async ({ world, context }) => {
  const email = await world.signIn(context)
  await context.clearCookies()
  // The console is not checked here, because React Router warns about the blocked storage.
  const page = await context.newPage()
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Denied', 'SecurityError')
        },
      })
  })
  await page.goto('/login')
  await fill(page, { Email: email, Password: password })
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
})

test('signed-in users are redirected from login and register', async ({ world, context }) => {
  await world.signIn(context)
  for (const path of ['/login', '/register']) {
    const answer = await context.request.get(path, { maxRedirects: 0 })
    expect([answer.status(), answer.headers()['location']]).toEqual([302, '/dashboard'])
  }
})

whenThorough(test)(
  'a page from the browser’s cache never hides that the user has signed in or out',
  async ({ page, world, context }) => {
    const countLinks = async (path: string) => {
      // Not from the same page: browsers treat that as a reload.
      await page.goto('/privacy-policy')
      await page.goto('/')
      return page.locator(`header a[href="${path}"]`).count()
    }
    expect(await countLinks('/dashboard')).toBe(0)
    await world.signIn(context)
    expect(await countLinks('/dashboard')).toBeGreaterThan(0)
    await context.clearCookies()
    expect(await countLinks('/login')).toBeGreaterThan(0)
  },
)

test('every app page redirects to login, which returns to it', async ({ page }) => {
  for (const path of [
    '/dashboard',
    '/filtered-emails',
    '/accounts',
    '/filter-settings',
    '/account-settings',
    '/billing',
    '/admin',
    '/admin/content',
  ]) {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    const location = answer.headers()['location'] ?? ''
    expect([answer.status(), location]).toEqual([302, `/login?next=${encodeURIComponent(path)}`])
  }
})

test('login does not redirect to another site', async ({ page, world, context }) => {
  const email = await world.signIn(context)
  await context.clearCookies()
  await page.goto('/login?next=%2F%2Fevil.example')
  await fill(page, { Email: email, Password: password })
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL(`${world.url}/dashboard`)
})

test('the Admin Panel redirects users who are not admins to the dashboard', async ({
  world,
  context,
}) => {
  await world.signIn(context)
  for (const path of ['/admin', '/admin/content']) {
    const answer = await context.request.get(path, { maxRedirects: 0 })
    expect([answer.status(), answer.headers()['location']]).toEqual([302, '/dashboard'])
  }
})

test('forgot password shows the same text for every address, and the link works once', async ({
  page,
  world,
  context,
}) => {
  const email = await world.signIn(context)
  await context.clearCookies()
  const texts = []
  for (const address of ['stranger@example.com', email]) {
    await page.goto('/forgot-password')
    await fill(page, { Email: address })
    await page.getByRole('button', { name: 'Send the link' }).click()
    texts.push(await page.getByText(/If there’s an account/).textContent())
  }
  expect(texts[0]).toBe(texts[1])
  if (isThorough) await expectAccessible(page)

  const link = await world.waitForLink('Choose a new password', email)
  const tooLate = await context.newPage()
  for (const tab of [tooLate, page]) {
    const response = await tab.goto(link)
    expect(response?.headers()['referrer-policy']).toBe('no-referrer')
  }
  const choose = async (tab: Page, secret: string) => {
    await fill(tab, { 'New password': secret, 'Confirm new password': secret })
    await tab.getByRole('button', { name: 'Set new password' }).click()
  }
  await choose(page, 'a password to remember')
  await page.waitForURL('**/login')
  await toastOn(page).getByText('Password updated').waitFor()
  await choose(tooLate, 'and yet another one')
  await toastOn(tooLate).getByText('This link has expired or was used before.').waitFor()

  await page.goto(link)
  await page.getByText('This link has expired or was used before.').waitFor()
  await expect.poll(() => page.getByLabel('New password').count()).toBe(0)
  if (isThorough) await expectAccessible(page)
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await page.waitForURL('**/forgot-password')
})

test('an expired confirmation link says what to do', async ({ page }) => {
  await page.goto('/verify-email?token=nothing')
  await page.getByText('This link has expired or was used before.').waitFor()
  await page.getByRole('link', { name: 'Open account settings' }).waitFor()
  if (isThorough) await expectAccessible(page)
})

test('a session that ends during use leads to login once, and back', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  await page.goto('/account-settings')
  await page.getByRole('button', { name: 'Resend link' }).waitFor()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Resend link' }).click()
  await page.waitForURL('**/login?next=%2Faccount-settings')
  await toastOn(page).getByText('You were signed out').waitFor()
})
