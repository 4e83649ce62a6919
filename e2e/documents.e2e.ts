import { sample, whenThorough } from '@doorman/domain/testing/sample'
import { aFilteredEmail } from '@doorman/db/testing/seeds'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { buttonOf, rowOf, rows, searchBox, seedList } from './filtered-emails-page.ts'
import {
  collectErrors,
  desktop,
  holdReads,
  holdRequests,
  openContext,
  test,
  toastOn,
} from './visit.ts'
import { failOnServer, password, waitForApp, type World } from './world.ts'

/** The page's calls of the API since its last document. */
function recordCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.isNavigationRequest()) calls.length = 0
    else if (pathname.startsWith('/api/')) calls.push(pathname)
  })
  return calls
}

const paths = ['/filtered-emails', '/dashboard'] as const

/** Signs in a user with an email that has this subject. */
async function seedUser(page: Page, world: World, subject: string): Promise<string> {
  const { user } = await seedList(page, world, [{ ...aFilteredEmail(1), subject }])
  return user
}

test('the documents of two users, made at the same time, contain only their own data', async ({
  page,
  world,
}) => {
  const other = await openContext(desktop)
  const secrets = ['The first user’s pitch', 'The second user’s pitch'] as const
  const people = [
    { request: page.request, email: await seedUser(page, world, secrets[0]), secret: secrets[0] },
    {
      request: other.request,
      email: await seedUser(await other.newPage(), world, secrets[1]),
      secret: secrets[1],
    },
  ]
  const visits = people.flatMap((person) => paths.map((path) => ({ ...person, path })))
  const documents = await Promise.all(
    [...visits, ...visits, ...visits].map(async ({ request, path, ...own }) => {
      const response = await request.get(path, { timeout: 60_000 })
      expect(response.headers()['cache-control']).toBe('no-store')
      return { ...own, html: await response.text() }
    }),
  )
  for (const { email, secret, html } of documents) {
    const strangers = people.filter((person) => person.email !== email)
    expect(html).toContain(email)
    expect(html).toContain(secret)
    for (const stranger of strangers) {
      expect(html).not.toContain(stranger.email)
      expect(html).not.toContain(stranger.secret)
    }
  }
  await other.close()
})

/** A page for the same user in a browser without JavaScript, which shows the document as it is. */
async function openPlain(context: BrowserContext): Promise<Page> {
  const reader = await openContext(desktop, { javaScriptEnabled: false })
  onTestFinished(() => reader.close())
  await reader.addCookies(await context.cookies())
  return reader.newPage()
}

/** The page hydrates when the returned function is called. */
const delayHydration = (page: Page) => holdRequests(page, '**/assets/entry.client-*.js')

const never = new Promise<Response>(() => {})

whenThorough(test)(
  'the document shows the page without JavaScript',
  async ({ page, world, context }) => {
    await seedUser(page, world, 'A pitch to read')
    const plain = await openPlain(context)
    await plain.goto('/filtered-emails')
    await rowOf(plain, 'A pitch to read').waitFor()
    await plain.goto('/dashboard')
    await plain.getByRole('link', { name: /emails filtered: show them/ }).waitFor()
    await plain.getByRole('figure').waitFor()
  },
)

test.for(sample(paths, 1))(
  'a hostile subject does nothing in the document of %s',
  async (path, { page, world }) => {
    const subject =
      '</script><script>document.title = "taken"</script>\u2028\u2029<!-- $& &lt;b> \\u0022'
    await seedUser(page, world, subject)
    await page.goto(path)
    await waitForApp(page)
    await page.getByText('</script><script>document.title = "taken"</script>').first().waitFor()
    expect(await page.title()).not.toBe('taken')
  },
)

test.for(paths)(
  '%s.data has the data of its own user only, and is not cached',
  async (path, { page, world }) => {
    await seedUser(page, world, 'A pitch to read')
    const own = await page.request.get(`${path}.data`)
    expect(own.headers()['cache-control']).toBe('no-store')
    expect(await own.text()).toContain('A pitch to read')

    const stranger = await openContext(desktop)
    onTestFinished(() => stranger.close())
    const refused = await stranger.request.get(`${path}.data`)
    expect(await refused.text()).toContain('/login?next=')
    expect(await refused.text()).not.toContain('A pitch to read')
  },
)

