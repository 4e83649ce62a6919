import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { anEmail, someEmails } from './fake-filtered-mail.ts'
import {
  badgeOf,
  buttonOf,
  focused,
  headOf,
  openFakeList,
  rowOf,
  rows,
  searchBox,
} from './filtered-emails-page.ts'
import { expectAccessible, listenTo, openContext, phone, test, toastOn } from './visit.ts'

const bulkBar = (page: Page) => page.getByRole('region', { name: 'Selected emails' })
const checkbox = (page: Page, subject: string) => rowOf(page, subject).getByRole('checkbox')

test('157, 159: an act counts at once, rests its own row, and is taken back when it fails', async ({
  signedIn: page,
}) => {
  const mail = await openFakeList(page, someEmails(3))
  const held: Route[] = []
  mail.onAct = async (route) => void held.push(route)
  // Both clicks within one task: sooner than any page could answer the first.
  await buttonOf(page, 'Pitch 1', 'Restore').evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
  await badgeOf(page, 'Pitch 1', 'Restored').waitFor()
  await expect.poll(() => buttonOf(page, 'Pitch 1', 'Restore').isDisabled()).toBe(true)
  await expect.poll(() => buttonOf(page, 'Pitch 1', 'Spam').isDisabled()).toBe(true)
  await expect.poll(() => buttonOf(page, 'Pitch 2', 'Spam').isEnabled()).toBe(true)
  await expect.poll(() => focused(page)).toBe('Pitch 1')
  await buttonOf(page, 'Pitch 2', 'Spam').click()
  await badgeOf(page, 'Pitch 2', 'Spam').waitFor()
  await expect
    .poll(() => mail.acts.map((act) => act.slice(24)))
    .toEqual([
      '000000000001/action {"action":"restore","seen":"none"}',
      '000000000002/action {"action":"spam","seen":"none"}',
    ])

  for (const route of held) await route.fulfill({ status: 502, body: 'oops' })
  await toastOn(page).getByText('Failed to perform action. Please try again.').waitFor()
  for (const subject of ['Pitch 1', 'Pitch 2']) {
    await expect.poll(() => buttonOf(page, subject, 'Restore').isEnabled()).toBe(true)
    await expect.poll(() => buttonOf(page, subject, 'Spam').isEnabled()).toBe(true)
  }
  await expect.poll(() => rows(page).getByText('Restored').count()).toBe(0)
})

test('F69: who is slower than another tab is told, and sees how the email stands', async ({
  signedIn: page,
}) => {
  const mail = await openFakeList(page, someEmails(1))
  const message = 'This email has been restored in the meantime.'
  mail.onAct = (route) => {
    mail.emails = [anEmail(1, { action: 'restored' })]
    return route.fulfill({ status: 409, json: { message } })
  }
  await buttonOf(page, 'Pitch 1', 'Spam').click()
  await toastOn(page).getByText(message).waitFor()
  await badgeOf(page, 'Pitch 1', 'Restored').waitFor()
  expect(mail.acts).toEqual([expect.stringContaining('"seen":"none"')])
})

test('164, 244, F69: an act can be undone from its toast, and the lists are asked for again', async ({
  signedIn: page,
}) => {
  const mail = await openFakeList(page, [anEmail(1), anEmail(2, { action: 'restored' })])
  await rows(page).first().waitFor()
  const asked = mail.lists.length
  await buttonOf(page, 'Pitch 1', 'Restore').click()
  await badgeOf(page, 'Pitch 1', 'Restored').waitFor()
  await toastOn(page).getByRole('button', { name: 'Undo' }).click()
  await toastOn(page).getByText('Email set aside again.').waitFor()
  await buttonOf(page, 'Pitch 1', 'Restore').waitFor()
  await expect.poll(() => mail.lists.length).toBe(asked + 2)

  await buttonOf(page, 'Pitch 2', 'Change decision').click()
  await page.getByRole('menuitem', { name: 'Mark as spam' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Mark as spam' }).click()
  await badgeOf(page, 'Pitch 2', 'Spam').waitFor()
  await toastOn(page).getByText('Email marked as spam.').waitFor()
  await toastOn(page).getByRole('button', { name: 'Undo' }).click()
  await badgeOf(page, 'Pitch 2', 'Restored').waitFor()
  await expect
    .poll(() => mail.acts.map((act) => act.slice(24)))
    .toEqual([
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
  const mail = await openFakeList(page, someEmails(150))
  await checkbox(page, 'Pitch 2').click()
  await checkbox(page, 'Pitch 5').click({ modifiers: ['Shift'] })
  await bulkBar(page).getByText('4 selected').waitFor()
  await expectAccessible(page)
  await bulkBar(page).getByRole('button', { name: 'Spam' }).click()
  await bulkBar(page).waitFor({ state: 'detached' })
  await toastOn(page).getByText('4 emails marked as spam.').waitFor()
  await badgeOf(page, 'Pitch 4', 'Spam').waitFor()
  await toastOn(page).getByRole('button', { name: 'Undo' }).click()
  await toastOn(page).getByText('4 emails set aside again.').waitFor()
  expect(mail.acts).toHaveLength(2)

  mail.onAct = (route) => route.fulfill({ status: 502 })
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await bulkBar(page).getByText('100 selected').waitFor()
  await bulkBar(page).getByRole('button', { name: 'Restore' }).click()
  await toastOn(page).getByText('Failed to perform action. Please try again.').waitFor()
  await expect.poll(() => rows(page).getByText('Restored', { exact: true }).count()).toBe(0)
  await context.close()
  expect(complaints).toEqual([])
})

test('164: the list is worked by keys, which rest while one types and can be switched off', async ({
  signedIn: page,
}) => {
  const mail = await openFakeList(page, someEmails(5))
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
  await expect.poll(() => focused(page)).toBe('Pitch 2')
  for (const key of ['j', 'x', 'j', 'x', 's']) await page.keyboard.press(key)
  await toastOn(page).getByText('2 emails marked as spam.').waitFor()

  await page.keyboard.press('/')
  await page.keyboard.type('jkxrs?')
  await expect.poll(() => searchBox(page).inputValue()).toBe('jkxrs?')
  await page.getByRole('heading', { name: 'No filtered email matches' }).waitFor()
  expect(mail.acts).toHaveLength(2)
  await searchBox(page).fill('')
  await rowOf(page, 'Pitch 5').waitFor()
  await headOf(page, 'Pitch 5').focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByRole('switch').click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Pitch 5')

  for (const key of ['r', 's', '?', 'j']) await page.keyboard.press(key)
  await expect.poll(() => focused(page)).toBe('Pitch 5')
  await page.reload()
  await buttonOf(page, 'Pitch 5', 'Restore').waitFor()
  await page.keyboard.press('?')
  await expect.poll(() => dialog.count()).toBe(0)
  expect(mail.acts).toHaveLength(2)
  // Were it open after all, nothing behind it could be pressed.
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await dialog.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await expect.poll(() => focused(page)).toBe('Pitch 1')
})
