import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { arrive, cardOf, cardTitles, connect, openAccounts } from './accounts-page.ts'
import { allow, askFor, gmail, microsoft } from './connect.ts'
import { desktop, expectAccessible, openContext, phone, test } from './visit.ts'
import { alive } from './world.ts'

const deniedWords =
  'You must grant the required permissions to connect your email account. Please try again and make sure to check all permission boxes.'

const alertOn = (page: Page) => page.getByRole('alert').filter({ hasText: 'Connection Failed' })

test.for([gmail, microsoft])(
  '57, 60, 61: who cancels at $name is told what is missing, once, and finds back',
  async (provider, { world }) => {
    const { page } = await arrive(world, phone)
    await askFor(page, provider)
    await page.getByRole('button', { name: 'Cancel' }).click()

    await alertOn(page).getByText(deniedWords).waitFor()
    await alive(page)
    await expect.poll(() => page.evaluate(() => location.href)).toBe(`${world.url}/`)
    await expectAccessible(page)
    await alertOn(page).getByRole('button', { name: 'Dismiss' }).click()
    await alertOn(page).waitFor({ state: 'hidden' })
    await page.reload()
    await alive(page)
    await expect.poll(() => alertOn(page).count()).toBe(0)

    await page.goto('/?error=access_denied#promises')
    await alive(page)
    await expect.poll(() => page.evaluate(() => location.href)).toBe(`${world.url}/#promises`)
    await alertOn(page).getByRole('link', { name: 'Back to Connected Accounts' }).click()
    await page.getByRole('heading', { name: 'No mailbox is connected' }).waitFor()
  },
)

test('F24: who unticks a permission at Google is told to tick them all', async ({ world }) => {
  const { page } = await arrive(world, desktop)
  const address = world.moveIn(gmail)
  await askFor(page, gmail)
  await page.getByRole('checkbox').first().uncheck()
  await allow(page, gmail, address)
  await alertOn(page).getByText(deniedWords).waitFor()

  await openAccounts(page)
  await connect(page, gmail, address)
})

test('58, 59, A-23: other errors are worded, or shown as the plain text they are', async ({
  page,
}) => {
  const told = async (error: string) => {
    await page.goto(`/?error=${encodeURIComponent(error)}`)
    return alertOn(page).locator('p').nth(1).textContent()
  }
  expect(await told('missing_params')).toBe(
    'Authentication failed due to missing parameters. Please try again.',
  )
  expect(await told('expired')).toBe('Authentication failed. Please try again.')
  expect(await told('<b>The provider is asleep</b>')).toBe('<b>The provider is asleep</b>')
})

test('256: without JavaScript the alert can be read and dismissed', async () => {
  const context = await openContext(phone, { javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/?error=consent_incomplete')
  await alertOn(page).getByText(deniedWords).waitFor()
  await alertOn(page).getByRole('button', { name: 'Dismiss' }).click()
  await alertOn(page).waitFor({ state: 'detached' })
  await context.close()
})

test.for([gmail, microsoft])(
  'a double click connects $name once, here and there',
  async (provider, { world }) => {
    const { page } = await arrive(world, desktop)
    const address = world.moveIn(provider)
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
    })
    // Both clicks within one task: sooner than any page could answer the first.
    await page.getByRole('button', { name: provider.button }).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    const yes = page.getByRole('button', { name: provider.yes })
    await yes.waitFor()
    expect(calls).toEqual([`/api/${provider.name.toLowerCase()}/connect`])

    await page.getByRole('radio', { name: address }).check()
    await yes.dblclick()
    // The second click may cut the way back of the first short, which a wait for it would not forgive.
    await expect.poll(() => new URL(page.url()).pathname).toBe('/accounts')
    await expect.poll(() => cardTitles(page)).toEqual([address])
  },
)

test.for([gmail, microsoft])(
  'F35: the back button leads to pages of $name that still work, and connects nothing twice',
  async (provider, { world }) => {
    const { page } = await arrive(world, desktop)
    await askFor(page, provider)
    await page.goBack()
    await page.waitForURL('**/accounts')
    await expect
      .poll(() => page.getByRole('button', { name: provider.button }).isEnabled())
      .toBe(true)

    const address = await connect(page, provider, world.moveIn(provider))
    await page.goBack()
    await page.getByRole('button', { name: provider.yes }).waitFor()
    await allow(page, provider, address)
    await cardOf(page, address).waitFor()
    await expect.poll(() => cardTitles(page)).toEqual([address])
  },
)

test.for([gmail, microsoft])(
  'F35: a mailbox at $name that somebody else has connected stays theirs',
  async (provider, { world }) => {
    const { page: theirs } = await arrive(world, desktop)
    const { page } = await arrive(world, phone)
    const address = await connect(theirs, provider, world.moveIn(provider))

    await askFor(page, provider)
    await allow(page, provider, address)
    await alertOn(page)
      .getByText('This mailbox is already connected to another account here.')
      .waitFor()
    await page.getByRole('link', { name: 'Back to Connected Accounts' }).click()
    await page.getByRole('heading', { name: 'No mailbox is connected' }).waitFor()

    await theirs.reload()
    await cardOf(theirs, address).getByText('Active', { exact: true }).waitFor()
  },
)

test('179, 181: a guide stands before the connection, and closing it connects nothing', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  const calls: string[] = []
  page.on('request', (request) => {
    if (/api\/(auth-guide|.*connect$)/.test(request.url()))
      calls.push(request.url().slice(world.url.length))
  })
  await page.route('**/api/auth-guide-settings?*', (route) =>
    route.fulfill({ json: { enabled: true, videoUrl: 'https://example.com/guide.mp4' } }),
  )
  await openAccounts(page)
  const dialog = page.getByRole('dialog')
  const button = page.getByRole('button', { name: 'Connect Microsoft' })
  await button.click()
  await dialog.getByText('Video unavailable').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(calls).toEqual(['/api/auth-guide-settings?provider=microsoft'])
  const hasFocus = () => button.evaluate((element) => element === document.activeElement)
  await expect.poll(hasFocus).toBe(true)

  await page.getByRole('button', { name: 'Connect Gmail' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).dblclick()
  await page.getByRole('button', { name: 'Allow' }).waitFor()
  expect(calls.slice(1)).toEqual(['/api/auth-guide-settings?provider=google', '/api/gmail/connect'])
})

test('179, 181: the guide’s video is YouTube’s own player, and the keyboard is not caught in it', async ({
  signedIn: page,
}) => {
  await page.route('**/api/auth-guide-settings?*', (route) =>
    route.fulfill({ json: { enabled: true, videoUrl: 'https://youtu.be/dQw4w9WgXcQ' } }),
  )
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The player</h1>' }),
  )
  await openAccounts(page)
  await page.getByRole('button', { name: 'Connect Gmail' }).click()
  const player = page.getByRole('dialog').getByTitle('How to connect Gmail')
  await player.contentFrame().getByRole('heading', { name: 'The player' }).waitFor()
  await expect
    .poll(() => player.getAttribute('src'))
    .toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
  await page.keyboard.press('Escape')
  await player.waitFor({ state: 'hidden' })
})

test('180: where the guide cannot be asked for, connecting goes on without it', async ({
  signedIn: page,
}) => {
  await page.route('**/api/auth-guide-settings?*', (route) => route.abort())
  await openAccounts(page)
  await askFor(page, gmail)
})
