import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { anAccount } from './fake-account.ts'
import {
  callsAreIn,
  expectAccessible,
  listenTo,
  openContext,
  phone,
  test,
  toastOn,
} from './visit.ts'

const ranges = [
  ['Today', 'today'],
  ['Week', 'week'],
  ['Month', 'month'],
  ['90 Days', '90days'],
  ['All Time', 'all'],
] as const

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
/** The value under one of the three labels. */
const statOf = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]')
const cardOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })

const quiet = {
  totalFiltered: 412,
  totalProcessed: 1_761,
  spamPercentage: 23.4,
  timeSavedMinutes: 103,
  timeSavedHours: 1.7,
  trialDaysLeft: 14,
  connectedAccounts: 1,
  subscriptionStatus: 'none',
  recentFiltered: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      provider: 'microsoft',
      from: 'Pat <pat@vendor.example>',
      subject: 'Quick question',
      receivedAt: '2026-11-15T09:00:00.000Z',
    },
  ],
  filteredDomains: [
    { domain: 'vendor.example', count: 1_204 },
    { domain: 'leads.example', count: 3 },
  ],
}

const week = {
  step: 'day',
  points: Array.from({ length: 7 }, (_, index) => ({
    day: `2026-11-0${index + 1}`,
    processed: 10 * index,
    filtered: index,
  })),
}

/** Answers for the dashboard's numbers, for what would take weeks to come about. */
async function answerWith(page: Page, stats: () => object) {
  const asked: string[] = []
  await page.route('**/api/dashboard/stats?*', (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('timeRange') ?? '')
    return route.fulfill({ json: { ...quiet, ...stats() } })
  })
  await page.route('**/api/dashboard/chart?*', (route) => route.fulfill({ json: week }))
  return asked
}

