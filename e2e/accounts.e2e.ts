import type { BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { allow, askFor, gmail, microsoft, type Provider } from './connect.ts'
import {
  desktop,
  expectAccessible,
  listenTo,
  openContext,
  phone,
  test,
  toastOn,
  type Screen,
} from './visit.ts'
import { alive, type World } from './world.ts'

const deniedWords =
  'You must grant the required permissions to connect your email account. Please try again and make sure to check all permission boxes.'

const cardOf = (page: Page, address: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: address }) })
const alertOn = (page: Page) => page.getByRole('alert').filter({ hasText: 'Connection Failed' })
const limitBadge = (page: Page) => page.getByText('email addresses').first()
const cardTitles = (page: Page) =>
  page.getByRole('main').getByRole('listitem').getByRole('heading').allTextContents()
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

async function openAccounts(page: Page): Promise<void> {
  await page.goto('/accounts')
  await page.getByRole('button', { name: 'Connect Gmail' }).waitFor()
}

async function connect(page: Page, provider: Provider): Promise<string> {
  await askFor(page, provider)
  const address = await allow(page, provider)
  await cardOf(page, address).waitFor()
  return address
}

/**
 * Somebody signed in, in a browser of their own, at their accounts. The simulated
 * people are few, so whatever was connected is let go of at the end.
 */
async function arrive(world: World, screen: Screen) {
  const context = await openContext(screen)
  const email = await world.signIn(context)
  const page = await context.newPage()
  const complaints = listenTo(page)
  onTestFinished(async () => {
    for (const accounts of ['/api/gmail-accounts', '/api/microsoft-accounts']) {
      const listed: { id: string }[] = await (await context.request.get(accounts)).json()
      for (const { id } of listed) await context.request.delete(`${accounts}/${id}`)
    }
    await context.close()
    expect(complaints).toEqual([])
  })
  // Google ends a person's grant as a whole, so what the last test gave back must not take the next one along.
  await expect.poll(() => isGrantedAtGoogle(context)).toBe(false)
  await openAccounts(page)
  return { page, email }
}

async function isGrantedAtGoogle(context: BrowserContext): Promise<boolean> {
  const world = await (await context.request.get('/dev/world/')).text()
  return world.slice(0, world.indexOf('<h2>Microsoft</h2>')).includes('Access granted')
}

test.for([phone, desktop])(
  '165, 166, 170, 171, 173-175: on a $name, $theme: connect both providers, pause, resume, disconnect',
  async (screen, { world }) => {
    const { page } = await arrive(world, screen)
    const toast = toastOn(page)
    await page.getByRole('heading', { name: 'No mailbox is connected' }).waitFor()
    expect(await limitBadge(page).textContent()).toBe('0 of 1 email addresses')
    for (const words of ['first 100 messages', '2 to 5 minutes', 'every 5 minutes'])
      await page.getByText(words).waitFor()
    await expectAccessible(page)

    const addresses = [await connect(page, gmail), await connect(page, microsoft)]
    expect(new URL(page.url()).pathname).toBe('/accounts')
    expect(await cardTitles(page)).toEqual(addresses)
    expect(await page.getByText('email addresses').count()).toBe(0)

    for (const [index, { name }] of [gmail, microsoft].entries()) {
      const card = cardOf(page, addresses[index] ?? '')
      await card.getByText(name, { exact: true }).waitFor()
      await card.getByText('Active', { exact: true }).waitFor()
      expect(await card.getByRole('term').allTextContents()).toEqual([
        'Connected',
        'Last check',
        'Next check',
        'First scan',
      ])

      await card.getByRole('button', { name: 'Pause' }).click()
      await toast.getByText('Processing paused').waitFor()
      await card.getByText('Paused', { exact: true }).waitFor()
      await card.getByText('Once resumed').waitFor()
      await expectAccessible(page)
      await card.getByRole('button', { name: 'Resume' }).click()
      await toast.getByText('Processing resumed').waitFor()
      await card.getByText('Active', { exact: true }).waitFor()

      await card.getByRole('switch', { name: 'Observe only' }).click()
      await toast.getByText('Settings saved').waitFor()
      await card.getByText('Observing', { exact: true }).waitFor()

      await card.getByRole('button', { name: 'Disconnect' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Disconnect this account?' })
      const place = name === gmail.name ? 'under the label Doorman' : 'in the folder Doorman'
      await dialog.getByText(`${place}, but can no longer be restored`).waitFor()
      const review = dialog.getByRole('link', { name: 'Review it first' })
      expect(await review.getAttribute('href')).toMatch(/^\/filtered-emails\?account=/)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await card.getByRole('button', { name: 'Disconnect' }).click()
      await dialog.getByRole('button', { name: 'Disconnect' }).click()
      await toast.getByText('Account disconnected').waitFor()
      await toast.getByText('Email account has been removed.').waitFor()
      await card.waitFor({ state: 'detached' })
    }
    await expect.poll(() => focusedText(page)).toBe('Connected Accounts')
    await page.getByRole('heading', { name: 'No mailbox is connected' }).waitFor()
  },
)

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
    expect(await alertOn(page).count()).toBe(0)

    await page.goto('/?error=access_denied#promises')
    await alive(page)
    await expect.poll(() => page.evaluate(() => location.href)).toBe(`${world.url}/#promises`)
    await alertOn(page).getByRole('link', { name: 'Back to Connected Accounts' }).click()
    await page.getByRole('heading', { name: 'No mailbox is connected' }).waitFor()
  },
)

