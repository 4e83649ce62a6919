import { isThorough, whenThorough } from '@doorman/domain/testing/sample'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  aFilteredEmail,
  changeMailbox,
  seedDailyCounts,
  seedFilteredEmails,
  seedMailbox,
  setPlan,
} from '@doorman/db/testing/seeds'
import { dayMs, toDayIn } from '@doorman/domain/time'
import { gmail, openConsentPage } from './connect.ts'
import {
  waitForRequests,
  expectAccessible,
  collectErrors,
  openContext,
  phone,
  test,
  toastOn,
} from './visit.ts'
import { waitForApp, type World } from './world.ts'

const ranges = [
  ['Today', 'today'],
  ['Week', 'week'],
  ['Month', 'month'],
  ['90 Days', '90days'],
  ['All Time', 'all'],
] as const

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
/** The value below one of the three labels. */
const statOf = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]')
const cardOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
/** The day `daysAgo` days ago, in the time zone of this machine and its browser. */
const toDay = (daysAgo: number) =>
  toDayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date(Date.now() - daysAgo * dayMs))
const formatDay = (daysAgo: number) => dayFormat.format(new Date(toDay(daysAgo)))

/** A new user in their trial with one seeded mailbox. */
async function seedUser(page: Page, world: World, values: Parameters<typeof seedMailbox>[2] = {}) {
  const user = await world.signIn(page.context())
  await setPlan(world.db, user, { trialDays: 14 })
  const mailbox = await seedMailbox(world.db, user, { problem: null, ...values })
  return { user, mailbox }
}

/** Keeps the stream from opening: when it opens, the page refetches data that may be out of date. */
const holdLiveUpdates = (page: Page) => page.route('**/api/live-updates', () => {})

/** The time ranges of the page's requests for numbers. */
function recordRanges(page: Page): string[] {
  const ranges: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/dashboard/stats') ranges.push(searchParams.get('timeRange') ?? '')
  })
  return ranges
}

