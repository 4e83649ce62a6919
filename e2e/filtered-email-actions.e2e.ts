import { isThorough, whenThorough } from '@doorman/domain/testing/sample'
import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { aFilteredEmail, changeMailbox } from '@doorman/db/testing/seeds'
import { cardOf } from './accounts-page.ts'
import {
  badgeOf,
  buttonOf,
  focused,
  headOf,
  openSeededList,
  rowOf,
  rows,
  searchBox,
  seedList,
  someEmails,
} from './filtered-emails-page.ts'
import { expectAccessible, collectErrors, openContext, phone, test, toastOn } from './visit.ts'

const listUrl = /\/api\/filtered-emails(\?|$)/
const bulkBar = (page: Page) => page.getByRole('region', { name: 'Selected emails' })
const checkbox = (page: Page, subject: string) => rowOf(page, subject).getByRole('checkbox')
const observed = { outcome: 'observe', state: null, movedAt: null } as const

test('an action shows at once, disables its own row only, and is reverted when it fails', async ({
  page,
  world,
}) => {
  const list = await openSeededList(page, world, someEmails(3))
  const held: Route[] = []
  await page.route('**/api/filtered-emails/*/action', (route) => void held.push(route))
  // Both clicks in one task, before the page can react to the first.
  await buttonOf(page, 'Pitch 1', 'Restore').evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
  await badgeOf(page, 'Pitch 1', 'Restored').waitFor()
  await expect.poll(() => buttonOf(page, 'Pitch 1', 'Restore').isDisabled()).toBe(true)
  await expect.poll(() => buttonOf(page, 'Pitch 1', 'Spam').isDisabled()).toBe(true)
  await expect.poll(() => buttonOf(page, 'Pitch 2', 'Spam').isEnabled()).toBe(true)
  await expect.poll(() => focused(page)).toBe('Pitch 2')
  await buttonOf(page, 'Pitch 2', 'Spam').click()
  await badgeOf(page, 'Pitch 2', 'Spam').waitFor()
  await expect
    .poll(() => list.actions)
    .toEqual([
      'Pitch 1/action {"action":"restore","expectedState":"none"}',
      'Pitch 2/action {"action":"spam","expectedState":"none"}',
    ])

  for (const route of held) await route.fulfill({ status: 502, body: 'oops' })
  await toastOn(page).getByText('Failed to perform action. Please try again.').waitFor()
  for (const subject of ['Pitch 1', 'Pitch 2']) {
    await expect.poll(() => buttonOf(page, subject, 'Restore').isEnabled()).toBe(true)
    await expect.poll(() => buttonOf(page, subject, 'Spam').isEnabled()).toBe(true)
  }
  await expect.poll(() => rows(page).getByText('Restored').count()).toBe(0)
})

whenThorough(test)(
  'an action is refused if another tab acted first, and the row shows the other action',
  async ({ page, world }) => {
    const list = await openSeededList(page, world, someEmails(1))
    await rows(page).first().waitFor()
    // Otherwise a live update would show the other action before the click.
    const held: Route[] = []
    await page.route(listUrl, (route) => void held.push(route))
    const inOtherTab = await page.request.post(
      `/api/filtered-emails/${list.idOf('Pitch 1')}/action`,
      { data: { action: 'restore' } },
    )
    expect(inOtherTab.status()).toBe(200)
    await buttonOf(page, 'Pitch 1', 'Spam').click()
    await toastOn(page).getByText('restored in the meantime').waitFor()
    await page.unroute(listUrl)
    for (const route of held) await route.continue().catch(() => {})
    await badgeOf(page, 'Pitch 1', 'Restored').waitFor()
    expect(list.actions).toEqual(['Pitch 1/action {"action":"spam","expectedState":"none"}'])
  },
)

