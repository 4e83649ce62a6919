import { isThorough, whenThorough } from '@doorman/domain/testing/sample'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aFilteredEmail, changeMailbox, seedFilteredEmails } from '@doorman/db/testing/seeds'
import {
  focused,
  openList,
  openSeededList,
  rowOf,
  rows,
  searchBox,
  seedList,
  someEmails,
  subjects,
} from './filtered-emails-page.ts'
import { waitForRequests, expectAccessible, test } from './visit.ts'
import { failOnServer } from './world.ts'

/** Number of emails in the longest list. */
const total = isThorough ? 5_000 : 1_500

const listUrl = /\/api\/filtered-emails(\?|$)/

/** How many rows are at least partly in the viewport. */
const rowsInView = (page: Page) =>
  rows(page).evaluateAll((items) => {
    const boxes = items.map((item) => item.getBoundingClientRect())
    return boxes.filter(({ top, bottom }) => bottom > 0 && top < window.innerHeight).length
  })

test('a list of thousands of emails renders at most 60 rows, is never blank, and keeps the focus', async ({
  page,
  world,
}) => {
  world.answerPages(failOnServer)
  // The largest page that the API serves, so that fewer requests reach the end.
  const pageSize = 500
  await page.route(listUrl, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', String(pageSize))
    return route.continue({ url: url.href })
  })
  const { lists } = await openSeededList(page, world, someEmails(total))
  await page.getByText('500 emails so far').waitFor()
  await page.keyboard.press('j')

  const counts: number[] = []
  const scrollToEnd = async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    counts.push(await rows(page).count())
    return subjects(page)
  }
  await expect.poll(scrollToEnd, { timeout: 40_000 }).toContain(`Pitch ${total}`)
  expect(Math.max(...counts)).toBeLessThanOrEqual(60)
  await page.getByText(`${total.toLocaleString('en-US')} emails`, { exact: true }).waitFor()
  // A live update may cut off the request for the next page, which is then repeated.
  const pages = new Set(lists.filter((query) => query.includes('cursor')))
  expect(pages.size).toBe(total / pageSize)

  // Every scroll position shows rows, and rows that were shown keep their height.
  for (const part of [0.5, 0.1, 0.9, 0.3, 1]) {
    await page.evaluate((to) => window.scrollTo(0, to * document.body.scrollHeight), part)
    await expect.poll(() => rowsInView(page), { timeout: 10_000 }).toBeGreaterThan(5)
  }
  const perRow = await page.evaluate((count) => document.body.scrollHeight / count, total)
  expect(perRow).toBeGreaterThan(55)
  expect(perRow).toBeLessThan(70)

  await expect.poll(() => focused(page)).toBe('Pitch 1')
  await page.keyboard.press('j')
  await expect.poll(() => focused(page)).toBe('Pitch 2')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(2_000)
  await searchBox(page).fill('pitch 1234')
  await expect.poll(() => subjects(page)).toEqual(['Pitch 1234'])
})

test('the list and its next page can be retried after a failed request', async ({
  page,
  world,
}) => {
  world.answerPages(failOnServer)
  await seedList(page, world, someEmails(150))
  await page.route(listUrl, (route) => route.abort(), { times: 1 })
  await openList(page)
  await page.getByRole('heading', { name: 'We couldn’t load this page' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await rowOf(page, 'Pitch 1').waitFor()

  await page.route(/cursor=/, (route) => route.abort(), { times: 1 })
  const toEnd = () => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect
    .poll(
      async () => {
        await toEnd()
        return page.getByText('Couldn’t load more.').count()
      },
      { timeout: 15_000 },
    )
    .toBe(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('150 emails', { exact: true }).waitFor()
})

whenThorough(test)(
  'during a first scan the list is refetched every two seconds, once more at its end, and then less often',
  async ({ page, world }) => {
    const { gmail, lists } = await seedList(page, world, someEmails(1))
    const find = (number: number) => seedFilteredEmails(world.db, gmail, [aFilteredEmail(number)])
    await changeMailbox(world.db, gmail, { syncStatus: 'syncing', syncProgress: 12 })
    let responses = 0
    page.on('response', (response) => {
      if (listUrl.test(response.url())) responses += 1
    })
    await page.clock.install()
    const startedAt = Date.now()
    await openList(page)
    await page.getByText('Processing: 12/100 emails').waitFor()
    await rowOf(page, 'Pitch 1').waitFor()

    await find(2)
    await page.clock.runFor(2_000)
    await rowOf(page, 'Pitch 2').waitFor()

    // The last find is stored after the list was fetched in the poll that reports the end.
    const before = responses
    await page.route(
      '**/api/gmail-accounts',
      async (route) => {
        await expect.poll(() => responses).toBeGreaterThan(before)
        await find(3)
        await changeMailbox(world.db, gmail, { syncStatus: 'synced', syncProgress: 100 })
        await route.continue()
      },
      { times: 1 },
    )
    await page.clock.runFor(2_000)
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
    await rowOf(page, 'Pitch 3').waitFor()
    await waitForRequests(page)
    const requests = lists.length
    // Requests at the start, after two seconds, after four, and at the end of the scan, one for
    // each of the two finds if its live update arrives separately, and a few because the page's
    // clock also runs.
    expect(requests).toBeLessThanOrEqual(6 + Math.ceil((Date.now() - startedAt) / 2_000))
    await page.clock.runFor(20_000)
    await waitForRequests(page)
    // The list polls every ten seconds or, with live updates, every minute and after a change.
    expect(lists.length - requests).toBeLessThanOrEqual(3)
  },
)

test('new emails appear on top, but don’t move what the user reads', async ({ page, world }) => {
  const { gmail } = await openSeededList(page, world, someEmails(30))
  await rowOf(page, 'Pitch 1').waitFor()
  const arrive = (subject: string) =>
    seedFilteredEmails(world.db, gmail, [aFilteredEmail(1, { subject, receivedAt: new Date() })])
  const refresh = () =>
    page.getByRole('button', { name: 'Refresh' }).evaluate((button: HTMLElement) => button.click())
  await arrive('Pitch 101')
  await refresh()
  await expect.poll(async () => (await subjects(page))[0]).toBe('Pitch 101')

  await page.evaluate(() => window.scrollTo(0, 600))
  const before = await rowOf(page, 'Pitch 12').boundingBox()
  await arrive('Pitch 102')
  await refresh()
  const newEmails = page.getByRole('button', { name: '1 new email', exact: true })
  await newEmails.waitFor()
  expect(await rowOf(page, 'Pitch 12').boundingBox()).toEqual(before)
  expect(await subjects(page)).not.toContain('Pitch 102')
  await newEmails.click()
  await expect.poll(async () => (await subjects(page))[0]).toBe('Pitch 102')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('a link to an email opens and focuses it on whichever page of the list it is, or says that it’s gone', async ({
  page,
  world,
}) => {
  const list = await seedList(page, world, someEmails(150))
  await page.goto(`/filtered-emails?open=${list.idOf('Pitch 140')}`)
  await rowOf(page, 'Pitch 140').getByText('Reasoning').waitFor()
  await expect.poll(() => focused(page)).toBe('Pitch 140')
  await page.goto(`/filtered-emails?open=${list.gmail.id}`)
  await page.getByText('no longer in this list').waitFor()
})
