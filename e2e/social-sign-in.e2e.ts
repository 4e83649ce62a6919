import { isThorough } from '@doorman/domain/testing/sample'
import { expect } from 'vitest'
import { gmail, microsoft } from './connect.ts'
import { expectAccessible, test, toastOn } from './visit.ts'

test('a person signs up with Google, links Microsoft and unlinks Google', async ({
  page,
  world,
}) => {
  const [atGoogle, atMicrosoft] = [world.addMailbox(gmail), world.addMailbox(microsoft)]
  const link = page.getByRole('link', { name: 'Continue with Google' })

  await page.goto('/register')
  await link.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('status').getByText('You cancelled at Google').waitFor()
  expect(new URL(page.url()).pathname).toBe('/register')

  await page.goto('/login?next=%2Faccount-settings')
  if (isThorough) await expectAccessible(page)
  await link.click()
  await page.getByText(atGoogle).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/account-settings')
  await page.getByText(atGoogle).first().waitFor()

  const toast = toastOn(page)
  await toast.getByText('Account created!').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  // Nothing that asks for a password is offered to a user who has none.
  await page.getByText('You need one to export your data.').waitFor()
  for (const name of ['Change address', 'Export data', 'Delete My Account'])
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set a password' }).last().click()
  await toast.getByText(`We’ve sent a link to ${atGoogle}.`, { exact: true }).waitFor()
  await page.getByText(`We’ve sent a link to ${atGoogle}. Check your inbox.`).first().waitFor()
  await page.getByRole('button', { name: 'Send again' }).first().waitFor()
  if (isThorough) await expectAccessible(page)
  expect(await page.getByRole('heading', { name: 'Password', exact: true }).count()).toBe(0)

  await page.getByText('This is your only way to sign in.').waitFor()
  expect(await page.getByRole('button', { name: 'Unlink Google' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Link Microsoft' }).click()
  await page.getByText(atMicrosoft).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await toast.getByText('You can now sign in with Microsoft.').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: 'Unlink Google' }).click()
  await toast.getByText('You no longer sign in with Google.').waitFor()
  await page.getByRole('button', { name: 'Link Google' }).waitFor()

  const firstPassword = await world.waitForLink('Set a password for Doorman', atGoogle)
  await page.goto(firstPassword)
  await page.getByRole('heading', { name: 'Set a password' }).waitFor()
  if (isThorough) await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill('a password to remember')
  await page.getByLabel('Confirm password').fill('a password to remember')
  await page.getByRole('button', { name: 'Set a password' }).click()
  await page.waitForURL('**/account-settings')
  await toast.getByText('Password set').waitFor()
  await page.getByRole('button', { name: 'Unlink Microsoft' }).waitFor()
  await page.getByRole('button', { name: 'Export data' }).waitFor()
})
