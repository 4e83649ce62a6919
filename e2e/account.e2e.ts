import { seedMailbox } from '@doorman/db/testing/seeds'
import { expect } from 'vitest'
import {
  editReply,
  expectAccessible,
  collectErrors,
  openContext,
  phone,
  test,
  toastOn,
  waitForRequests,
} from './visit.ts'
import { newEmail, password, waitForHeading } from './world.ts'

test('on a phone: register, confirm, sign out and in, change the password, delete the account', async ({
  world,
}) => {
  const context = await openContext(phone)
  const page = await context.newPage()
  const pageErrors = collectErrors(page)
  const email = newEmail()
  const toast = toastOn(page)

  await page.goto('/')
  await page.getByRole('link', { name: 'Sign up free' }).first().click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()

  await toast.getByText('Account created!').waitFor()
  await toast.getByText('Welcome to Doorman.').waitFor()
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()

  await page.goto(await world.waitForLink('Confirm your email address', email))
  await page.getByText('Your address is confirmed.').waitFor()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await waitForHeading(page)

  const openMenu = async () => {
    await page.getByRole('button', { name: 'Toggle sidebar' }).click()
    await page.getByRole('button', { name: `User menu for ${email}` }).click()
  }
  await openMenu()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/login')
  await page.goBack()
  await page.waitForURL('**/login?next=%2Fdashboard')

  await page.goto('/account-settings')
  await page.waitForURL('**/login?next=%2Faccount-settings')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/account-settings')
  await toast.getByText('Welcome back!').waitFor()
  await page.getByText('Verified', { exact: true }).waitFor()

  const changed = 'another fine secret'
  const changePassword = async (current: string, next: string, confirmation: string) => {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password', { exact: true }).fill(next)
    await page.getByLabel('Confirm new password').fill(confirmation)
    await page.keyboard.press('Enter')
  }
  const main = page.getByRole('main')
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/password')) calls.push(request.method())
  })
  expect(await page.getByRole('button', { name: 'Update Password' }).isDisabled()).toBe(true)
  await changePassword('not this one', changed, 'something else')
  await main.getByText('New passwords do not match').waitFor()
  await changePassword('not this one', 'short', 'short')
  await main.getByText('Password must be at least 8 characters long.').waitFor()
  expect(calls).toEqual([])
  await changePassword('not this one', changed, changed)
  await main.getByText('Your current password is incorrect.').waitFor()
  expect(calls).toHaveLength(1)
  await changePassword(password, changed, changed)
  await toast.getByText('Password updated').waitFor()
  await expect.poll(() => page.getByLabel('Current password').inputValue()).toBe('')

  // The end of the page can be scrolled above the toast.
  const deleteButton = page.getByRole('button', { name: 'Delete My Account' })
  await toast.hover()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const [button, cover] = [await deleteButton.boundingBox(), await toast.boundingBox()]
  expect(button!.y + button!.height).toBeLessThan(cover!.y)
  await deleteButton.click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Password', { exact: true }).fill(changed)
  const farewell = page.getByRole('alertdialog', { name: 'Your account is deleted' }).waitFor()
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await farewell
  await page.waitForURL((url) => url.pathname === '/')
  await toast.getByText('Account deleted').waitFor()

  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(changed)
  await page.getByRole('button', { name: 'Log In' }).click()
  await toast.getByText('Invalid email or password').waitFor()
  expect(pageErrors).toEqual([])
  await context.close()
})

test('the deletion dialog asks for the password and clears it when closed', async ({
  signedIn: page,
}) => {
  await page.goto('/account-settings')
  const open = () => page.getByRole('button', { name: 'Delete My Account' }).click()
  const dialog = page.getByRole('alertdialog')
  const field = dialog.getByLabel('Password', { exact: true })
  const confirm = dialog.getByRole('button', { name: 'Delete account' })
  await open()
  await expect.poll(() => confirm.isDisabled()).toBe(true)
  await expectAccessible(page)
  for (const close of [
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await field.fill('something')
    await close()
    await dialog.waitFor({ state: 'hidden' })
    await open()
    await expect.poll(() => field.inputValue()).toBe('')
  }
  await field.fill('not this one')
  await confirm.click()
  await dialog.getByText('That password is incorrect.').waitFor()
  // Beside the field, and as a toast.
  const messages = page.getByText('That password is incorrect.', { exact: true })
  await expect.poll(() => messages.count()).toBe(2)
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await field.fill('another one')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBeNull()
})

test('deleting an account ends on the home page, even if a live update is refused before the answer arrives', async ({
  page,
  world,
}) => {
  await seedMailbox(world.db, await world.signIn(page.context()), { problem: null })
  const stream = page.waitForResponse('**/api/live-updates')
  await page.goto('/account-settings')
  await stream
  await page.getByRole('button', { name: 'Delete My Account' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  // A live update tells the page that the mailbox was disconnected. The page loads its mailboxes again,
  // is refused, and asks who is signed in.
  const isSignedOut = page.waitForResponse('**/api/auth/me')
  await page.route('**/api/auth/account', async (route) => {
    const response = await route.fetch()
    await isSignedOut
    await waitForRequests(page)
    await route.fulfill({ response })
  })
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await toastOn(page).getByText('Account deleted').waitFor()
})

test('logging out in one tab logs out the others, and asks before discarding unsaved text', async ({
  page,
  world,
  context,
}) => {
  const email = await world.signIn(context)
  await world.startTrial(email)
  const [reading, writing] = [await context.newPage(), await context.newPage()]
  const pageErrors = [collectErrors(reading), collectErrors(writing)]
  await reading.goto('/activity')
  await waitForHeading(reading)
  await writing.goto('/filter-settings')
  const words = await editReply(writing)
  await words.fill('Half a sen')

  await page.goto('/dashboard')
  await page.getByRole('button', { name: `User menu for ${email}` }).click()
  // Dismissed at once, because an open dialog blocks all tabs of the process.
  const asked = writing.waitForEvent('dialog').then((dialog) => dialog.dismiss())
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/login')
  await reading.waitForURL('**/login')
  await asked
  expect(await words.inputValue()).toBe('Half a sen')
  expect(pageErrors.flat()).toEqual([])
})
