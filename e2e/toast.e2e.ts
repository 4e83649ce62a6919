import { sample, whenThorough } from '@doorman/domain/testing/sample'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, openContext, phone, test, toastOn } from './visit.ts'
import { waitForHeading } from './world.ts'

const region = (page: Page) => page.getByRole('region', { name: /Notification/ })
const raise = (page: Page, name: 'Toast' | 'Failure toast' = 'Toast') =>
  page.getByRole('button', { name, exact: true }).click()

async function openGallery(page: Page): Promise<void> {
  await page.goto('/dev/gallery')
  await waitForHeading(page)
  await region(page).waitFor({ state: 'attached' })
}

test('a second toast replaces the first', async ({ page }) => {
  await openGallery(page)
  await raise(page)
  await toastOn(page).getByText('Action completed').waitFor()
  await raise(page, 'Failure toast')
  await toastOn(page).getByText('Failed to perform action').waitFor()
  await expect.poll(() => toastOn(page).count()).toBe(1)
  await expectAccessible(page)
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

whenThorough(test)('F8 moves the focus to the toasts', async ({ page }) => {
  await openGallery(page)
  await raise(page)
  await toastOn(page).waitFor()
  await page.keyboard.press('F8')
  const label = await page.evaluate(() =>
    document.activeElement?.closest('[role=region]')?.getAttribute('aria-label'),
  )
  expect(label).toBe('Notification (F8)')
})

whenThorough(test)(
  'toasts are full width on a phone and at most 420 px wide on larger screens',
  async ({ page }) => {
    const widthOn = async (somewhere: Page) => {
      await openGallery(somewhere)
      await raise(somewhere)
      const screen = await somewhere.evaluate(() => document.documentElement.clientWidth)
      return [(await region(somewhere).locator('ol').boundingBox())?.width, screen]
    }
    expect((await widthOn(page))[0]).toBe(420)
    const context = await openContext(phone)
    const [onPhone, screen] = await widthOn(await context.newPage())
    expect(onPhone).toBe(screen)
    await context.close()
  },
)

whenThorough(test)('failures are announced assertively, successes politely', async ({ page }) => {
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
  await raise(page)
  await expect.poll(announced).toEqual(['polite'])
  await raise(page, 'Failure toast')
  await expect.poll(announced).toEqual(['polite', 'assertive'])
})

whenThorough(test)('a toast does not take the focus from a field', async ({ page }) => {
  await openGallery(page)
  const field = page.getByRole('textbox').first()
  await field.click()
  await page.evaluate(() => {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Toast',
    )
    setTimeout(() => button?.click(), 100)
  })
  await field.pressSequentially('still typing here', { delay: 20 })
  await toastOn(page).waitFor()
  await expect.poll(() => field.inputValue()).toContain('still typing here')
})

declare global {
  // oxlint-disable-next-line consistent-type-definitions -- only an interface can extend the built-in type
  interface Window {
    announced: (string | null)[]
  }
}
