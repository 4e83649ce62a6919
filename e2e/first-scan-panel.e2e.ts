import type { FirstScan } from '@doorman/contract/first-scans'
import { aFilteredEmail, seedFilteredEmails, seedMailbox } from '@doorman/db/testing/seeds'
import type { MailboxId } from '@doorman/domain/ids'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { rows } from './filtered-emails-page.ts'
import { phone, test, toastOn } from './visit.ts'
import { failOnServer, waitForApp, waitForHeading, type World } from './world.ts'

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

/** A mailbox whose first scan has just moved so many emails. */
async function seedScan({ db }: World, user: string, count: number) {
  const domains = ['kavranta.example', 'pipelinery.example', 'alderseasearch.example']
  const kinds = ['sales', 'recruiter', 'investor', 'other'] as const
  const mailbox = await seedMailbox(db, user, { firstScanDismissedAt: null })
  const emails = Array.from({ length: count }, (_, index) =>
    aFilteredEmail(index + 1, {
      senderAddress: `pat@${domains[index % domains.length]}`,
      category: kinds[index % kinds.length],
    }),
  )
  await seedFilteredEmails(db, mailbox, emails)
  return mailbox
}

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
})

test('the page does not wait for a panel that does not come with the document', async ({
  signedIn: page,
  world,
}) => {
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
})

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

test('on a phone, what a first scan moved can be put back and set aside again', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: phone.width, height: phone.height })
  const user = await world.signIn(page.context())
  const { id } = await seedScan(world, user, 40)
  await seedScan(world, user, 24)
  const isObserveOnly = async () => {
    const accounts: { id: string; isObserveOnly: boolean }[] = await (
      await page.request.get('/api/gmail-accounts')
    ).json()
    return accounts.find((account) => account.id === id)?.isObserveOnly
  }
  const calls: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/filtered-emails/actions')) calls.push(request.postDataJSON())
  })
  const toast = toastOn(page)
  await page.goto('/filtered-emails')
  const panel = page.getByRole('region', { name: '40 cold emails are out of your inbox.' })
  await panel.getByText('1 more account has been scanned, too.').waitFor()
  await waitForApp(page)
  await panel.getByRole('link', { name: 'Review' }).click()
  await page.waitForURL(`**/filtered-emails?account=${id}&state=filtered`)

  await panel.getByRole('button', { name: 'Undo' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Put 40 emails back?' })
  await dialog.getByText('Their senders aren’t trusted').waitFor()
  await dialog.getByRole('checkbox', { name: 'Only observe from now on' }).check()
  await dialog.getByRole('button', { name: 'Put back' }).click()
  await toast.getByText('40 emails put back in your inbox.').waitFor()
  await panel.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Filtered Emails')
  await expect.poll(() => rows(page).count()).toBe(0)
  expect(await isObserveOnly()).toBe(true)

  await toast.getByRole('button', { name: 'Undo' }).click()
  await toast.getByText('40 emails set aside again.').waitFor()
  // So an action taken in another tab is not overridden.
  expect(calls).toMatchObject([{ action: 'undo', expectedState: 'returned' }])
  expect(await isObserveOnly()).toBe(false)
  await rows(page).first().waitFor()
  // The other mailbox's panel has taken its place.
  await panelOn(page).waitFor()
})

test('on a phone, rows fill the screen when the panel of a first scan is closed', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: phone.width, height: phone.height })
  await seedScan(world, await world.signIn(page.context()), 24)
  await page.goto('/filtered-emails')
  await panelOn(page).waitFor()
  await waitForApp(page)
  const panel = page.getByRole('region', { name: '24 cold emails are out of your inbox.' })
  await panel.getByRole('button', { name: 'Dismiss' }).click()
  await panel.waitFor({ state: 'detached' })
  const findEnd = () =>
    rows(page)
      .last()
      .evaluate((row) => row.getBoundingClientRect().bottom)
  await expect.poll(findEnd).toBeGreaterThan(phone.height)
})
