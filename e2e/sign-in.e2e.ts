import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, test, toastOn } from './visit.ts'
import { newEmail, password } from './world.ts'

/** Every call of the API that the page makes from now on, but for asking who is there. */
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

test('70, 71: login asks for both fields before it asks the server', async ({ page }) => {
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
})

test('73: a refusal shows the words of the server, and its own where there are none', async ({
  page,
}) => {
  await page.goto('/login')
  await fill(page, { Email: 'nobody@example.com', Password: 'not this one' })
  await page.getByRole('button', { name: 'Log In' }).click()
  const toast = toastOn(page)
  await toast.getByText('Login failed').waitFor()
  await toast.getByText('Invalid email or password').waitFor()
  await expectAccessible(page)

  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: 'oops' }))
  await page.getByRole('button', { name: 'Log In' }).click()
  await toast.getByText('Invalid credentials').waitFor()
})

test('74: without a network the toast says that something went wrong', async ({ page }) => {
  await page.goto('/login')
  await page.route('**/api/auth/login', (route) => route.abort())
  await fill(page, { Email: 'ann@example.com', Password: password })
  await page.getByRole('button', { name: 'Log In' }).click()
  await toastOn(page).getByText('Something went wrong. Please try again.').waitFor()
})

test('75: a double click sends one request, and the button waits', async ({ page }) => {
  await page.goto('/login')
  await fill(page, { Email: 'ann@example.com', Password: 'not this one' })
  const calls = watchCalls(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/auth/login', async (route) => {
    await held
    await route.fulfill({ status: 401, json: { message: 'No' } })
  })
  const button = page.getByRole('button', { name: 'Log In' })
  await button.dblclick()
  await expect.poll(() => button.isDisabled()).toBe(true)
  answer()
  await toastOn(page).getByText('Login failed').waitFor()
  expect(calls).toEqual(['POST /api/auth/login'])
})

test('77-80: registering checks length, then match, and sends nothing until both are right', async ({
  page,
}) => {
  await page.goto('/register')
  const calls = watchCalls(page)
  const submit = () => page.getByRole('button', { name: 'Create account' }).click()
  const toast = toastOn(page)

  await submit()
  await page.getByText('Please enter your email address').waitFor()
  await fill(page, { Email: 'mira@' })
  await submit()
  await page.getByText('Please enter a valid email address').waitFor()
  await fill(page, { Email: newEmail(), Password: 'seven77', 'Confirm password': 'other' })
  await submit()
  await toast.getByText('Password too short').waitFor()
  await toast.getByText('Password must be at least 8 characters long.').waitFor()
  await fill(page, { Password: 'eight888' })
  await submit()
  await toast.getByText(/Passwords don.t match/).waitFor()
  await toast.getByText('Please make sure both passwords are the same.').waitFor()
  await expectAccessible(page)
  expect(calls).toEqual([])

  await fill(page, { Password: 'eight 88', 'Confirm password': 'eight 88' })
  await submit()
  await page.waitForURL('**/dashboard')
  await toast.getByText('Account created!').waitFor()
})

test('82: a taken address shows the words of the server', async ({ page, world, context }) => {
  const email = await world.signIn(context)
  await context.clearCookies()
  await page.goto('/register')
  await fill(page, { Email: email, Password: password, 'Confirm password': password })
  await page.getByRole('button', { name: 'Create account' }).click()
  await toastOn(page).getByText('Registration failed').waitFor()
  await toastOn(page).getByText('We could not create an account').waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
})

