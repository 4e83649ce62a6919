import { expect } from 'vitest'
import { connect, openAccounts } from './accounts-page.ts'
import { gmail } from './connect.ts'
import { expectAccessible, test } from './visit.ts'

test('billing shows the plan before and during the trial, and that Pro is not for sale yet', async ({
  signedIn: page,
  world,
}) => {
  await page.goto('/billing')
  await page.getByRole('heading', { name: 'You’re on Free Forever' }).waitFor()
  await page.getByText('You can’t buy Pro just yet.').waitFor()
  await expectAccessible(page)

  await openAccounts(page)
  await connect(page, gmail, world.addMailbox(gmail))
  await page.goto('/billing')
  await page.getByRole('heading', { name: 'You have 14 days of Pro left' }).waitFor()
  await page.getByText('You can’t buy Pro just yet.').waitFor()
  await expect.poll(() => page.getByText('starts when you connect').count()).toBe(0)
})
