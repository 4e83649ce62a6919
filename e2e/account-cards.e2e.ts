import { isThorough } from '@doorman/domain/testing/sample'
import { expect } from 'vitest'
import { cardOf, openAccounts } from './accounts-page.ts'
import { changeMailbox, seedMailbox } from '@doorman/db/testing/seeds'
import { gmail } from './connect.ts'
import { waitForRequests, expectAccessible, test, toastOn } from './visit.ts'

test('the progress of a first scan is refreshed every two seconds until the scan ends', async ({
  page,
  world,
  context,
}) => {
  const mailbox = await seedMailbox(world.db, await world.signIn(context), {
    problem: null,
    syncStatus: 'waiting',
    syncProgress: 0,
    syncTotal: 0,
  })
  const requests = { gmail: 0, microsoft: 0 }
  page.on('request', (request) => {
    const [, provider] = /\/api\/(gmail|microsoft)-accounts$/.exec(request.url()) ?? []
    if (provider) requests[provider as keyof typeof requests] += 1
  })
  await page.clock.install()
  const isLive = page.waitForResponse('**/api/live-updates')
  await openAccounts(page)
  await isLive
  await page.getByText('Processing: 0/100 emails').waitFor()
  await expect.poll(() => page.title()).toBe('0% · Connected Accounts · Doorman')
  if (isThorough) await expectAccessible(page)

  const startedAt = Date.now()
  const before = requests.gmail
  const rounds = [12, 55, 99]
  for (const syncProgress of rounds) {
    await changeMailbox(world.db, mailbox, { syncStatus: 'syncing', syncProgress, syncTotal: 100 })
    await page.clock.runFor(2_000)
    const bar = page.getByRole('progressbar', { name: `Processing: ${syncProgress}/100 emails` })
    await bar.waitFor()
    await expect.poll(() => bar.getAttribute('value')).toBe(String(syncProgress))
    await expect.poll(() => bar.getAttribute('max')).toBe('100')
  }

  await changeMailbox(world.db, mailbox, { syncStatus: 'synced', syncProgress: 100 })
  await page.clock.runFor(2_000)
  await page.getByText('Done, 100 emails').waitFor()
  await expect.poll(() => page.title()).toBe('Connected Accounts · Doorman')
  await waitForRequests(page)
  // The page's clock also runs by itself, and live updates tell when the stream opens and when the
  // scan starts and ends.
  const maxRequests = rounds.length + 4 + Math.ceil((Date.now() - startedAt) / 2_000)
  expect(requests.gmail - before).toBeGreaterThan(rounds.length)
  expect(requests.gmail - before).toBeLessThanOrEqual(maxRequests)
  const atTheEnd = { ...requests }
  await page.clock.runFor(20_000)
  await waitForRequests(page)
  // A page that still refreshed every two seconds would ask ten times. Live updates about the scan may
  // arrive late, and each of them asks once.
  expect(requests.gmail - atTheEnd.gmail).toBeLessThan(5)
  expect(requests.microsoft - atTheEnd.microsoft).toBeLessThan(5)
})

test('a card shows what is wrong with its account and what to do about it, also after another was connected instead', async ({
  page,
  world,
  context,
}) => {
  const user = await world.signIn(context)
  const problems = [
    ['needs-reconnect', 'Reconnect needed', 'Doorman has lost access to this mailbox at Google.'],
    ['out-of-reach', 'Unreachable', 'Google isn’t responding right now. We’ll keep trying'],
    ['refused', 'Access refused', 'Disconnect the account and connect it again.'],
  ] as const
  const cards = []
  for (const [problem, name, advice] of problems)
    cards.push({ ...(await seedMailbox(world.db, user, { problem })), name, advice })
  const [lost, connected] = cards
  await page.goto(`/accounts?connected=${connected?.id}&insteadOf=${lost?.id}`)
  await page
    .getByText(
      `You connected ${connected?.address}. ${lost?.address} still needs to be reconnected.`,
    )
    .waitFor()
  await expectAccessible(page)
  for (const { address, name, advice } of cards) {
    const card = cardOf(page, address)
    await card.getByText(name, { exact: true }).waitFor()
    await card.getByText(advice).waitFor()
    await expect.poll(() => card.getByText('Active', { exact: true }).count()).toBe(0)
  }
  const sent = page.waitForRequest('**/api/gmail/connect')
  await page.getByRole('button', { name: 'Reconnect' }).click()
  expect((await sent).postDataJSON()).toEqual({ accountId: lost?.id })
  await page.getByRole('button', { name: gmail.yes }).waitFor()
})

test('a failed request is reported, and the card stays as it was', async ({
  page,
  world,
  context,
}) => {
  const toast = toastOn(page)
  const user = await world.signIn(context)
  await world.endTrial(user)
  const mailbox = await seedMailbox(world.db, user, { problem: null, isActive: false })
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
  await cardOf(page, mailbox.address).waitFor()

  await changeMailbox(world.db, mailbox, { isActive: true, isPaused: true })
  await openAccounts(page)
  await page.getByRole('button', { name: 'Resume' }).click()
  await toast.getByText('Failed to resume account.').waitFor()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
})

test('the page can be retried after a failed request', async ({ signedIn: page }) => {
  await page.route('**/api/microsoft-accounts', (route) => route.abort())
  await page.goto('/accounts')
  await page.getByRole('heading', { name: 'We couldn’t load this page' }).waitFor()
  if (isThorough) await expectAccessible(page)
  await page.unroute('**/api/microsoft-accounts')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'No mailbox connected' }).waitFor()
})
