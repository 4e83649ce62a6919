import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectAccessibleOnEveryScreen, test } from './visit.ts'

async function show(page: Page, main: string): Promise<void> {
  await page.setContent(`<!DOCTYPE html>
    <html lang="en" data-theme="dark">
      <head>
        <title>Cards</title>
        <style>
          html { background: black; color: white }
          html[data-theme=light] { background: white; color: black }
          html[data-theme=light] .pale { color: #ddd }
          button { width: 40px; height: 40px }
          @media (min-width: 600px) { .on-phones { display: none } }
          @media (max-width: 600px) { .small { width: 10px; height: 10px; padding: 0 } }
        </style>
      </head>
      <body><main><h1>Cards</h1>${main}</main></body>
    </html>`)
}

/** The violations that the check reports. */
const listViolations = (check: Promise<void>): Promise<unknown> =>
  check.catch(({ actual }: { actual: unknown }) => actual)

test('a violation is reported on every screen that has it, even if only the other theme shows it', async ({
  page,
}) => {
  await show(page, '<p>Good</p>')
  await expectAccessible(page)
  for (const [markup, violation] of [
    ['<input>', 'label: <input'],
    ['<p class="pale">Light</p>', 'color-contrast: <p class="pale"'],
  ] as const)
    // Twice: a screen that has failed is checked again.
    for (const time of [1, 2]) {
      await show(page, `<p>Good</p>${markup}`)
      expect([time, await listViolations(expectAccessible(page))]).toEqual([
        time,
        [expect.stringContaining(violation)],
      ])
    }
})

test('elements that only phones show are checked in both themes, and buttons at a phone’s width', async ({
  page,
}) => {
  const check = () => listViolations(expectAccessibleOnEveryScreen(page))
  await show(page, '<p class="on-phones">Good</p><button>Big</button>')
  expect(await check()).toBeUndefined()
  await show(page, '<div class="on-phones"><p class="pale">Light</p></div>')
  expect(await check()).toEqual([expect.stringContaining('color-contrast: <p class="pale"')])
  await show(page, '<button class="small">1</button><button class="small">2</button>')
  expect(await check()).toEqual([expect.stringContaining('target-size: <button')])
  await show(page, '<div style="width: 330px">Wide</div>')
  await expect(expectAccessibleOnEveryScreen(page)).rejects.toThrow('fits 320 px')
})