test('146, 172, 138-141, 148: from nothing connected, to numbers that grow with the first scan', async ({
  signedIn: page,
  world,
}) => {
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Three steps to a quiet inbox' }).waitFor()
  await expect.poll(() => page.getByRole('tab').count()).toBe(0)
  await expectAccessible(page)

  const goOn = await world.holdDecisions()
  await page.getByRole('button', { name: 'Connect Gmail' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL('**/accounts')
  await page.getByRole('complementary', { name: 'Sidebar' }).getByText('Dashboard').click()
  await page.getByRole('progressbar', { name: /Processing: \d+\/\d+ emails$/ }).waitFor()
  await expect.poll(() => page.title()).toMatch(/^\d+% · Dashboard · Doorman$/)

  await goOn()
  await expect
    .poll(async () => Number(await statOf(page, 'Emails filtered').textContent()), {
      timeout: 40_000,
    })
    .toBeGreaterThan(0)
  await expect
    .poll(() => statOf(page, 'Share of processed mail').textContent())
    .toMatch(/^[\d.]+%$/)
  await expect.poll(() => statOf(page, 'Time saved').textContent()).toMatch(/^\d+ min$/)
  const recent = cardOf(page, 'Recent Filtered').getByRole('listitem')
  await expect.poll(() => recent.count()).toBeGreaterThan(0)
  await expect.poll(() => recent.first().textContent()).toMatch(/^Gmail/)
  await expect
    .poll(() => cardOf(page, 'Top Filtered Domains').getByRole('listitem').first().textContent())
    .toMatch(/^1\S+\.\S*\d$/)
  await page.getByRole('slider', { name: 'Day to look at' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'View All' }).click()
  await page.waitForURL('**/filtered-emails')
})

test('whoever has just signed up is told where the confirmation link went, until it was opened', async ({
  page,
  world,
  context,
}) => {
  const email = await world.signIn(context)
  await page.goto('/dashboard')
  const sent = page.getByText(`We sent a link to ${email}.`)
  await sent.waitFor()
  const answered = page.waitForResponse('**/api/auth/resend-verification')
  await page.getByRole('button', { name: 'Send again' }).click()
  expect((await answered).status()).toBe(200)
  await toastOn(page).getByText('Link sent').waitFor()

  await page.route('**/api/auth/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), isVerified: true } })
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Three steps to a quiet inbox' }).waitFor()
  await expect.poll(() => sent.count()).toBe(0)
})

test('135-141: every range is asked for once, and the address keeps the choice', async ({
  signedIn: page,
}) => {
  const asked = await answerWith(page, () => ({}))
  await page.goto('/dashboard')
  await statOf(page, 'Emails filtered').waitFor()
  await expect
    .poll(() => page.getByRole('tab').allTextContents())
    .toEqual(ranges.map(([title]) => title))
  await expect.poll(() => tab(page, 'Week').getAttribute('aria-selected')).toBe('true')
  expect(asked).toEqual(['week'])

  for (const [title, range] of ranges) {
    await tab(page, title).click()
    await expect.poll(() => new URL(page.url()).search).toBe(`?range=${range}`)
    await statOf(page, 'Emails filtered').waitFor()
  }
  await tab(page, 'Today').click()
  await tab(page, 'Month').click()
  await expect.poll(() => new URL(page.url()).search).toBe('?range=month')

  await page.reload()
  await expect.poll(() => tab(page, 'Month').getAttribute('aria-selected')).toBe('true')
  await expect.poll(() => statOf(page, 'Emails filtered').textContent()).toBe('412')
  await expect.poll(() => statOf(page, 'Share of processed mail').textContent()).toBe('23.4%')
  await expect.poll(() => statOf(page, 'Time saved').textContent()).toBe('1.7 hours')
  await page.getByText('of 1,761 emails processed').waitFor()
  await expect
    .poll(() => cardOf(page, 'Recent Filtered').getByRole('listitem').textContent())
    .toMatch(/^MicrosoftPat <pat@vendor\.example>Quick question/)
  await expect
    .poll(() => cardOf(page, 'Top Filtered Domains').getByRole('listitem').allTextContents())
    .toEqual(['1vendor.example1,204', '2leads.example3'])
  // The month once more, after the page was loaded again.
  expect(asked.toSorted()).toEqual([...ranges.map(([, range]) => range), 'month'].toSorted())
})

test('143-145: the plan is told by one banner at most', async ({ world }) => {
  const context = await openContext(phone)
  const page = await context.newPage()
  const complaints = listenTo(page)
  await world.signIn(context)
  let facts: object = {}
  await answerWith(page, () => facts)
  const bannersWith = async (changes: object) => {
    facts = changes
    await page.goto('/dashboard')
    await statOf(page, 'Emails filtered').waitFor()
    return page.getByText(/^(Trial ending soon|You’re on Free Forever)$/).allTextContents()
  }
  expect(await bannersWith({ trialDaysLeft: 8 })).toEqual([])
  expect(await bannersWith({ trialDaysLeft: null, subscriptionStatus: 'active' })).toEqual([])
  expect(await bannersWith({ trialDaysLeft: 1 })).toEqual(['Trial ending soon'])
  await page.getByText(': 1 day of Pro left').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Subscribe Now' }).click()
  await page.waitForURL('**/billing')
  expect(await bannersWith({ trialDaysLeft: null })).toEqual(['You’re on Free Forever'])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
  await page.waitForURL('**/billing')
  expect(complaints).toEqual([])
  await context.close()
})

test('142: numbers that do not come are said so in their place, and can be asked for again', async ({
  signedIn: page,
}) => {
  await answerWith(page, () => ({}))
  await page.route('**/api/dashboard/stats?timeRange=month', (route) =>
    route.fulfill({ status: 502 }),
  )
  await page.goto('/dashboard')
  await tab(page, 'Month').click()
  await page.getByRole('alert').getByText('Failed to fetch stats').waitFor()
  await expectAccessible(page)
  await page.unroute('**/api/dashboard/stats?timeRange=month')
  await page.getByRole('button', { name: 'Try again' }).click()
  await statOf(page, 'Emails filtered').waitFor()
})

test('147, 148: nothing moves while the page comes together, and the chart comes last', async ({
  signedIn: page,
}) => {
  await answerWith(page, () => ({}))
  const order: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/dashboard\/(stats|chart)|chart-with-table/.test(pathname))
      order.push(pathname.replace(/^.*\//, '').replace(/-.{8}\.js$/, ''))
  })
  await page.addInitScript(() => {
    const shifts = ((window as unknown as { shifts: number[] }).shifts = [] as number[])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/dashboard')
  const slider = page.getByRole('slider', { name: 'Day to look at' })
  await slider.waitFor()
  expect(order[0]).toBe('stats')
  expect(order.slice(1).toSorted()).toEqual(['chart', 'chart-with-table'])
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.001)

  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect
    .poll(() => slider.getAttribute('aria-valuetext'))
    .toBe('November 6, 2026: 5 filtered, 45 kept')
  await page.getByText('November 6, 2026: 5 filtered, 45 kept').waitFor()
  await page.getByText('Show as a table').click()
  const rows = page.getByRole('table').getByRole('row')
  await expect.poll(() => rows.allTextContents()).toHaveLength(8)
  await expect
    .poll(() => rows.nth(1).getByRole('cell').allTextContents())
    .toEqual(['November 7, 2026', '54', '6'])
  await expectAccessible(page)
})

test('A-31: numbers are fresh while a scan runs, once more at its end, and quietly after that', async ({
  signedIn: page,
}) => {
  await page.route('**/api/gmail-accounts', (route) =>
    route.fulfill({ json: [anAccount({ syncStatus: 'syncing', syncProgress: 12 })] }),
  )
  let totalFiltered = 1
  const asked = await answerWith(page, () => ({ totalFiltered }))
  await page.clock.install()
  const startedAt = Date.now()
  await page.goto('/dashboard')
  await page
    .getByRole('progressbar', { name: 'sam@example.com · Processing: 12/100 emails' })
    .waitFor()
  await statOf(page, 'Emails filtered').getByText('1', { exact: true }).waitFor()
  totalFiltered = 2
  await page.clock.runFor(2_000)
  await statOf(page, 'Emails filtered').getByText('2', { exact: true }).waitFor()

  // The last find comes after the numbers were asked for in the round that tells of the end.
  const before = asked.length
  await page.route('**/api/gmail-accounts', async (route) => {
    await expect.poll(() => asked.length).toBeGreaterThan(before)
    totalFiltered = 3
    await route.fulfill({ json: [anAccount()] })
  })
  await page.clock.runFor(2_000)
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await statOf(page, 'Emails filtered').getByText('3', { exact: true }).waitFor()
  await callsAreIn(page)
  const inTheEnd = asked.length
  // At first, after two seconds, after four, and because the scan has ended; beside that the
  // page's clock goes on by itself.
  expect(inTheEnd).toBeLessThanOrEqual(4 + Math.ceil((Date.now() - startedAt) / 2_000))
  await page.clock.runFor(30_000)
  await callsAreIn(page)
  expect(asked).toHaveLength(inTheEnd)
  await page.clock.runFor(31_000)
  await expect.poll(() => asked.length).toBe(inTheEnd + 1)
})
