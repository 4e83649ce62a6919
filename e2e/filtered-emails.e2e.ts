import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { allow, askFor, gmail, microsoft } from './connect.ts'
import { anAccount, anEmail, fakeFilteredMail, someEmails } from './fake-filtered-mail.ts'
import { expectAccessible, listenTo, openContext, phone, test, toastOn } from './visit.ts'
import { placesOf } from './world-page.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Filtered emails' }).locator('> li')
const rowOf = (page: Page, subject: string) =>
  rows(page).filter({ has: page.getByText(subject, { exact: true }) })
const button = (page: Page, subject: string, name: string) =>
  rowOf(page, subject).getByRole('button', { name, exact: true })
const subjects = (page: Page) =>
  rows(page).evaluateAll((items) =>
    items.map((item) => /Pitch \d+/.exec(item.textContent)?.[0] ?? ''),
  )
/** How many one sees something of. */
const rowsInView = (page: Page) =>
  rows(page).evaluateAll((items) => {
    const boxes = items.map((item) => item.getBoundingClientRect())
    return boxes.filter(({ top, bottom }) => bottom > 0 && top < window.innerHeight).length
  })
const toggle = (page: Page, subject: string) =>
  rowOf(page, subject).locator('[aria-expanded]').first()
const focused = (page: Page) =>
  page.evaluate(() => /Pitch \d+/.exec(document.activeElement?.textContent ?? '')?.[0])
