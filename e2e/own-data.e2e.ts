import { isThorough } from '@doorman/domain/testing/sample'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { collectErrors, expectAccessible, openContext, phone, test, toastOn } from './visit.ts'
import { newEmail, password, waitForHeading } from './world.ts'

test('on a phone: change the address, sign out another device, and export everything', async ({
  world,
}) => {
  const context = await openContext(phone)
  const elsewhere = await openContext(phone)
  const page = await context.newPage()
  const pageErrors = collectErrors(page)
  const toast = toastOn(page)
  const email = await world.signIn(context)
  const moved = newEmail()
  const login = { data: { email, password } }
  expect((await elsewhere.request.post('/api/auth/login', login)).status()).toBe(200)

  await page.goto('/account-settings')
  await waitForHeading(page)
  const devices = page.getByRole('listitem').filter({ hasText: 'Chrome on' })
  await expect.poll(() => devices.count()).toBe(2)
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await toast.getByText('Device signed out').waitFor()
  await expect.poll(() => devices.count()).toBe(1)
  expect((await elsewhere.request.get('/api/auth/me')).status()).toBe(401)
  await elsewhere.close()

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Change address' }).click()
  const address = dialog.getByLabel('New email address')
  const ownPassword = dialog.getByLabel('Your password', { exact: true })
  await address.fill('not an address')
  await ownPassword.fill('not this one')
  await dialog.getByRole('button', { name: 'Send links' }).click()
  await dialog.getByText('Please enter a valid email address.').waitFor()
  await address.fill(moved)
  await dialog.getByRole('button', { name: 'Send links' }).click()
  await dialog.getByText('That password is incorrect.').waitFor()
  if (isThorough) await expectAccessible(page)
  await ownPassword.fill(password)
  await dialog.getByRole('button', { name: 'Send links' }).click()
  await page.getByText(`Changing to ${moved}`).waitFor()

  await page.getByRole('button', { name: 'Export data' }).click()
  await dialog.getByLabel('Format').selectOption('json')
  await ownPassword.fill(password)
  await dialog.getByRole('button', { name: 'Get download link' }).click()
  const link = dialog.getByRole('link', { name: 'Download' })
  const used = (await link.getAttribute('href')) ?? ''
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^doorman-\d{4}-\d\d-\d\d\.json$/)
  const document: unknown = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(document).toMatchObject({
    tables: { users: [{ email }], address_changes: [{ newEmail: moved }] },
  })
  await page.goto(used)
  await toast.getByText('Nothing was downloaded').waitFor()
  expect(new URL(page.url()).search).toBe('')

  await page.goto(await world.waitForLink('Confirm your new email address', moved))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'One more to go' }).waitFor()
  await page.goto(await world.waitForLink('Confirm the change of your email address', email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Your address is changed' }).waitFor()
  if (isThorough) await expectAccessible(page)
  await page.getByRole('link', { name: 'Open Account Settings' }).click()
  await page.getByRole('main').getByText(moved, { exact: true }).waitFor()
  await page.getByText('Verified', { exact: true }).waitFor()
  expect(pageErrors).toEqual([])
  await context.close()
})