whenThorough(test)('the numbers grow with the first scan', async ({ signedIn: page, world }) => {
  await page.goto('/dashboard')
  const releaseDecisions = await world.blockDecisions()
  await page.getByRole('button', { name: 'Connect Gmail' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL('**/accounts')
  await page.getByRole('complementary', { name: 'Sidebar' }).getByText('Dashboard').click()
  await page.getByRole('progressbar', { name: /Processing: \d+\/\d+ emails$/ }).waitFor()
  await expect.poll(() => page.title()).toMatch(/^\d+% · Dashboard · Doorman$/)

  await releaseDecisions()
  await expect
    .poll(async () => Number(await statOf(page, 'Emails filtered').textContent()), {
      timeout: 40_000,
    })
    .toBeGreaterThan(0)
  await expect
    .poll(() => statOf(page, 'Share of processed email').textContent())
    .toMatch(/^[\d.]+%$/)
  await expect.poll(() => statOf(page, 'Time saved').textContent()).toMatch(/^\d+ min$/)
  const recent = cardOf(page, 'Recent Filtered').getByRole('listitem')
  await expect.poll(() => recent.count()).toBeGreaterThan(0)
  await expect.poll(() => recent.first().textContent()).toMatch(/^Gmail/)
  await expect
    .poll(() => cardOf(page, 'Top Filtered Domains').getByRole('listitem').first().textContent())
    .toMatch(/^1\S+\.\S*\d$/)
  await page.getByRole('slider', { name: 'Selected day' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'View All' }).click()
  await page.waitForURL('**/filtered-emails')
})

test('a new user sees how to start, and is reminded of the confirmation link until they open it', async ({
  page,
  world,
  context,
}) => {
  const email = await world.signIn(context)
  await page.goto('/dashboard')
  const sent = page.getByText(`We sent a link to ${email}.`)
  await sent.waitFor()
  const findLink = () => world.waitForLink('Confirm your email address', email)
  const firstLink = await findLink()
  await page.getByRole('button', { name: 'Resend link' }).click()
  await toastOn(page).getByText('Link sent').waitFor()
  if (isThorough) await expectAccessible(page)

  // The new link replaces the first one.
  await expect.poll(findLink).not.toBe(firstLink)
  await page.goto(await findLink())
  await page.getByText('Your address is confirmed.').waitFor()
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Three steps to a quiet inbox' }).waitFor()
  await waitForApp(page)
  expect(await sent.count()).toBe(0)
  expect(await page.getByRole('tab').count()).toBe(0)
  await openConsentPage(page, gmail)
})

test('the document brings the numbers of one range, each other range is requested once, and the URL keeps the choice', async ({
  page,
  world,
}) => {
  const { mailbox } = await seedUser(page, world, { provider: 'microsoft' })
  await seedDailyCounts(world.db, mailbox, [{ dayOn: toDay(0), processed: 1_761, filtered: 412 }])
  const sentBy = (domain: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      aFilteredEmail(index + 1, {
        senderName: 'Pat',
        senderAddress: `pat@${domain}`,
        subject: 'Quick question',
        receivedAt: new Date(Date.now() - index * 1_000),
      }),
    )
  await seedFilteredEmails(world.db, mailbox, sentBy('vendor.example', 12))
  await seedFilteredEmails(world.db, mailbox, sentBy('leads.example', 3))
  await holdLiveUpdates(page)
  const requested = recordRanges(page)
  await page.goto('/dashboard')
  await statOf(page, 'Emails filtered').waitFor()
  await expect
    .poll(() => page.getByRole('tab').allTextContents())
    .toEqual(ranges.map(([title]) => title))
  await expect.poll(() => tab(page, 'Week').getAttribute('aria-selected')).toBe('true')
  await waitForApp(page)
  expect(requested).toEqual([])

  for (const [title, range] of ranges) {
    await tab(page, title).click()
    await expect.poll(() => new URL(page.url()).search).toBe(`?range=${range}`)
    await statOf(page, 'Emails filtered').waitFor()
  }
  await tab(page, 'Today').click()
  await tab(page, 'Month').click()
  await expect.poll(() => new URL(page.url()).search).toBe('?range=month')
  // The document brought the week's numbers.
  const others = ranges.map(([, range]) => range).filter((range) => range !== 'week')
  await waitForRequests(page)
  await expect.poll(() => requested.toSorted()).toEqual(others.toSorted())

  await changeMailbox(world.db, mailbox, { syncStatus: 'syncing', syncProgress: 12 })
  await page.reload()
  await page
    .getByRole('progressbar', { name: `${mailbox.address} · Processing: 12/100 emails` })
    .waitFor()
  await expect.poll(() => tab(page, 'Month').getAttribute('aria-selected')).toBe('true')
  await expect.poll(() => statOf(page, 'Emails filtered').textContent()).toBe('412')
  await expect.poll(() => statOf(page, 'Share of processed email').textContent()).toBe('23.4%')
  await expect.poll(() => statOf(page, 'Time saved').textContent()).toBe('1.7 hours')
  await page.getByText('Of 1,761 emails processed').waitFor()
  await expect
    .poll(() => cardOf(page, 'Recent Filtered').getByRole('listitem').first().textContent())
    .toMatch(/^MicrosoftPat <pat@(vendor|leads)\.example>Quick question/)
  await expect
    .poll(() => cardOf(page, 'Top Filtered Domains').getByRole('listitem').allTextContents())
    .toEqual(['1vendor.example12', '2leads.example3'])
})

test('every number leads to the emails behind it, and the end of the trial to Billing', async ({
  page,
  world,
}) => {
  const { user, mailbox } = await seedUser(page, world, { isObserveOnly: true })
  await setPlan(world.db, user, { trialDays: 1.5 })
  await seedDailyCounts(world.db, mailbox, [{ dayOn: toDay(1), processed: 9, filtered: 1 }])
  const yesterday = new Date(Date.now() - dayMs)
  const [open] = await seedFilteredEmails(world.db, mailbox, [
    aFilteredEmail(1, { senderAddress: 'pat@vendor.example', receivedAt: yesterday }),
  ])
  const since = toDay(6)
  await page.goto('/dashboard')
  await waitForApp(page)
  const openAt = async (choose: () => Promise<void>) => {
    await statOf(page, 'Emails filtered').waitFor()
    await page.getByRole('slider').waitFor()
    await choose()
    await page.getByRole('heading', { level: 1, name: /Filtered Emails|Activity/ }).waitFor()
    const { pathname, searchParams } = new URL(page.url())
    await page.goBack()
    return { pathname, ...Object.fromEntries(searchParams) }
  }
  const list = { pathname: '/filtered-emails' }
  const stat = (name: RegExp) => () => page.getByRole('link', { name }).click()
  expect(await openAt(stat(/^1 emails filtered/))).toEqual({ ...list, since, state: 'filtered' })
  expect(await openAt(stat(/^0 would move/))).toEqual({ ...list, since, state: 'would-move' })
  expect(await openAt(stat(/^11.1% share/))).toEqual({ pathname: '/activity' })
  expect(await openAt(stat(/vendor\.example 1$/))).toEqual({
    ...list,
    search: '@vendor.example',
    since,
    state: 'filtered',
  })
  expect(await openAt(() => cardOf(page, 'Recent Filtered').getByRole('listitem').click())).toEqual(
    {
      ...list,
      open,
    },
  )
  const day = { ...list, since: toDay(1), until: toDay(1), state: 'filtered' }
  const byKeyboard = async () => {
    await page.getByRole('slider').focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
  }
  expect(await openAt(byKeyboard)).toEqual(day)
  const byMouse = async () => {
    const bars = await page.getByRole('slider').boundingBox()
    // The sixth of seven bars.
    await page.mouse.click(bars!.x + (bars!.width * 5.5) / 7, bars!.y + bars!.height / 2)
  }
  expect(await openAt(byMouse)).toEqual(day)

  await page.getByText('Trial ending soon: 2 days of Pro left').waitFor()
  await page.getByRole('link', { name: 'Subscribe Now' }).click()
  await page.waitForURL('**/billing')
})

whenThorough(test)('at most one banner is about the plan', async ({ world }) => {
  const context = await openContext(phone)
  const page = await context.newPage()
  const pageErrors = collectErrors(page)
  const { user } = await seedUser(page, world)
  const bannersWith = async (plan: Parameters<typeof setPlan>[2]) => {
    await setPlan(world.db, user, plan)
    await page.goto('/dashboard')
    await statOf(page, 'Emails filtered').waitFor()
    return page.getByText(/^(Trial ending soon|You’re on Free Forever)$/).allTextContents()
  }
  expect(await bannersWith({ trialDays: 7.5 })).toEqual([])
  expect(await bannersWith({ trialDays: -2, isSubscribed: true })).toEqual([])
  expect(await bannersWith({ trialDays: 0.5 })).toEqual(['Trial ending soon'])
  await page.getByText(': 1 day of Pro left').waitFor()
  await expectAccessible(page)
  expect(await bannersWith({ trialDays: -2 })).toEqual(['You’re on Free Forever'])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
  await page.waitForURL('**/billing')
  expect(pageErrors).toEqual([])
  await context.close()
})

test('numbers that fail to load are replaced by an error with a retry button', async ({
  page,
  world,
}) => {
  await seedUser(page, world)
  await page.route('**/api/dashboard/stats?timeRange=month', (route) =>
    route.fulfill({ status: 502 }),
  )
  await page.goto('/dashboard')
  await tab(page, 'Month').click()
  await page.getByRole('alert').getByText('Failed to fetch stats').waitFor()
  if (isThorough) await expectAccessible(page)
  await page.unroute('**/api/dashboard/stats?timeRange=month')
  await page.getByRole('button', { name: 'Try again' }).click()
  await statOf(page, 'Emails filtered').waitFor()
})

test('the layout does not shift while the page loads, and the document has the chart', async ({
  page,
  world,
}) => {
  const { mailbox } = await seedUser(page, world)
  await seedDailyCounts(
    world.db,
    mailbox,
    [0, 1, 2, 3, 4, 5, 6].map((daysAgo) => ({
      dayOn: toDay(daysAgo),
      processed: 10 * (6 - daysAgo),
      filtered: 6 - daysAgo,
    })),
  )
  await holdLiveUpdates(page)
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
  const slider = page.getByRole('slider', { name: 'Selected day' })
  await slider.waitFor()
  await waitForApp(page)
  expect(order).toEqual(['chart-with-table'])
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.001)

  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect
    .poll(() => slider.getAttribute('aria-valuetext'))
    .toBe(`${formatDay(1)}: 5 filtered, 45 kept`)
  await page.getByText(`${formatDay(1)}: 5 filtered, 45 kept`).waitFor()
  await page.getByText('Show as a table').click()
  const rows = page.getByRole('table').getByRole('row')
  await expect.poll(() => rows.allTextContents()).toHaveLength(8)
  await expect
    .poll(() => rows.nth(1).getByRole('cell').allTextContents())
    .toEqual([formatDay(0), '54', '6'])
  await expectAccessible(page)
})

whenThorough(test)(
  'numbers are refetched every two seconds during a scan, once at its end, and every minute after that',
  async ({ page, world }) => {
    const { mailbox } = await seedUser(page, world, { syncStatus: 'syncing', syncProgress: 12 })
    const setFiltered = (filtered: number) =>
      seedDailyCounts(world.db, mailbox, [{ dayOn: toDay(0), processed: 50, filtered }])
    await setFiltered(1)
    await holdLiveUpdates(page)
    const requested = recordRanges(page)
    let responses = 0
    page.on('response', (response) => {
      if (response.url().includes('/api/dashboard/stats')) responses += 1
    })
    await page.clock.install()
    const startedAt = Date.now()
    await page.goto('/dashboard')
    await page
      .getByRole('progressbar', { name: `${mailbox.address} · Processing: 12/100 emails` })
      .waitFor()
    await statOf(page, 'Emails filtered').getByText('1', { exact: true }).waitFor()
    await waitForApp(page)
    await setFiltered(2)
    await page.clock.runFor(2_000)
    await statOf(page, 'Emails filtered').getByText('2', { exact: true }).waitFor()

    // The last find is stored after the numbers were fetched in the poll that reports the end.
    const before = responses
    await page.route(
      '**/api/gmail-accounts',
      async (route) => {
        await expect.poll(() => responses).toBeGreaterThan(before)
        await setFiltered(3)
        await changeMailbox(world.db, mailbox, { syncStatus: 'synced', syncProgress: 100 })
        await route.continue()
      },
      { times: 1 },
    )
    await page.clock.runFor(2_000)
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    await statOf(page, 'Emails filtered').getByText('3', { exact: true }).waitFor()
    await waitForRequests(page)
    const atTheEnd = requested.length
    // Requests at the start, after two seconds, after four, and at the end of the scan, and a few
    // more because the page's clock also runs by itself.
    expect(atTheEnd).toBeLessThanOrEqual(4 + Math.ceil((Date.now() - startedAt) / 2_000))
    await page.clock.runFor(30_000)
    await waitForRequests(page)
    expect(requested).toHaveLength(atTheEnd)
    await page.clock.runFor(31_000)
    await expect.poll(() => requested.length).toBe(atTheEnd + 1)
  },
)
