import type { Page } from 'playwright-core'

export const rows = (page: Page) =>
  page.getByRole('list', { name: 'Filtered emails' }).locator('> li')
export const rowOf = (page: Page, subject: string) =>
  rows(page).filter({ has: page.getByText(subject, { exact: true }) })
export const button = (page: Page, subject: string, name: string) =>
  rowOf(page, subject).getByRole('button', { name, exact: true })
export const subjects = (page: Page) =>
  rows(page).evaluateAll((items) =>
    items.map((item) => /Pitch \d+/.exec(item.textContent)?.[0] ?? ''),
  )
export const toggle = (page: Page, subject: string) =>
  rowOf(page, subject).locator('[aria-expanded]').first()
export const focused = (page: Page) =>
  page.evaluate(() => /Pitch \d+/.exec(document.activeElement?.textContent ?? '')?.[0])
export const searchBox = (page: Page) => page.getByRole('searchbox')

export async function openList(page: Page): Promise<void> {
  await page.goto('/filtered-emails')
  await searchBox(page).waitFor()
}

/** The row that stands there now, wherever it goes when others come. */
export async function rowNow(page: Page, index: number) {
  const head = rows(page).nth(index).locator('[aria-expanded]').first()
  const id = (await head.getAttribute('id')) ?? ''
  const subject = (await head.locator('[id] bdi').first().textContent()) ?? ''
  return { row: rows(page).filter({ has: page.locator(`[id="${id}"]`) }), subject }
}
