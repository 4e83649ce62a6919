import { isThorough } from '@doorman/domain/testing/sample'
import { showCode } from '@doorman/runtime/testing/fake-authenticator'
import { secondMs } from '@doorman/domain/time'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, test, toastOn } from './visit.ts'
import { password } from './world.ts'

/** An authenticator inside Chromium that agrees to everything. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
}

async function givePassword(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: button }).click()
}

/** Signs out, and gives the password again. */
async function logInAgain(page: Page, email: string, path = '/login'): Promise<void> {
  // A page of the app would notice the end of its session and leave for the login page itself.
  await page.goto('about:blank')
  await page.request.post('/api/auth/logout')
  await page.goto(path)
  await logIn(page, email)
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
}

test('a user sets up an app and a passkey, and logs in with a code, a recovery code and the passkey', async ({
  page,
  world,
  context,
}) => {
  const email = await world.signIn(context)
  await addVirtualAuthenticator(page)
  await page.goto('/account-settings')

  await page.getByRole('button', { name: 'Set up app' }).click()
  await givePassword(page, 'Continue')
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await expectAccessible(page)
  const secret = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  const code = (aheadMs = 0) => showCode(secret, new Date(Date.now() + aheadMs))
  const field = page.getByLabel('Code from your app')
  await field.fill(code())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
  const recoveryCodes = await page.getByRole('dialog').getByRole('listitem').allTextContents()
  expect(recoveryCodes).toHaveLength(10)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('doorman-recovery-codes.txt')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await toastOn(page).getByText('Authenticator app added').waitFor()

  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByLabel('Name').fill('Test laptop')
  await givePassword(page, 'Continue')
  await toastOn(page).getByText('Passkey added').waitFor()
  await page.getByRole('button', { name: 'Rename Test laptop' }).waitFor()
  if (isThorough) await expectAccessible(page)

  await logInAgain(page, email, '/login?next=%2Fbilling')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('code')
  await field.fill('000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('That code is incorrect or was already used.').waitFor()
  if (isThorough) await expectAccessible(page)
  // A login that took too long starts again.
  await context.clearCookies()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await toastOn(page).getByText('Please sign in again.').waitFor()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  await logIn(page, email)
  // A code works once. The server accepts the next one 30 seconds early.
  await field.fill(code(30 * secondMs))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/billing')

  await logInAgain(page, email)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0]?.toLowerCase() ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/dashboard')

  await logInAgain(page, email)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/dashboard')
})