test('F24: who unticks a permission at Google is told to tick them all', async ({ world }) => {
  const { page } = await arrive(world, desktop)
  await askFor(page, gmail)
  await page.getByRole('checkbox').first().uncheck()
  await allow(page, gmail)
  await alertOn(page).getByText(deniedWords).waitFor()

  await openAccounts(page)
  await connect(page, gmail)
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

    await yes.dblclick()
    await page.waitForURL('**/accounts')
    await expect.poll(async () => (await cardTitles(page)).length).toBe(1)
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

    const address = await connect(page, provider)
    await page.goBack()
    await page.getByRole('button', { name: provider.yes }).waitFor()
    await allow(page, provider)
    await cardOf(page, address).waitFor()
    expect(await cardTitles(page)).toEqual([address])
  },
)

test.for([gmail, microsoft])(
  'F35: a mailbox at $name that somebody else has connected stays theirs',
  async (provider, { world }) => {
    const { page: theirs } = await arrive(world, desktop)
    const { page } = await arrive(world, phone)
    const address = await connect(theirs, provider)

    await askFor(page, provider)
    expect(await allow(page, provider)).toBe(address)
    await alertOn(page)
      .getByText('This mailbox is already connected to another account here.')
      .waitFor()
    await page.getByRole('link', { name: 'Back to Connected Accounts' }).click()
    await page.getByRole('heading', { name: 'No mailbox is connected' }).waitFor()

    await theirs.reload()
    await cardOf(theirs, address).getByText('Active', { exact: true }).waitFor()
  },
)