test('83: a sign-up is told to the marketing tools on the page, once', async ({ page }) => {
  await page.addInitScript(() => {
    const told: unknown[] = []
    Object.assign(window, {
      gtag: (...event: unknown[]) => told.push(event),
      fbq: (...event: unknown[]) => told.push(event),
    })
    addEventListener('pagehide', () => sessionStorage.setItem('told', JSON.stringify(told)))
  })
  await page.goto('/register')
  await fill(page, { Email: newEmail(), Password: password, 'Confirm password': password })
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/dashboard')
  expect(JSON.parse((await page.evaluate(() => sessionStorage.getItem('told'))) ?? '')).toEqual([
    ['event', 'sign_up', { method: 'email' }],
    ['track', 'StartTrial', { value: 0, currency: 'USD' }],
  ])
})

test('somebody who lets no site keep anything can sign in all the same', async ({
  world,
  context,
}) => {
  const email = await world.signIn(context)
  await context.clearCookies()
  // Nobody listens to this page: React Router complains of the storage, and goes on.
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

test('84: fields tell password managers what they are, and passwords can be shown', async ({
  page,
}) => {
  await page.goto('/register')
  const kinds = await page
    .locator('form input')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
  expect(kinds).toEqual(['email', 'new-password', 'new-password'])
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('visible')
  await page.getByRole('button', { name: 'Show password' }).first().click()
  await expect.poll(() => field.getAttribute('type')).toBe('text')
})

test('86: registering names the age and links to terms and privacy', async ({ page }) => {
  await page.goto('/register')
  await page.getByText(/18/).first().waitFor()
  for (const [name, href] of [
    ['Terms of Service', '/terms-of-service'],
    ['Privacy Policy', '/privacy-policy'],
  ] as const)
    await expect
      .poll(() => page.getByRole('link', { name }).first().getAttribute('href'))
      .toBe(href)
})

test('12: whoever is signed in is led away from login and register', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  }
})

test('10, 11: every page of the app leads strangers to login, which remembers where from', async ({
  page,
}) => {
  for (const path of [
    '/dashboard',
    '/filtered-emails',
    '/accounts',
    '/filter-settings',
    '/account-settings',
    '/billing',
    '/admin',
  ]) {
    await page.goto(path)
    expect(page.url()).toMatch(new RegExp(`/login\\?next=${encodeURIComponent(path)}$`))
  }
})

test.for(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'F81: after login nobody is led to %s',
  async (next, { page, world, context }) => {
    const email = await world.signIn(context)
    await context.clearCookies()
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await fill(page, { Email: email, Password: password })
    await page.getByRole('button', { name: 'Log In' }).click()
    await page.waitForURL(`${world.url}/dashboard`)
  },
)

test('13: /admin leads everybody but admins to the dashboard', async ({ page, world, context }) => {
  await world.signIn(context)
  await page.goto('/admin')
  expect(new URL(page.url()).pathname).toBe('/dashboard')
})

test('85: a forgotten password: the same words for everybody, and the link works once', async ({
  page,
  world,
  context,
}) => {
  const email = await world.signIn(context)
  await context.clearCookies()
  const said = []
  for (const address of ['stranger@example.com', email]) {
    await page.goto('/forgot-password')
    await fill(page, { Email: address })
    await page.getByRole('button', { name: 'Send the link' }).click()
    said.push(await page.getByText(/If an account exists/).textContent())
  }
  expect(said[0]).toBe(said[1])
  await expectAccessible(page)

  const link = await world.linkIn('Choose a new password', email)
  const tooLate = await context.newPage()
  for (const tab of [tooLate, page]) await tab.goto(link)
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
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await page.waitForURL('**/forgot-password')
})

test('A-38: an old confirmation link says what to do', async ({ page }) => {
  await page.goto('/verify-email?token=nothing')
  await page.getByText('This link has expired or was used before.').waitFor()
  await page.getByRole('link', { name: 'Open account settings' }).waitFor()
  await expectAccessible(page)
})

test('28: a login session that ends in mid-use leads to login once, and back', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  await page.goto('/account-settings')
  await page.getByRole('button', { name: 'Send the link again' }).waitFor()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await page.waitForURL('**/login?next=%2Faccount-settings')
  await toastOn(page).getByText('You were signed out').waitFor()
})
