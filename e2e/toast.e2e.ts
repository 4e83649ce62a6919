import { sample } from '@doorman/domain/testing/sample'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, phone, test, toastOn } from './visit.ts'
import { waitForHeading } from './world.ts'

const region = (page: Page) => page.getByRole('region', { name: /Notification/ })
const raise = (page: Page, name: 'Toast' | 'Failure toast' = 'Toast') =>
  page.getByRole('button', { name, exact: true }).click()

async function openGallery(page: Page): Promise<void> {
  await page.goto('/dev/gallery')
  await waitForHeading(page)
  await region(page).waitFor({ state: 'attached' })
}

test('a toast is announced, fits the screen and leaves the focus where it is until F8, and a second one replaces it', async ({
  page,
}) => {
  await openGallery(page)
  // The announcement is in the document for one second only.
  await page.evaluate(() => {
    window.announced = []
    new MutationObserver(() => {
      for (const part of document.querySelectorAll('[role=status][aria-live]'))
        window.announced.push(part.ariaLive)
    }).observe(document.body, { childList: true, subtree: true })
  })
  const announced = () => page.evaluate(() => [...new Set(window.announced)])
  const field = page.getByRole('textbox').first()
  await field.fill('still ')
  // A click of the mouse would move the focus to the button.
  await page
    .getByRole('button', { name: 'Toast', exact: true })
    .evaluate((button: HTMLButtonElement) => button.click())
  await toastOn(page).getByText('Action completed').waitFor()
  await page.keyboard.type('typing')
  expect(await field.inputValue()).toBe('still typing')
  await expect.poll(announced).toEqual(['polite'])
  await page.keyboard.press('F8')
  const label = await page.evaluate(() =>
    document.activeElement?.closest('[role=region]')?.getAttribute('aria-label'),
  )
  expect(label).toBe('Notification (F8)')

  await raise(page, 'Failure toast')
  await toastOn(page).getByText('Failed to perform action').waitFor()
  await expect.poll(() => toastOn(page).count()).toBe(1)
  await expect.poll(announced).toEqual(['polite', 'assertive'])
  await expectAccessible(page)
  const width = async () => (await region(page).locator('ol').boundingBox())?.width
  expect(await width()).toBe(420)
  await page.setViewportSize(phone)
  await expect.poll(width).toBe(await page.evaluate(() => document.documentElement.clientWidth))
})

test('a toast closes after five seconds, unless it is hovered or focused', async ({ page }) => {
  await openGallery(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await raise(page)
  await toastOn(page).waitFor()
  await page.mouse.move(0, 0)
  await page.clock.runFor(4_900)
  await expect.poll(() => toastOn(page).count()).toBe(1)
  await page.clock.runFor(600)
  await expect.poll(() => toastOn(page).count()).toBe(0)

  await raise(page)
  await toastOn(page).hover()
  await page.clock.runFor(20_000)
  await expect.poll(() => toastOn(page).count()).toBe(1)
})

const swipes = [
  [60, 0],
  [40, 1],
] as const

test.for(sample(swipes, 1))(
  'after a swipe of %i px to the right %i toasts are left',
  async ([far, left], { page }) => {
    await openGallery(page)
    await raise(page)
    const box = await toastOn(page).boundingBox()
    if (!box) throw new Error('There is no toast')
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + 60, y)
    await page.mouse.down()
    await page.mouse.move(box.x + 60 + far / 2, y, { steps: 4 })
    await page.mouse.move(box.x + 60 + far, y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => toastOn(page).count()).toBe(left)
  },
)

declare global {
  // oxlint-disable-next-line consistent-type-definitions -- only an interface can extend the built-in type
  interface Window {
    announced: (string | null)[]
  }
}
