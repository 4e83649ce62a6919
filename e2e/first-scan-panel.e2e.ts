import type { FirstScan } from '@doorman/contract/first-scans'
import type { MailboxId } from '@doorman/domain/ids'
import type { Page } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { phone, test } from './visit.ts'
import { byBrowser, waitForHeading } from './world.ts'

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
        // The observer gets what happened before it was made, but not if nothing did.
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
  // A live update may come.
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

test('if the panel does not come with the document, it appears together with the page, which does not move', async ({
  signedIn: page,
  world,
}) => {
  world.answerPages(byBrowser)
  await page.setViewportSize({ width: phone.width, height: phone.height })
  await page.route('**/api/first-scans', async (route) => {
    await sleep(500)
    await route.fulfill({ json: [scan] })
  })
  const stream = page.waitForResponse('**/api/live-updates')
  await page.goto('/dashboard')
  await panelOn(page).waitFor()
  await page.getByRole('button', { name: 'Connect Gmail' }).waitFor()
  await stream
  expect(await readShift(page)).toBeLessThan(0.1)
})

test('the page does not wait for results of first scans that fail', async ({
  signedIn: page,
  world,
}) => {
  world.answerPages(byBrowser)
  await page.route('**/api/first-scans', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/dashboard')
  await waitForHeading(page)
  expect(await panelOn(page).count()).toBe(0)
})

test('the page waits for slow results of first scans only a moment, and shows them later', async ({
  signedIn: page,
  world,
}) => {
  world.answerPages(byBrowser)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/first-scans', async (route) => {
    await answered
    await route.fulfill({ json: [scan] })
  })
  await page.goto('/dashboard')
  await waitForHeading(page)
  expect(await panelOn(page).count()).toBe(0)
  answer()
  await panelOn(page).waitFor()
})
