import { aFilteredEmail } from '@doorman/db/testing/seeds'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { rowOf, rows, seedList } from './filtered-emails-page.ts'
import { collectErrors, openContext, desktop, test } from './visit.ts'
import { byBrowser, type World } from './world.ts'

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

const paths = ['/dashboard', '/filtered-emails'] as const

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
      const response = await request.get(path)
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

test('the document shows the page, also without scripts', async ({ page, world, context }) => {
  await seedUser(page, world, 'A pitch to read')
  const reader = await openContext(desktop, { javaScriptEnabled: false })
  await reader.addCookies(await context.cookies())
  const plain = await reader.newPage()
  await plain.goto('/filtered-emails')
  await rowOf(plain, 'A pitch to read').waitFor()
  await plain.goto('/dashboard')
  await plain.getByRole('link', { name: /emails filtered: show them/ }).waitFor()
  await plain.getByRole('figure').waitFor()
  await reader.close()
})

test.for(paths)(
  'hydrating %s finds what the document shows, in any time zone and theme',
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

test.for(paths)(
  'if the data of %s fails or takes too long on the server, the browser asks for it',
  async (path, { page, world }) => {
    await seedUser(page, world, 'A pitch to read')
    world.answerPages(byBrowser)
    await page.goto(path)
    await page.getByText('A pitch to read').first().waitFor()

    const never = new Promise<Response>(() => {})
    world.answerPages((call) => (call === '/api/auth/me' ? null : never), 50)
    await page.reload()
    await page.getByText('A pitch to read').first().waitFor()
  },
)

test('a document for the list of a linked email has the email open', async ({ page, world }) => {
  const { idOf } = await seedList(page, world, [{ ...aFilteredEmail(1), subject: 'A pitch' }])
  await page.goto(`/filtered-emails?open=${idOf('A pitch')}`)
  await rows(page).getByText('Read from your mailbox just now, and not stored').waitFor()
})
