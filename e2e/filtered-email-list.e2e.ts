import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { anAccount } from './fake-account.ts'
import { fakeFilteredMail, someEmails } from './fake-filtered-mail.ts'
import { focused, openList, rowOf, rows, searchBox, subjects } from './filtered-emails-page.ts'
import { callsAreIn, expectAccessible, test } from './visit.ts'

/** How many one sees something of. */
const rowsInView = (page: Page) =>
  rows(page).evaluateAll((items) => {
    const boxes = items.map((item) => item.getBoundingClientRect())
    return boxes.filter(({ top, bottom }) => bottom > 0 && top < window.innerHeight).length
  })

test('163: of five thousand emails few are in the document at a time, some always on the screen, and the focus stays', async ({
  signedIn: page,
}) => {
  const mail = await fakeFilteredMail(page, someEmails(5_000))
  mail.pageSize = 2_500
  await openList(page)
  await page.getByText('2,500 emails so far, more as you scroll').waitFor()
  await page.keyboard.press('j')

  const counts: number[] = []
  const scrollToEnd = async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    counts.push(await rows(page).count())
    return subjects(page)
  }
  await expect.poll(scrollToEnd, { timeout: 20_000 }).toContain('Pitch 5000')
  expect(Math.max(...counts)).toBeLessThanOrEqual(60)
  await page.getByText('5,000 emails', { exact: true }).waitFor()
  expect(mail.lists.filter((query) => query.includes('before'))).toHaveLength(2)

  // Wherever one goes there are rows to see, and those that were seen keep their height.
  for (const part of [0.5, 0.1, 0.9, 0.3, 1]) {
    await page.evaluate((to) => window.scrollTo(0, to * document.body.scrollHeight), part)
    await expect.poll(() => rowsInView(page), { timeout: 10_000 }).toBeGreaterThan(5)
  }
  const perRow = await page.evaluate(() => document.body.scrollHeight / 5_000)
  expect(perRow).toBeGreaterThan(55)
  expect(perRow).toBeLessThan(70)

  await expect.poll(() => focused(page)).toBe('Pitch 1')
  await page.keyboard.press('j')
  await expect.poll(() => focused(page)).toBe('Pitch 2')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(2_000)
  await searchBox(page).fill('pitch 4321')
  await expect.poll(() => subjects(page)).toEqual(['Pitch 4321'])
})

test('what does not come can be asked for again: the list, and the rest of it', async ({
  signedIn: page,
}) => {
  await fakeFilteredMail(page, someEmails(150))
  const list = /\/api\/filtered-emails(\?|$)/
  await page.route(list, (route) => route.abort(), { times: 1 })
  await openList(page)
  await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await rowOf(page, 'Pitch 1').waitFor()

  await page.route(/before=/, (route) => route.abort(), { times: 1 })
  const toEnd = () => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect
    .poll(
      async () => {
        await toEnd()
        return page.getByText('The rest could not be loaded.').count()
      },
      { timeout: 15_000 },
    )
    .toBe(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('150 emails', { exact: true }).waitFor()
})

test('161: during a first scan the list is asked for every two seconds, once more at its end, and then no longer', async ({
  signedIn: page,
}) => {
  const mail = await fakeFilteredMail(page, someEmails(1))
  mail.gmail = [anAccount({ syncStatus: 'syncing', syncProgress: 12 })]
  await page.clock.install()
  const startedAt = Date.now()
  await openList(page)
  await page.getByText('Processing: 12/100 emails').waitFor()
  await rowOf(page, 'Pitch 1').waitFor()

  mail.emails = someEmails(2)
  await page.clock.runFor(2_000)
  await rowOf(page, 'Pitch 2').waitFor()

  // The last find comes after the list was asked for in the round that tells of the end.
  const before = mail.lists.length
  await page.route('**/api/gmail-accounts', async (route) => {
    await expect.poll(() => mail.lists.length).toBeGreaterThan(before)
    mail.emails = someEmails(3)
    await route.fulfill({ json: [anAccount()] })
  })
  await page.clock.runFor(2_000)
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
  await rowOf(page, 'Pitch 3').waitFor()
  await callsAreIn(page)
  const asked = mail.lists.length
  // At first, after two seconds, after four, and because the scan has ended; beside that the
  // page's clock goes on by itself.
  expect(asked).toBeLessThanOrEqual(4 + Math.ceil((Date.now() - startedAt) / 2_000))
  await page.clock.runFor(20_000)
  await callsAreIn(page)
  expect(mail.lists).toHaveLength(asked)
})

test('an account that is chosen while a search is being typed stays chosen', async ({
  signedIn: page,
}) => {
  const mail = await fakeFilteredMail(page, someEmails(3))
  const account = anAccount()
  mail.gmail = [account]
  await openList(page)
  await searchBox(page).fill('Pitch 2')
  await page.getByRole('combobox', { name: 'Account' }).selectOption(account.email)
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ search: 'Pitch 2', account: account.id })
})