test('an action can be undone from its toast, and the list is refetched', async ({
  page,
  world,
}) => {
  const list = await openSeededList(page, world, [
    aFilteredEmail(1),
    aFilteredEmail(2, { state: 'restored', restoredBy: 'user', actionAt: new Date() }),
  ])
  await rows(page).first().waitFor()
  const requestsBefore = list.lists.length
  await buttonOf(page, 'Pitch 1', 'Restore').click()
  await badgeOf(page, 'Pitch 1', 'Restored').waitFor()
  await toastOn(page).getByRole('button', { name: 'Undo' }).click()
  await toastOn(page).getByText('Email set aside again.').waitFor()
  await buttonOf(page, 'Pitch 1', 'Restore').waitFor()
  await expect.poll(() => list.lists.length).toBeGreaterThanOrEqual(requestsBefore + 2)

  await buttonOf(page, 'Pitch 2', 'Change decision').click()
  await page.getByRole('menuitem', { name: 'Mark as spam' }).waitFor()
  if (isThorough) await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Mark as spam' }).click()
  await badgeOf(page, 'Pitch 2', 'Spam').waitFor()
  await toastOn(page).getByText('Email marked as spam.').waitFor()
  await toastOn(page).getByRole('button', { name: 'Undo' }).click()
  await badgeOf(page, 'Pitch 2', 'Restored').waitFor()
  await expect
    .poll(() => list.actions)
    .toEqual([
      'Pitch 1/action {"action":"restore","expectedState":"none"}',
      'Pitch 1/undo {"expectedState":"restored"}',
      'Pitch 2/action {"action":"spam","expectedState":"restored"}',
      'Pitch 2/action {"action":"restore","expectedState":"spam"}',
    ])
})

test('a shift-click selects a range of emails, and one action applies to all of them', async ({
  world,
}) => {
  const context = await openContext(phone)
  const page = await context.newPage()
  const pageErrors = collectErrors(page)
  const list = await openSeededList(page, world, someEmails(150))
  await checkbox(page, 'Pitch 2').click()
  await checkbox(page, 'Pitch 5').click({ modifiers: ['Shift'] })
  await bulkBar(page).getByText('4 selected').waitFor()
  // Otherwise the sticky header may cover half a checkbox, which then is too small a target.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  await bulkBar(page).getByRole('button', { name: 'Spam' }).click()
  await bulkBar(page).waitFor({ state: 'detached' })
  await toastOn(page).getByText('4 emails marked as spam.').waitFor()
  await badgeOf(page, 'Pitch 4', 'Spam').waitFor()
  await toastOn(page).getByRole('button', { name: 'Undo' }).click()
  await toastOn(page).getByText('4 emails set aside again.').waitFor()
  expect(list.actions).toHaveLength(2)

  await page.route('**/api/filtered-emails/actions', (route) => route.fulfill({ status: 502 }))
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await bulkBar(page).getByText('100 selected').waitFor()
  await bulkBar(page).getByRole('button', { name: 'Restore' }).click()
  await toastOn(page).getByText('Failed to perform action. Please try again.').waitFor()
  await expect.poll(() => rows(page).getByText('Restored', { exact: true }).count()).toBe(0)
  await context.close()
  expect(pageErrors).toEqual([])
})

test('the list works with shortcuts, which pause while the user types and can be switched off', async ({
  page,
  world,
}) => {
  const list = await openSeededList(page, world, someEmails(5))
  await rows(page).first().waitFor()
  for (const [key, subject] of ['j1', 'j2', 'j3', 'k2'].map((step) => [
    step.slice(0, 1),
    `Pitch ${step.slice(1)}`,
  ])) {
    await page.keyboard.press(key ?? '')
    await expect.poll(() => focused(page)).toBe(subject)
  }
  await page.keyboard.press('r')
  await badgeOf(page, 'Pitch 2', 'Restored').waitFor()
  await expect.poll(() => focused(page)).toBe('Pitch 3')
  for (const key of ['x', 'j', 'x', 's']) await page.keyboard.press(key)
  await toastOn(page).getByText('2 emails marked as spam.').waitFor()
  await toastOn(page).getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('z')
  await toastOn(page).getByText('2 emails set aside again.').waitFor()
  await page.keyboard.press('z')
  await buttonOf(page, 'Pitch 2', 'Restore').waitFor()
  await expect.poll(() => focused(page)).toBe('Pitch 2')

  await page.keyboard.press('/')
  await page.keyboard.type('jkxrsmzo?')
  await expect.poll(() => searchBox(page).inputValue()).toBe('jkxrsmzo?')
  await page.getByRole('heading', { name: 'No matching emails' }).waitFor()
  expect(list.actions).toHaveLength(4)
  await searchBox(page).fill('')
  await rowOf(page, 'Pitch 5').waitFor()
  await headOf(page, 'Pitch 5').focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByRole('switch').click()
  if (isThorough) await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Pitch 5')

  for (const key of ['r', 's', '?', 'j']) await page.keyboard.press(key)
  await expect.poll(() => focused(page)).toBe('Pitch 5')
  await page.reload()
  await buttonOf(page, 'Pitch 5', 'Restore').waitFor()
  await page.keyboard.press('?')
  await expect.poll(() => dialog.count()).toBe(0)
  expect(list.actions).toHaveLength(4)
  // If the dialog were open, this button behind it could not be clicked.
  const opener = page.getByRole('button', { name: 'Keyboard shortcuts' })
  await opener.click()
  await dialog.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // The dialog gives the focus back to its button a moment later, and would take it from the row.
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('j')
  await expect.poll(() => focused(page)).toBe('Pitch 1')
  // Alone, `s` would mark the focused email as spam.
  for (const key of ['g', 's']) await page.keyboard.press(key)
  await page.waitForURL('**/filter-settings')
  expect(list.actions).toHaveLength(4)
})

