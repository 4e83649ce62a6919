import { whenThorough } from '@doorman/domain/testing/sample'
import type { FirstScan } from '@doorman/contract/first-scans'
import { aFilteredEmail, seedFilteredEmails, seedMailbox } from '@doorman/db/testing/seeds'
import type { MailboxId } from '@doorman/domain/ids'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone, test } from './visit.ts'
import { failOnServer, waitForApp, waitForHeading } from './world.ts'

const scan: FirstScan = {
  accountId: '0a0a0a0a-0000-4000-8000-000000000000' as MailboxId,
  email: 'mara@berthline.example',
  provider: 'gmail',
  isObserveOnly: false,
  scanned: 63,
  moved: 24,
  wouldMove: 0,
  kinds: [{ kind: 'sales', count: 24 }],
  senders: [{ domain: 'kavranta.example', count: 24 }],
  minutesPerMonth: 10,
}
const panelOn = (page: Page) =>
  page.getByRole('heading', { name: '24 cold emails are out of your inbox.' })

/** The sum of the page's layout shifts, as in the metric Cumulative Layout Shift. */
function readShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise((done) => {
        // The observer also gets earlier shifts, but is not called if there were none.
        setTimeout(() => done(0), 500)
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
          done(shifts.reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
      }),
  )
}

test('the panel of a first scan comes with the document, and the browser asks for nothing', async ({
  signedIn: page,
  world,
}) => {
  world.answerPages((path) => (path === '/api/first-scans' ? Response.json([scan]) : null))
  // A live update may load the scans again.
  await page.route('**/api/first-scans', (route) => route.fulfill({ json: [scan] }))
  await page.setViewportSize({ width: phone.width, height: phone.height })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  const stream = page.waitForResponse('**/api/live-updates')
  await page.goto('/dashboard')
  await panelOn(page).waitFor()
  await stream
  expect(asked[0]).toBe('/api/live-updates')
  expect(await readShift(page)).toBeLessThan(0.01)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('alertdialog').waitFor()
})

whenThorough(test)(
  'the page does not wait for a panel that does not come with the document',
  async ({ signedIn: page, world }) => {
    world.answerPages(failOnServer)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/first-scans', async (route) => {
      await answered
      await route.fulfill({ json: [scan] })
    })
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Connect Gmail' }).waitFor()
    expect(await panelOn(page).count()).toBe(0)
    answer()
    await panelOn(page).waitFor()
  },
)

test('the page is shown even if the results of first scans fail to load', async ({
  signedIn: page,
  world,
}) => {
  world.answerPages(failOnServer)
  await page.route('**/api/first-scans', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/dashboard')
  await waitForHeading(page)
  expect(await panelOn(page).count()).toBe(0)
})

whenThorough(test)(
  'on a phone, closing the panel fills the screen with rows',
  async ({ page, world }) => {
    await page.setViewportSize({ width: phone.width, height: phone.height })
    const user = await world.signIn(page.context())
    const mailbox = await seedMailbox(world.db, user, { problem: null })
    await seedFilteredEmails(
      world.db,
      mailbox,
      Array.from({ length: 40 }, (_, index) => aFilteredEmail(index + 1)),
    )
    const domains = ['kavranta.example', 'pipelinery.example', 'alderseasearch.example']
    const kinds = ['sales', 'recruiter', 'investor', 'other'] as const
    const tall: FirstScan = {
      ...scan,
      kinds: kinds.map((kind) => ({ kind, count: 6 })),
      senders: domains.map((domain) => ({ domain, count: 8 })),
    }
    world.answerPages((path) => (path === '/api/first-scans' ? Response.json([tall]) : null))
    let shown = [tall]
    // A live update may load the scans again.
    await page.route('**/api/first-scans', (route) => route.fulfill({ json: shown }))
    await page.route('**/api/first-scans/*/dismiss', (route) => {
      shown = []
      return route.fulfill({ json: {} })
    })
    await page.goto('/filtered-emails')
    await panelOn(page).waitFor()
    await waitForApp(page)
    await page.getByRole('button', { name: 'Dismiss' }).last().click()
    await panelOn(page).waitFor({ state: 'hidden' })
    const end = await page.evaluate(async () => {
      for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame)
      const rows = document.querySelectorAll('ul[aria-label="Filtered emails"] > li')
      return rows[rows.length - 1]?.getBoundingClientRect().bottom
    })
    expect(end).toBeGreaterThan(phone.height)
  },
)