const bulkBar = (page: Page) => page.getByRole('region', { name: 'Selected emails' })
const checkbox = (page: Page, subject: string) => rowOf(page, subject).getByRole('checkbox')
const searchBox = (page: Page) => page.getByRole('searchbox')

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/filtered-emails${query}`)
  await searchBox(page).waitFor()
}

/** The row that stands there now, wherever it goes when others come. */
async function rowNow(page: Page, index: number) {
  const head = rows(page).nth(index).locator('[aria-expanded]').first()
  const id = (await head.getAttribute('id')) ?? ''
  const subject = (await head.locator('[id] bdi').first().textContent()) ?? ''
  return { row: rows(page).filter({ has: page.locator(`[id="${id}"]`) }), subject }
}

/** Answers that are given when the test says so. */
function heldAnswers() {
  const held: Route[] = []
  return {
    hold: async (route: Route) => void held.push(route),
    async fail() {
      for (const route of held.splice(0)) await route.fulfill({ status: 502, body: 'oops' })
    },
  }
}

test('149, 153, 155-158, 162: mail of both providers is found, opened, put back, reported and taken back', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
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
    const [first, second] = [await rowNow(page, 0), await rowNow(page, 1)]
    const times = await rows(page)
      .locator('time')
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
    expect(times).toEqual(times.toSorted().toReversed())

    await first.row.locator('[aria-expanded]').first().click()
    const preview = first.row.getByRole('region', { name: /Read from your mailbox/ })
    await preview.getByText(/\w+ \w+ \w+ \w+ \w+ \w+ \w+/).waitFor()

    await first.row.getByRole('button', { name: 'Restore' }).click()
    await toast.getByText('Action completed').waitFor()
    await toast.getByText('Email restored to inbox.').waitFor()
    await first.row.getByText('Restored', { exact: true }).waitFor()
    await second.row.getByRole('button', { name: 'Spam' }).click()
    await toast.getByText('Email marked as spam.').waitFor()
    await second.row.getByText('Spam', { exact: true }).waitFor()
    await expect
      .poll(() => placesOf(page, address, first.subject), { timeout: 15_000 })
      .toEqual(['Unread', 'Inbox'])

    await page.reload()
    await first.row.getByText('Restored', { exact: true }).waitFor()
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
}, 120_000)

test('150-152, 160: search and account narrow the list together, in the address, and are cleared', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  const mail = await fakeFilteredMail(page, someEmails(30))
  await openList(page)
  await searchBox(page).fill('  pAT 1')
  await page.waitForURL(/search=pAT\+1$/)
  await expect.poll(() => rows(page).count()).toBe(11)
  await page.getByText('11 emails', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Account' }).selectOption('sam@gmail.example')
  await expect
    .poll(() => subjects(page))
    .toEqual(['Pitch 10', 'Pitch 12', 'Pitch 14', 'Pitch 16', 'Pitch 18'])

  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(5)
  expect(await searchBox(page).inputValue()).toBe('pAT 1')
  await searchBox(page).fill('nobody')
  await page.getByRole('heading', { name: 'No filtered email matches' }).waitFor()
  expect(await searchBox(page).evaluate((box) => box === document.activeElement)).toBe(true)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => rows(page).count()).toBeGreaterThan(10)
  expect(new URL(page.url()).search).toBe('')
  expect(await searchBox(page).inputValue()).toBe('')

  const asked = mail.lists.length
  await searchBox(page).fill('   ')
  await searchBox(page).press('Enter')
  await page.getByText('30 emails', { exact: true }).waitFor()
  expect(mail.lists.slice(asked).filter((query) => query.includes('search'))).toEqual([])
})

test('160: an empty list says why: nothing connected, or nothing filtered yet', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  const mail = await fakeFilteredMail(page, [])
  await openList(page)
  await page.getByRole('heading', { name: 'Nothing has been filtered yet' }).waitFor()
  await expectAccessible(page)
  mail.gmail = mail.microsoft = []
  await page.reload()
  await page.getByRole('heading', { name: 'No mailbox is connected' }).waitFor()
  await page.getByRole('link', { name: 'Connect a mailbox' }).click()
  await page.waitForURL('**/accounts')
})

test('153, 154, 162: an email opens to everything we know of it, and to plain text from its mailbox', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  await fakeFilteredMail(page, [anEmail(1), anEmail(2, { classificationScore: 0 })])
  await page.route('**/preview', (route) =>
    route.fulfill({ status: 503, json: { message: 'Your mailbox is out of reach right now.' } }),
  )
  await openList(page)
  await toggle(page, 'Pitch 1').click()
  const row = rowOf(page, 'Pitch 1')
  await row.getByRole('definition').getByText('98%').waitFor()
  for (const part of ['Asks for a call or a meeting', '2 email addresses', '1 phone number'])
    await row.getByText(part, { exact: true }).waitFor()
  expect(await row.getByText(/links|amounts|credit cards/).count()).toBe(0)
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
  await toggle(page, 'Pitch 1').click()
  await row.getByText('Hello').waitFor({ state: 'detached' })

  await toggle(page, 'Pitch 2').click()
  await rowOf(page, 'Pitch 2').getByText('set aside for its sender').waitFor()
})

test('157, 159: an act counts at once, rests its own row, and is taken back when it fails', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  const mail = await fakeFilteredMail(page, someEmails(3))
  const held = heldAnswers()
  mail.onAct = held.hold
  await openList(page)
  // Both clicks within one task: sooner than any page could answer the first.
  await button(page, 'Pitch 1', 'Restore').evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
  await rowOf(page, 'Pitch 1').getByText('Restored', { exact: true }).waitFor()
  expect(await button(page, 'Pitch 1', 'Restore').isDisabled()).toBe(true)
  expect(await button(page, 'Pitch 1', 'Spam').isDisabled()).toBe(true)
  expect(await button(page, 'Pitch 2', 'Spam').isEnabled()).toBe(true)
  expect(await focused(page)).toBe('Pitch 1')
  await button(page, 'Pitch 2', 'Spam').click()
  await rowOf(page, 'Pitch 2').getByText('Spam', { exact: true }).first().waitFor()
  expect(mail.acts).toHaveLength(2)

  await held.fail()
  await toastOn(page).getByText('Failed to perform action. Please try again.').waitFor()
  for (const subject of ['Pitch 1', 'Pitch 2']) {
    await expect.poll(() => button(page, subject, 'Restore').isEnabled()).toBe(true)
    expect(await button(page, subject, 'Spam').isEnabled()).toBe(true)
  }
  expect(await rows(page).getByText('Restored').count()).toBe(0)
})

test('F69: who is slower than another tab is told, and sees how the email stands', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  const mail = await fakeFilteredMail(page, someEmails(1))
  await openList(page)
  const message = 'This email has been restored in the meantime.'
  mail.onAct = (route) => {
    mail.emails = [anEmail(1, { action: 'restored' })]
    return route.fulfill({ status: 409, json: { message } })
  }
  await button(page, 'Pitch 1', 'Spam').click()
  await toastOn(page).getByText(message).waitFor()
  await rowOf(page, 'Pitch 1').getByText('Restored', { exact: true }).waitFor()
  expect(mail.acts).toEqual([expect.stringContaining('"seen":"none"')])
})

test('164, 244, F69: an act can be undone from its toast, and the lists are asked for again', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  const mail = await fakeFilteredMail(page, [anEmail(1), anEmail(2, { action: 'restored' })])
  await openList(page)
  await rows(page).first().waitFor()
  const asked = mail.lists.length
  await button(page, 'Pitch 1', 'Restore').click()
  await rowOf(page, 'Pitch 1').getByText('Restored', { exact: true }).waitFor()
  await toastOn(page).getByRole('button', { name: 'Undo' }).click()
  await toastOn(page).getByText('Email set aside again.').waitFor()
  await button(page, 'Pitch 1', 'Restore').waitFor()
  await expect.poll(() => mail.lists.length).toBe(asked + 2)

  await button(page, 'Pitch 2', 'Change decision').click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Mark as spam' }).click()
  await rowOf(page, 'Pitch 2').getByText('Spam', { exact: true }).waitFor()
  await toastOn(page).getByText('Email marked as spam.').waitFor()
  await toastOn(page).getByRole('button', { name: 'Undo' }).click()
  await rowOf(page, 'Pitch 2').getByText('Restored', { exact: true }).waitFor()
  expect(mail.acts.map((act) => act.slice(24))).toEqual([
    '000000000001/action {"action":"restore","seen":"none"}',
    '000000000001/undo {"seen":"restored"}',
    '000000000002/action {"action":"spam","seen":"restored"}',
    '000000000002/action {"action":"restore","seen":"spam"}',
  ])
})

test('164: many are selected with the shift key and acted on together', async ({ world }) => {
  const context = await openContext(phone)
  await world.signIn(context)
  const page = await context.newPage()
  const complaints = listenTo(page)
  const mail = await fakeFilteredMail(page, someEmails(150))
  await openList(page)
  await checkbox(page, 'Pitch 2').click()
  await checkbox(page, 'Pitch 5').click({ modifiers: ['Shift'] })
  await bulkBar(page).getByText('4 selected').waitFor()
  await expectAccessible(page)
  await bulkBar(page).getByRole('button', { name: 'Spam' }).click()
  await bulkBar(page).waitFor({ state: 'detached' })
  await toastOn(page).getByText('4 emails marked as spam.').waitFor()
  await rowOf(page, 'Pitch 4').getByText('Spam', { exact: true }).waitFor()
  await toastOn(page).getByRole('button', { name: 'Undo' }).click()
  await toastOn(page).getByText('4 emails set aside again.').waitFor()
  expect(mail.acts).toHaveLength(2)

  mail.onAct = (route) => route.fulfill({ status: 502 })
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await bulkBar(page).getByText('100 selected').waitFor()
  await bulkBar(page).getByRole('button', { name: 'Restore' }).click()
  await toastOn(page).getByText('Failed to perform action. Please try again.').waitFor()
  expect(await rows(page).getByText('Restored', { exact: true }).count()).toBe(0)
  await context.close()
  expect(complaints).toEqual([])
})

test('164: the list is worked by keys, which rest while one types and can be switched off', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  const mail = await fakeFilteredMail(page, someEmails(5))
  await openList(page)
  await rows(page).first().waitFor()
  for (const [key, subject] of ['j1', 'j2', 'j3', 'k2'].map((step) => [
    step.slice(0, 1),
    `Pitch ${step.slice(1)}`,
  ])) {
    await page.keyboard.press(key ?? '')
    expect(await focused(page)).toBe(subject)
  }
  await page.keyboard.press('r')
  await rowOf(page, 'Pitch 2').getByText('Restored', { exact: true }).waitFor()
  expect(await focused(page)).toBe('Pitch 2')
  for (const key of ['j', 'x', 'j', 'x', 's']) await page.keyboard.press(key)
  await toastOn(page).getByText('2 emails marked as spam.').waitFor()

  await page.keyboard.press('/')
  await page.keyboard.type('jkxrs?')
  expect(await searchBox(page).inputValue()).toBe('jkxrs?')
  expect(mail.acts).toHaveLength(2)
  await searchBox(page).fill('')
  await rowOf(page, 'Pitch 5').waitFor()
  await toggle(page, 'Pitch 5').focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByRole('switch').click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('Pitch 5')

  for (const key of ['r', 's', '?', 'j']) await page.keyboard.press(key)
  expect(await focused(page)).toBe('Pitch 5')
  await page.reload()
  await button(page, 'Pitch 5', 'Restore').waitFor()
  await page.keyboard.press('?')
  expect(await dialog.count()).toBe(0)
  expect(mail.acts).toHaveLength(2)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await dialog.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  expect(await focused(page)).toBe('Pitch 1')
})

test('163: of five thousand emails few are in the document at a time, some always on the screen, and the focus stays', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
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

  expect(await focused(page)).toBe('Pitch 1')
  await page.keyboard.press('j')
  expect(await focused(page)).toBe('Pitch 2')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(2_000)
  await searchBox(page).fill('pitch 4321')
  await expect.poll(() => subjects(page)).toEqual(['Pitch 4321'])
})

test('what does not come can be asked for again: the list, and the rest of it', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
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
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  const mail = await fakeFilteredMail(page, someEmails(1))
  mail.gmail = [anAccount({ syncStatus: 'syncing', syncProgress: 12 })]
  await page.clock.install()
  await openList(page)
  await page.getByText('Processing: 12/100 emails').waitFor()
  await rowOf(page, 'Pitch 1').waitFor()
  expect(mail.lists).toHaveLength(1)

  mail.emails = someEmails(2)
  await page.clock.runFor(2_000)
  await rowOf(page, 'Pitch 2').waitFor()
  expect(mail.lists).toHaveLength(2)

  // The last find comes after the list was asked for in the round that tells of the end.
  await page.route('**/api/gmail-accounts', async (route) => {
    await expect.poll(() => mail.lists.length, { timeout: 10_000 }).toBe(3)
    mail.emails = someEmails(3)
    await route.fulfill({ json: [anAccount()] })
  })
  await page.clock.runFor(2_000)
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
  await rowOf(page, 'Pitch 3').waitFor()
  const asked = mail.lists.length
  await page.clock.runFor(20_000)
  expect(mail.lists).toHaveLength(asked)
})
