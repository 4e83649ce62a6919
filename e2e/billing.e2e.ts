import { expect } from 'vitest'
import { allow, askFor, gmail } from './connect.ts'
import { expectAccessible, test } from './visit.ts'

test('209, A-13: billing says what is true before the trial and while it lasts, and that nothing can be bought yet', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  await page.goto('/billing')
  await page.getByRole('heading', { name: 'You are on Free Forever' }).waitFor()
  await page.getByText('Payment is not open yet').waitFor()
  await expectAccessible(page)

  await page.goto('/accounts')
  await askFor(page, gmail)
  await allow(page, gmail)
  await page.goto('/billing')
  await page.getByRole('heading', { name: 'You have 14 days of Pro left' }).waitFor()
  await page.getByText('Payment is not open yet').waitFor()
  expect(await page.getByText('starts when you connect').count()).toBe(0)
})