test('167, 169, 176-178: when the trial is over one account is active, and a further one needs Pro', async ({
  world,
}) => {
  const { page, email } = await arrive(world, desktop)
  const toast = toastOn(page)
  const kept = await connect(page, gmail)
  const other = await connect(page, microsoft)
  expect(await page.getByRole('button', { name: 'Set as Active' }).count()).toBe(0)
  await page.getByText('new mail is checked every 5 minutes').waitFor()

  await world.endTrial(email)
  const [account] = await (await page.request.get('/api/gmail-accounts')).json()
  await page.request.post('/api/accounts/set-active', {
    data: { accountId: account.id, accountType: 'gmail' },
  })
  await page.reload()
  await page.getByText('new mail is checked once a day').waitFor()
  expect(await limitBadge(page).textContent()).toBe('1 of 1 email addresses')
  await cardOf(page, kept).getByText('Active', { exact: true }).waitFor()
  await cardOf(page, other).getByText('Inactive', { exact: true }).waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Set as Active' }).click()
  await toast.getByText('Active account updated').waitFor()
  await cardOf(page, other).getByText('Active', { exact: true }).waitFor()
  await cardOf(page, kept).getByText('Inactive', { exact: true }).waitFor()
  await expect.poll(() => focusedText(page)).toBe(other)

  await page.getByRole('button', { name: 'Connect Gmail' }).click()
  await toast.getByText('Email Limit Reached').waitFor()
  await toast
    .getByText(
      'You’ve reached your email account limit. Upgrade to Pro for unlimited email addresses.',
    )
    .waitFor()
  await expectAccessible(page)
  await toast.getByRole('link', { name: 'Upgrade to Pro' }).click()
  await page.waitForURL('**/billing')
})

/** An account as the API tells of it, for what no simulated provider does on demand. */
function anAccount(changes: object = {}) {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    email: 'sam@example.com',
    isActive: true,
    isPaused: false,
    isObserveOnly: false,
    syncStatus: 'synced',
    syncProgress: 100,
    syncTotal: 100,
    createdAt: '2026-11-10T09:00:00.000Z',
    lastSyncedAt: '2026-11-15T09:00:00.000Z',
    nextCheckAt: null,
    problem: null,
    ...changes,
  }
}

test('182: a new account is scanned at once, and the page goes along with it', async ({
  world,
}) => {
  const { page } = await arrive(world, phone)
  await askFor(page, microsoft)
  // Somebody whose mailbox no other test has kept busy.
  const card = cardOf(page, await allow(page, microsoft, 2))
  await card.getByText(/^Processing: \d+\/\d+ emails$/).waitFor()
  await card.getByText(/^Done, \d+ emails$/).waitFor({ timeout: 40_000 })
  expect(await card.getByRole('progressbar').count()).toBe(0)
})

test('172: the first scan is shown as it goes on, every two seconds and no longer', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  const asked = { gmail: 0, microsoft: 0 }
  let account = anAccount({ syncStatus: 'waiting', syncProgress: 0, syncTotal: 0 })
  await page.route('**/api/gmail-accounts', (route) => {
    asked.gmail += 1
    return route.fulfill({ json: [account] })
  })
  await page.route('**/api/microsoft-accounts', (route) => {
    asked.microsoft += 1
    return route.fulfill({ json: [] })
  })
  await page.clock.install()
  await openAccounts(page)
  await page.getByText('Processing: 0/100 emails').waitFor()
  expect(await page.title()).toBe('0% · Connected Accounts · Doorman')
  await expectAccessible(page)

  const startedAt = Date.now()
  const before = asked.gmail
  const rounds = [12, 55, 99]
  for (const syncProgress of rounds) {
    account = anAccount({ syncStatus: 'syncing', syncProgress })
    await page.clock.runFor(2_000)
    const bar = page.getByRole('progressbar', { name: `Processing: ${syncProgress}/100 emails` })
    await bar.waitFor()
    expect(await bar.getAttribute('value')).toBe(String(syncProgress))
    expect(await bar.getAttribute('max')).toBe('100')
  }

  account = anAccount()
  await page.clock.runFor(2_000)
  await page.getByText('Done, 100 emails').waitFor()
  expect(await page.title()).toBe('Connected Accounts · Doorman')
  // The page's clock goes on by itself beside what the test lets go by.
  const mostAsked = rounds.length + 1 + Math.ceil((Date.now() - startedAt) / 2_000)
  expect(asked.gmail - before).toBeGreaterThan(rounds.length)
  expect(asked.gmail - before).toBeLessThanOrEqual(mostAsked)
  const inTheEnd = { ...asked }
  await page.clock.runFor(20_000)
  expect(asked).toEqual(inTheEnd)
})