test('if the session has ended, a document makes only one call', async ({
  page,
  world,
  context,
}) => {
  await seedUser(page, world, 'A pitch to read')
  const stale = await context.cookies()
  await page.request.post('/api/auth/logout', { data: {} })
  await context.addCookies(stale)
  const calls: string[] = []
  world.answerPages((path) => {
    calls.push(path)
    return null
  })
  for (const path of paths) {
    const response = await page.request.get(path, { maxRedirects: 0 })
    expect(response.headers()['location']).toContain('/login')
  }
  expect(calls).toEqual(['/api/auth/me', '/api/auth/me'])
})

whenThorough(test)(
  'a document shows everything but the data that comes too late',
  async ({ page, world, context }) => {
    await seedUser(page, world, 'A pitch to read')
    const plain = await openPlain(context)
    const holdBack = (...late: string[]) =>
      world.answerPages((path) => (late.includes(path) ? never : null), 2_000)

    holdBack('/api/dashboard/chart', '/api/first-scans')
    await plain.goto('/dashboard')
    await plain.getByRole('link', { name: /emails filtered: show them/ }).waitFor()
    await plain.getByText('Loading the chart…').waitFor()

    holdBack('/api/filtered-emails', '/api/first-scans')
    await plain.goto('/filtered-emails')
    await searchBox(plain).waitFor()
    await plain.getByText('Loading your filtered emails…').waitFor()
  },
)

test('a search that is typed before hydration is carried out', async ({ page, world }) => {
  const emails = [aFilteredEmail(1), { ...aFilteredEmail(2), subject: 'A rare pitch' }]
  await seedList(page, world, emails)
  const release = await delayHydration(page)
  await page.goto('/filtered-emails?state=filtered')
  await searchBox(page).fill('rare')
  await searchBox(page).press('Enter')
  await page.waitForURL('**/filtered-emails?state=filtered&search=rare')
  await rowOf(page, 'A rare pitch').waitFor()

  await searchBox(page).fill('Pitch 1')
  release()
  await page.waitForURL(/search=Pitch\+1/)
  await rowOf(page, 'Pitch 1').waitFor()
  expect(await rows(page).count()).toBe(1)
})

test('if the user changes before hydration, the page does nothing as the old user and shows the new one', async ({
  page,
  world,
  context,
}) => {
  const { user, idOf } = await seedList(page, world, [{ ...aFilteredEmail(1), subject: 'A pitch' }])
  const release = await delayHydration(page)
  await page.goto('/filtered-emails')
  const other = await world.signIn(context)
  await holdReads(page)
  release()
  await waitForApp(page)
  await buttonOf(page, 'A pitch', 'Restore').click()
  await page.getByRole('button', { name: `User menu for ${other}` }).waitFor()
  await toastOn(page).getByText('You’ve changed users in another tab.').waitFor()
  expect(await rowOf(page, 'A pitch').count()).toBe(0)

  const login = { email: user, password }
  expect((await page.request.post('/api/auth/login', { data: login })).status()).toBe(200)
  const emails = (await (await page.request.get('/api/filtered-emails')).json()) as { id: string }[]
  expect(emails).toMatchObject([{ id: idOf('A pitch') }])
  expect(emails[0]).not.toHaveProperty('action')
})

test.for(sample(paths, 1))(
  'hydrating %s causes no mismatch, in any time zone and theme',
  async (path, { page, world, context }) => {
    await seedUser(page, world, 'A pitch to read')
    const abroad = await world.browser.newContext({
      baseURL: world.url,
      timezoneId: 'Pacific/Chatham',
      storageState: await context.storageState(),
    })
    await abroad.addInitScript(() => window.localStorage.setItem('theme', 'light'))
    const visitor = await abroad.newPage()
    const errors = collectErrors(visitor)
    const sent = visitor.waitForResponse('**/api/settings/time-zone')
    await visitor.goto(path)
    await visitor.getByText('A pitch to read').first().waitFor()
    expect((await sent).status()).toBe(200)
    // The next document is made with the time zone that was sent.
    const calls = recordCalls(visitor)
    const stream = visitor.waitForResponse('**/api/live-updates')
    await visitor.reload()
    await stream
    expect(calls[0]).toBe('/api/live-updates')
    expect(errors).toEqual([])
    await abroad.close()
  },
)

test.for(sample(paths, 1))(
  'if loading the data of %s fails or takes too long on the server, the browser loads it',
  async (path, { page, world }) => {
    await seedUser(page, world, 'A pitch to read')
    world.answerPages(failOnServer)
    await page.goto(path)
    await page.getByText('A pitch to read').first().waitFor()

    world.answerPages((call) => (call === '/api/auth/me' ? null : never), 50)
    await page.reload()
    await page.getByText('A pitch to read').first().waitFor()
  },
)
