import { isThorough } from '@doorman/domain/testing/sample'
import { expect } from 'vitest'
import { connect, openAccounts } from './accounts-page.ts'
import { gmail } from './connect.ts'
import {
  aFilteredEmail,
  changeMailbox,
  seedFilteredEmails,
  seedMailbox,
} from '@doorman/db/testing/seeds'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { signals } from '@doorman/domain/screening/signals'
import {
  headOf,
  openList,
  openSeededList,
  rowOf,
  rows,
  searchBox,
  someEmails,
  subjects,
} from './filtered-emails-page.ts'
import {
  expectAccessible,
  expectAccessibleOnEveryScreen,
  openContext,
  phone,
  test,
} from './visit.ts'

test('search and account filter the list together, are kept in the URL, and can be cleared', async ({
  page,
  world,
}) => {
  const { gmail, lists } = await openSeededList(page, world, someEmails(30))
  await searchBox(page).fill('  pAT 1')
  await page.waitForURL(/search=pAT\+1$/)
  await expect.poll(() => rows(page).count()).toBe(11)
  await page.getByText('11 emails', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Account' }).selectOption(gmail.address)
  await expect
    .poll(() => subjects(page))
    .toEqual(['Pitch 10', 'Pitch 12', 'Pitch 14', 'Pitch 16', 'Pitch 18'])

  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(5)
  await expect.poll(() => searchBox(page).inputValue()).toBe('pAT 1')
  await searchBox(page).fill('no such sender')
  await page.getByRole('heading', { name: 'No matching emails' }).waitFor()
  await expect
    .poll(() => searchBox(page).evaluate((box) => box === document.activeElement))
    .toBe(true)
  if (isThorough) await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('30 emails', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await expect.poll(() => searchBox(page).inputValue()).toBe('')

  const requestsBefore = lists.length
  await searchBox(page).fill('   ')
  await searchBox(page).press('Enter')
  await searchBox(page).fill('pitch 30')
  await expect.poll(() => subjects(page)).toEqual(['Pitch 30'])
  // A live update may repeat the request.
  const searches = lists
    .slice(requestsBefore)
    .map((query) => new URLSearchParams(query).get('search'))
    .filter((words) => words !== null)
  expect(new Set(searches)).toEqual(new Set(['pitch 30']))

  // An account that is chosen while a search is being typed stays chosen.
  await searchBox(page).fill('Pitch 2')
  await page.getByRole('combobox', { name: 'Account' }).selectOption(gmail.address)
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ search: 'Pitch 2', account: gmail.id })
})

test('an empty list says why: no mailbox connected, or nothing filtered yet', async ({
  page,
  world,
  context,
}) => {
  const user = await world.signIn(context)
  await page.goto('/filtered-emails')
  await page.getByRole('heading', { name: 'No mailbox connected' }).waitFor()
  await page.getByRole('link', { name: 'Connect a mailbox' }).click()
  await page.waitForURL('**/accounts')

  const mailbox = await seedMailbox(world.db, user)
  await openList(page)
  await page.getByRole('heading', { name: 'Nothing filtered yet' }).waitFor()
  if (isThorough) await expectAccessible(page)
  await changeMailbox(world.db, mailbox, { isObserveOnly: true })
  await openList(page)
  await page.getByText('emails it would move are listed here').waitFor()
})