test('an observed email is moved or kept, and both can be undone', async ({ page, world }) => {
  const list = await openSeededList(page, world, [
    aFilteredEmail(1, observed),
    aFilteredEmail(2, observed),
  ])
  const toast = toastOn(page)
  const undo = toast.getByRole('button', { name: 'Undo' })
  await badgeOf(page, 'Pitch 1', 'Would move').waitFor()
  await buttonOf(page, 'Pitch 1', 'Move').click()
  await toast.getByText('Email moved out of your inbox.').waitFor()
  await buttonOf(page, 'Pitch 1', 'Spam').waitFor()
  await undo.click()
  await badgeOf(page, 'Pitch 1', 'Put back').waitFor()
  await buttonOf(page, 'Pitch 2', 'Keep').click()
  await badgeOf(page, 'Pitch 2', 'Kept').waitFor()
  await toast.getByText(/^Email kept in your inbox\./).waitFor()
  await undo.click()
  await badgeOf(page, 'Pitch 2', 'Would move').waitFor()
  await expect
    .poll(() => list.actions)
    .toEqual([
      'Pitch 1/action {"action":"move","expectedState":"none"}',
      'Pitch 1/action {"action":"put-back","expectedState":"none"}',
      'Pitch 2/action {"action":"restore","expectedState":"none"}',
      'Pitch 2/undo {"expectedState":"restored"}',
    ])
})

test('a sender is trusted and forgotten again, and a freemail domain cannot be trusted', async ({
  page,
  world,
}) => {
  await openSeededList(page, world, [aFilteredEmail(1, { senderAddress: 'pat@gmail.com' })])
  const toast = toastOn(page)
  await headOf(page, 'Pitch 1').click()
  await buttonOf(page, 'Pitch 1', 'Trust this sender').click()
  await toast.getByText('Email from pat@gmail.com stays in your inbox from now on.').waitFor()
  await toast.getByRole('button', { name: 'Undo' }).click()
  await toast.getByText('Sender removed').waitFor()
  await buttonOf(page, 'Pitch 1', 'Trust this sender').waitFor()
  const trustDomain = rowOf(page, 'Pitch 1').getByRole('button', { name: 'Trust gmail.com' })
  await trustDomain.click()
  await toast.getByText('Failed to perform action').waitFor()
  await expect.poll(() => trustDomain.isEnabled()).toBe(true)
})

test('when observing ends, the emails that would have been moved can be moved', async ({
  page,
  world,
}) => {
  const { microsoft } = await seedList(page, world, [aFilteredEmail(1, observed)])
  await changeMailbox(world.db, microsoft, { isObserveOnly: true })
  await page.goto('/accounts')
  const card = cardOf(page, microsoft.address)
  await card.getByText('We would move').waitFor()
  await card.getByRole('switch', { name: 'Observe only' }).click()
  const dialog = page.getByRole('alertdialog', { name: /^We would move 1 of \d+ emails?\.$/ })
  await dialog.getByRole('button', { name: 'Move them now' }).click()
  await toastOn(page).getByText('1 email moved out of your inbox.').waitFor()
  await card.getByText('We would move').waitFor({ state: 'detached' })
  await expect
    .poll(() => card.getByRole('switch', { name: 'Observe only' }).getAttribute('aria-checked'))
    .toBe('false')
})
