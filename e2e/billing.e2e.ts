import { expect } from 'vitest'
import { connect, openAccounts } from './accounts-page.ts'
import { gmail } from './connect.ts'
import { expectAccessible, test } from './visit.ts'

test('209, A-13: billing says what is true before the trial and while it lasts, and that nothing can be bought yet', async ({
  signedIn: page,
}) => {
  await page.goto('/billing')
  await page.getByRole('heading', { name: 'You are on Free Forever' }).waitFor()
  await page.getByText('Payment is not open yet').waitFor()
  await expectAccessible(page)

  await openAccounts(page)
  await connect(page, gmail)
  await page.goto('/billing')
  await page.getByRole('heading', { name: 'You have 14 days of Pro left' }).waitFor()
  await page.getByText('Payment is not open yet').waitFor()
  await expect.poll(() => page.getByText('starts when you connect').count()).toBe(0)
})