test('kind, date, certainty and state filter the list, each can be removed, and all are exported', async ({
  page,
  world,
}) => {
  const { lists } = await openSeededList(page, world, [
    aFilteredEmail(1, { category: 'recruiter', score: 0.93 }),
    aFilteredEmail(2, { category: 'recruiter', score: 0.99 }),
    aFilteredEmail(3, { score: 0.94 }),
    aFilteredEmail(4, { category: 'recruiter', receivedAt: new Date('2026-01-05T12:00:00Z') }),
  ])
  const choose = (name: string, option: string) =>
    page.getByRole('combobox', { name, exact: true }).selectOption(option)
  await choose('Order', 'Least certain first')
  await expect.poll(() => subjects(page)).toEqual(['Pitch 1', 'Pitch 3', 'Pitch 4', 'Pitch 2'])
  await choose('Kind', 'Recruiter')
  await choose('Date', 'Last 30 days')
  await expect.poll(() => subjects(page)).toEqual(['Pitch 1', 'Pitch 2'])
  await choose('Certainty', 'Less certain')
  await choose('State', 'Filtered')
  await expect.poll(() => subjects(page)).toEqual(['Pitch 1'])
  expect(lists.at(-1)).toMatch(
    /\?kind=recruiter&since=\d{4}-\d\d-\d\d&certainty=low&state=filtered&order=least-certain/,
  )
  const csv = await page.request.get(
    (await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href')) ?? '',
  )
  expect(await csv.text()).toContain('Pitch 1')
  expect(await csv.text()).not.toContain('Pitch 2')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Remove filter Less certain' }).click()
  await expect.poll(() => subjects(page)).toEqual(['Pitch 1', 'Pitch 2'])
  await choose('Date', 'Custom')
  await page.getByLabel('From', { exact: true }).fill('2026-01-01')
  await page.getByLabel('To', { exact: true }).fill('2026-01-31')
  await expect.poll(() => subjects(page)).toEqual(['Pitch 4'])
  await page.reload()
  await expect.poll(() => subjects(page)).toEqual(['Pitch 4'])
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByText('4 emails', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?order=least-certain')
})

test('on a phone one button opens the filters, and says how many are set', async ({ world }) => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await openSeededList(page, world, someEmails(3))
  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filters' })
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('Investor')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'No matching emails' }).waitFor()
  await page.getByRole('button', { name: 'Filters 1' }).waitFor()
  await context.close()
})

test('an email expands to everything we store about it, and to its text as plain text', async ({
  signedIn: page,
  world,
}) => {
  await openAccounts(page)
  const address = await connect(page, gmail, world.addMailbox(gmail))
  const text = `Hello <b>you</b>\n<img src=x onerror=alert(1)>\n${'Long. '.repeat(4_000)}`
  const providerMessageId = world.storeMessage(address, text) as ProviderMessageId
  const [account] = await (await page.request.get('/api/gmail-accounts')).json()
  await seedFilteredEmails(world.db, account, [
    aFilteredEmail(1, {
      providerMessageId,
      senderAddress: `pat@${'long-'.repeat(11)}.example`,
      signals: ['asks-for-a-call', 'wrote-before-unanswered', 'first-contact'],
    }),
    aFilteredEmail(2, { score: null, reason: 'blocked-sender' }),
  ])
  await page.route('**/preview', (route) => route.abort(), { times: 1 })
  await openList(page)
  await headOf(page, 'Pitch 1').click()
  const row = rowOf(page, 'Pitch 1')
  await row.getByRole('definition').getByText('98%').waitFor()
  for (const part of [signals['asks-for-a-call'], '2 email addresses', '1 phone number'])
    await row.getByText(part, { exact: true }).waitFor()
  await expect.poll(() => row.getByText(/links|amounts|credit cards/).count()).toBe(0)
  await row.getByText('We couldn’t load this email.').waitFor()
  if (isThorough) await expectAccessibleOnEveryScreen(page)
  await expect.poll(() => row.getByRole('link', { name: 'Open in Gmail' }).count()).toBe(1)

  await row.getByRole('button', { name: 'Try again' }).click()
  await row.getByText('Hello <b>you</b>').waitFor()
  await row.getByText('Read from your mailbox just now, and not stored').waitFor()
  await row.getByText('The full email is in your mailbox.').waitFor()
  await headOf(page, 'Pitch 1').click()
  await row.getByText('Hello').waitFor({ state: 'detached' })

  // The simulated mailbox has no such message.
  await headOf(page, 'Pitch 2').click()
  const other = rowOf(page, 'Pitch 2')
  await other.getByText('filtered because of its sender').waitFor()
  await other.getByRole('alert').getByText('no longer in your mailbox').waitFor()
})