test('what is wrong with an account stands on its card, with what to do', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  const problems = [
    ['needs-reconnect', 'Reconnect needed', 'Google no longer lets Doorman into this mailbox.'],
    ['out-of-reach', 'Out of reach', 'Google does not answer at the moment. We keep trying'],
    ['refused', 'Access refused', 'Disconnect the account and connect it again.'],
  ] as const
  await page.route('**/api/gmail-accounts', (route) =>
    route.fulfill({
      json: problems.map(([problem], index) =>
        anAccount({
          problem,
          id: `00000000-0000-4000-8000-00000000000${index}`,
          email: `${problem}@example.com`,
        }),
      ),
    }),
  )
  await openAccounts(page)
  await expectAccessible(page)
  for (const [problem, name, advice] of problems) {
    const card = cardOf(page, `${problem}@example.com`)
    await card.getByText(name, { exact: true }).waitFor()
    await card.getByText(advice).waitFor()
    expect(await card.getByText('Active', { exact: true }).count()).toBe(0)
  }
  const sent = page.waitForRequest('**/api/gmail/connect')
  await page.route('**/api/gmail/connect', (route) => route.fulfill({ status: 404, json: {} }))
  await page.getByRole('button', { name: 'Reconnect' }).click()
  expect((await sent).postDataJSON()).toEqual({ accountId: '00000000-0000-4000-8000-000000000000' })
})

test('168, 174, 175, 177: what does not work is said, and the card stays as it was', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  const toast = toastOn(page)
  await page.route('**/api/billing/info', async (route) =>
    route.fulfill({
      json: { accountType: 'free', trialEndDate: '2026-01-01T00:00:00.000Z', emailAddressLimit: 1 },
    }),
  )
  await page.route('**/api/gmail-accounts', (route) =>
    route.fulfill({ json: [anAccount({ isActive: false })] }),
  )
  await page.route(
    /api\/(gmail|microsoft)\/connect|accounts\/[^/]+$|pause$|observe-only$/,
    (route) => route.fulfill({ status: 502, body: 'oops' }),
  )
  await openAccounts(page)
  for (const [button, failure] of [
    ['Connect Gmail', 'Failed to initiate Gmail connection.'],
    ['Connect Microsoft', 'Failed to initiate Microsoft connection.'],
    ['Pause', 'Failed to pause account.'],
    ['Set as Active', 'Failed to update active account.'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await toast.getByText(failure).waitFor()
    await expect.poll(() => page.getByRole('button', { name: button }).isEnabled()).toBe(true)
  }
  const observeOnly = page.getByRole('switch', { name: 'Observe only' })
  await observeOnly.click()
  await toast.getByText('Failed to update observe-only mode.').waitFor()
  await expect.poll(() => observeOnly.getAttribute('aria-checked')).toBe('false')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await toast.getByText('Failed to disconnect account.').waitFor()
  await cardOf(page, 'sam@example.com').waitFor()

  await page.route('**/api/gmail-accounts', (route) =>
    route.fulfill({ json: [anAccount({ isPaused: true })] }),
  )
  await openAccounts(page)
  await page.getByRole('button', { name: 'Resume' }).click()
  await toast.getByText('Failed to resume account.').waitFor()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
})

test('29: lists that do not come can be asked for again', async ({ page, world, context }) => {
  await world.signIn(context)
  await page.route('**/api/microsoft-accounts', (route) => route.abort())
  await page.goto('/accounts')
  await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
  await expectAccessible(page)
  await page.unroute('**/api/microsoft-accounts')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'No mailbox is connected' }).waitFor()
})

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
  page,
  world,
  context,
}) => {
  await world.signIn(context)
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
  expect(await player.getAttribute('src')).toBe(
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  )
  await page.keyboard.press('Escape')
  await player.waitFor({ state: 'hidden' })
})

test('180: where the guide cannot be asked for, connecting goes on without it', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  await page.route('**/api/auth-guide-settings?*', (route) => route.abort())
  await openAccounts(page)
  await askFor(page, gmail)
})
