import { expect } from 'vitest'
import { cardOf, openAccounts } from './accounts-page.ts'
import { anAccount } from './fake-account.ts'
import { callsAreIn, expectAccessible, test, toastOn } from './visit.ts'

test('172: the first scan is shown as it goes on, every two seconds and no longer', async ({
  signedIn: page,
}) => {
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
  await expect.poll(() => page.title()).toBe('0% · Connected Accounts · Doorman')
  await expectAccessible(page)

  const startedAt = Date.now()
  const before = asked.gmail
  const rounds = [12, 55, 99]
  for (const syncProgress of rounds) {
    account = anAccount({ syncStatus: 'syncing', syncProgress })
    await page.clock.runFor(2_000)
    const bar = page.getByRole('progressbar', { name: `Processing: ${syncProgress}/100 emails` })
    await bar.waitFor()
    await expect.poll(() => bar.getAttribute('value')).toBe(String(syncProgress))
    await expect.poll(() => bar.getAttribute('max')).toBe('100')
  }

  account = anAccount()
  await page.clock.runFor(2_000)
  await page.getByText('Done, 100 emails').waitFor()
  await expect.poll(() => page.title()).toBe('Connected Accounts · Doorman')
  await callsAreIn(page)
  // The page's clock goes on by itself beside what the test lets go by.
  const mostAsked = rounds.length + 1 + Math.ceil((Date.now() - startedAt) / 2_000)
  expect(asked.gmail - before).toBeGreaterThan(rounds.length)
  expect(asked.gmail - before).toBeLessThanOrEqual(mostAsked)
  const inTheEnd = { ...asked }
  await page.clock.runFor(20_000)
  await callsAreIn(page)
  expect(asked).toEqual(inTheEnd)
})

test('what is wrong with an account stands on its card, with what to do', async ({
  signedIn: page,
}) => {
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
    await expect.poll(() => card.getByText('Active', { exact: true }).count()).toBe(0)
  }
  const sent = page.waitForRequest('**/api/gmail/connect')
  await page.route('**/api/gmail/connect', (route) => route.fulfill({ status: 404, json: {} }))
  await page.getByRole('button', { name: 'Reconnect' }).click()
  expect((await sent).postDataJSON()).toEqual({ accountId: '00000000-0000-4000-8000-000000000000' })
})

test('168, 174, 175, 177: what does not work is said, and the card stays as it was', async ({
  signedIn: page,
}) => {
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

test('29: lists that do not come can be asked for again', async ({ signedIn: page }) => {
  await page.route('**/api/microsoft-accounts', (route) => route.abort())
  await page.goto('/accounts')
  await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
  await expectAccessible(page)
  await page.unroute('**/api/microsoft-accounts')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'No mailbox is connected' }).waitFor()
})
