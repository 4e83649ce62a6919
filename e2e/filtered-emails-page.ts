import type { Page } from 'playwright-core'
import { fakeFilteredMail, type Email } from './fake-filtered-mail.ts'

export const rows = (page: Page) =>
  page.getByRole('list', { name: 'Filtered emails' }).locator('> li')
export const rowOf = (page: Page, subject: string) =>
  rows(page).filter({ has: page.getByText(subject, { exact: true }) })
export const buttonOf = (page: Page, subject: string, name: string) =>
  rowOf(page, subject).getByRole('button', { name, exact: true })
/** What opens a row: who and what, and the badge of what was done with it. */
export const headOf = (page: Page, subject: string) =>
  rowOf(page, subject).locator('[aria-expanded]').first()
export const badgeOf = (page: Page, subject: string, name: string) =>
  headOf(page, subject).getByText(name, { exact: true })
export const subjects = (page: Page) =>
  rows(page).evaluateAll((items) =>
    items.map((item) => /Pitch \d+/.exec(item.textContent)?.[0] ?? ''),
  )
export const focused = (page: Page) =>
  page.evaluate(() => /Pitch \d+/.exec(document.activeElement?.textContent ?? '')?.[0])
export const searchBox = (page: Page) => page.getByRole('searchbox')

export async function openList(page: Page): Promise<void> {
  await page.goto('/filtered-emails')
  await searchBox(page).waitFor()
}

/** The list with mail of a test's own. */
export async function openFakeList(page: Page, emails: Email[]) {
  const mail = await fakeFilteredMail(page, emails)
  await openList(page)
  return mail
}

/** The rows that stand there now, wherever they go when others come. */
export async function rowsNow(page: Page) {
  const heads = await rows(page)
    .locator('[id^="email-"][aria-expanded]')
    .evaluateAll((all) =>
      all.map((head) => ({
        id: head.id,
        subject: head.querySelector(':scope [id] bdi')?.textContent ?? '',
      })),
    )
  return heads.map(({ id, subject }) => {
    const row = rows(page).filter({ has: page.locator(`[id="${id}"]`) })
    return { subject, row, head: row.locator(`[id="${id}"]`) }
  })
}
