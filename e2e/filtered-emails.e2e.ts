import { expect } from 'vitest'
import { allow, askFor, gmail, microsoft } from './connect.ts'
import { anEmail, fakeFilteredMail, someEmails } from './fake-filtered-mail.ts'
import {
  headOf,
  openFakeList,
  openList,
  rowOf,
  rows,
  rowsNow,
  searchBox,
  subjects,
} from './filtered-emails-page.ts'
import { expectAccessible, test, toastOn } from './visit.ts'
import { placesOf } from './world-page.ts'

test('149, 153, 155-158, 162: mail of both providers is found, opened, put back, reported and taken back', async ({
  signedIn: page,
}) => {
  const toast = toastOn(page)
  await page.goto('/filtered-emails')
  await page.getByRole('link', { name: 'Connect a mailbox' }).click()
  const addresses = new Map<string, string>()
  for (const provider of [gmail, microsoft]) {
    await askFor(page, provider)
    const address = await allow(page, provider)
    await page.getByRole('heading', { name: address }).waitFor()
    addresses.set(provider.name, address)
  }
  await page.getByRole('link', { name: 'Filtered Emails' }).click()

  for (const [name, address] of addresses) {
    await page.getByRole('combobox', { name: 'Account' }).selectOption(address)
    // The first scan finds one after the other.
    await rows(page).filter({ hasText: name }).nth(1).waitFor({ timeout: 40_000 })
    const [first, second] = await rowsNow(page)
    if (!first || !second) throw new Error('The rows have gone again')
    const times = await rows(page)
      .locator('time')
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
    expect(times).toEqual(times.toSorted().toReversed())

    await first.head.click()
    const preview = first.row.getByRole('region', { name: /Read from your mailbox/ })
    await preview.getByText(/\w+ \w+ \w+ \w+ \w+ \w+ \w+/).waitFor()

    await first.row.getByRole('button', { name: 'Restore' }).click()
    await toast.getByText('Action completed').waitFor()
    await toast.getByText('Email restored to inbox.').waitFor()
    await first.head.getByText('Restored', { exact: true }).waitFor()
    await second.row.getByRole('button', { name: 'Spam' }).click()
    await toast.getByText('Email marked as spam.').waitFor()
    await second.head.getByText('Spam', { exact: true }).waitFor()
    await expect
      .poll(() => placesOf(page, address, first.subject), { timeout: 15_000 })
      .toEqual(['Unread', 'Inbox'])

    await page.reload()
    await first.head.getByText('Restored', { exact: true }).waitFor()
    await second.row.getByRole('button', { name: 'Change decision' }).click()
    await page.getByRole('menuitem', { name: 'Set aside again' }).click()
    await toast.getByText('Email set aside again.').waitFor()
    await second.row.getByRole('button', { name: 'Restore' }).waitFor()
  }
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Activity' }).click()
  const activity = page.getByRole('list', { name: 'Activity' })
  await activity.getByText('Sender and subject not stored').first().waitFor()
  for (const outcome of ['Kept', 'Filtered'])
    await activity.getByText(outcome, { exact: true }).first().waitFor()
})

test('150-152, 160: search and account narrow the list together, in the address, and are cleared', async ({
  signedIn: page,
}) => {
  const mail = await openFakeList(page, someEmails(30))
  await searchBox(page).fill('  pAT 1')
  await page.waitForURL(/search=pAT\+1$/)
  await expect.poll(() => rows(page).count()).toBe(11)
  await page.getByText('11 emails', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Account' }).selectOption('sam@example.com')
  await expect
    .poll(() => subjects(page))
    .toEqual(['Pitch 10', 'Pitch 12', 'Pitch 14', 'Pitch 16', 'Pitch 18'])

  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(5)
  await expect.poll(() => searchBox(page).inputValue()).toBe('pAT 1')
  await searchBox(page).fill('nobody')
  await page.getByRole('heading', { name: 'No filtered email matches' }).waitFor()
  await expect
    .poll(() => searchBox(page).evaluate((box) => box === document.activeElement))
    .toBe(true)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('30 emails', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await expect.poll(() => searchBox(page).inputValue()).toBe('')

  const asked = mail.lists.length
  await searchBox(page).fill('   ')
  await searchBox(page).press('Enter')
  await searchBox(page).fill('pitch 30')
  await expect.poll(() => subjects(page)).toEqual(['Pitch 30'])
  expect(mail.lists.slice(asked)).toEqual([expect.stringMatching(/search=pitch.30/)])
})

test('160: an empty list says why: nothing connected, or nothing filtered yet', async ({
  signedIn: page,
}) => {
  const mail = await openFakeList(page, [])
  await page.getByRole('heading', { name: 'Nothing has been filtered yet' }).waitFor()
  await expectAccessible(page)
  mail.gmail = mail.microsoft = []
  await page.reload()
  await page.getByRole('heading', { name: 'No mailbox is connected' }).waitFor()
  await page.getByRole('link', { name: 'Connect a mailbox' }).click()
  await page.waitForURL('**/accounts')
})

test('153, 154, 162: an email opens to everything we know of it, and to plain text from its mailbox', async ({
  signedIn: page,
}) => {
  await fakeFilteredMail(page, [anEmail(1), anEmail(2, { classificationScore: 0 })])
  await page.route('**/preview', (route) =>
    route.fulfill({ status: 503, json: { message: 'Your mailbox is out of reach right now.' } }),
  )
  await openList(page)
  await headOf(page, 'Pitch 1').click()
  const row = rowOf(page, 'Pitch 1')
  await row.getByRole('definition').getByText('98%').waitFor()
  for (const part of ['Asks for a call or a meeting', '2 email addresses', '1 phone number'])
    await row.getByText(part, { exact: true }).waitFor()
  await expect.poll(() => row.getByText(/links|amounts|credit cards/).count()).toBe(0)
  await row.getByText('Your mailbox is out of reach right now.').waitFor()
  await expectAccessible(page)

  await page.route('**/preview', (route) =>
    route.fulfill({
      json: { text: 'Hello <b>you</b>\n<img src=x onerror=alert(1)>', isCut: true },
    }),
  )
  await row.getByRole('button', { name: 'Try again' }).click()
  await row.getByText('Hello <b>you</b>').waitFor()
  await row.getByText('There is more of it').waitFor()
  await headOf(page, 'Pitch 1').click()
  await row.getByText('Hello').waitFor({ state: 'detached' })

  await headOf(page, 'Pitch 2').click()
  await rowOf(page, 'Pitch 2').getByText('set aside for its sender').waitFor()
})
