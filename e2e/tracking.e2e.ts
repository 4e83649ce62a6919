import { expect } from 'vitest'
import { expectAccessible, testInOwnWorld as test } from './visit.ts'
import { waitForHydration, waitForHeading } from './world.ts'

// Must be the first test, because the server caches the codes for minutes.
test('with consent, tracking codes run on public pages and the billing page, and nowhere else', async ({
  page,
  world,
  context,
}) => {
  await world.setTrackingCodes({
    head: '<script>window.tracked = (window.tracked ?? 0) + 1</script><script async src="https://tag.example/x.js"></script>',
    bodyStart: '<script>window.begun = true</script>\n<noscript>Without</noscript>\nA few words',
  })
  await context.route('https://tag.example/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'window.loaded = true' }),
  )
  const countOn = async (path: string) => {
    await page.goto(path)
    await waitForHeading(page)
    return page.evaluate(() => window.tracked ?? 0)
  }
  const bar = page.getByRole('form', { name: 'Cookies' })
  expect(await countOn('/blog')).toBe(0)
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'No thanks' }).click()
  await page.waitForURL('**/blog')
  await bar.waitFor({ state: 'detached' })
  expect(await countOn('/')).toBe(0)
  await expect.poll(() => bar.count()).toBe(0)

  expect(await countOn('/privacy-policy')).toBe(0)
  await bar.getByRole('button', { name: 'Yes, that’s fine' }).click()
  await page.waitForFunction(() => window.tracked === 1)
  expect(await countOn('/blog')).toBe(1)
  await waitForHydration(page)
  await page.waitForFunction(() => window.loaded && window.begun)
  await expect
    .poll(() => page.locator('body > :first-child').textContent())
    .toContain('A few words')
  await expect.poll(() => page.evaluate(() => window.tracked)).toBe(1)
  expect(await countOn('/register')).toBe(1)
  expect(await countOn('/reset-password?token=x')).toBe(0)
  await world.signIn(context)
  expect(await countOn('/dashboard')).toBe(0)
  expect(await countOn('/billing')).toBe(1)
  await page.getByRole('link', { name: 'Filtered Emails' }).click()
  await page.waitForURL('**/filtered-emails')
  await waitForHeading(page)
  await expect.poll(() => page.evaluate(() => window.tracked ?? 0)).toBe(0)
})

declare global {
  // oxlint-disable-next-line consistent-type-definitions -- only an interface can extend the built-in type
  interface Window {
    tracked?: number
    loaded?: boolean
    begun?: boolean
  }
}
