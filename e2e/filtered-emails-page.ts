import {
  aFilteredEmail,
  seedFilteredEmails,
  seedMailbox,
  type FilteredEmailValues,
  type SeededMailbox,
} from '@doorman/db/testing/seeds'
import type { Page } from 'playwright-core'
import { waitForApp, type World } from './world.ts'

export const rows = (page: Page) =>
  page.getByRole('list', { name: 'Filtered emails' }).locator('> li')
export const rowOf = (page: Page, subject: string) =>
  rows(page).filter({ has: page.getByText(subject, { exact: true }) })
export const buttonOf = (page: Page, subject: string, name: string) =>
  rowOf(page, subject).getByRole('button', { name, exact: true })
/** The part of a row that expands it, with sender, subject and badges. */
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

/** Emails with the subjects `Pitch 1` to `Pitch {count}`, newest first. */
export function someEmails(count: number): FilteredEmailValues[] {
  return Array.from({ length: count }, (_, index) => aFilteredEmail(index + 1))
}

/**
 * Signs in a new user with a Gmail and a Microsoft mailbox. The first, third, fifth … email is in
 * the Microsoft mailbox, the others are in the Gmail mailbox. Records the page's calls.
 */
export async function seedList(page: Page, world: World, emails: readonly FilteredEmailValues[]) {
  const user = await world.signIn(page.context())
  const microsoft = await seedMailbox(world.db, user, { provider: 'microsoft' })
  const gmail = await seedMailbox(world.db, user)
  const ids = new Map<string, string>()
  const seed = async (mailbox: SeededMailbox, remainder: number) => {
    const own = emails.filter((_, index) => index % 2 === remainder)
    const seeded = await seedFilteredEmails(world.db, mailbox, own)
    for (const [index, id] of seeded.entries()) ids.set(own[index]?.subject ?? '', id)
  }
  await seed(microsoft, 0)
  await seed(gmail, 1)
  const subjectsById = new Map([...ids].map(([subject, id]) => [id, subject]))
  return {
    user,
    gmail,
    microsoft,
    idOf: (subject: string) => ids.get(subject) ?? '',
    ...recordCalls(page, subjectsById),
  }
}

/** Opens the list of a new user with these emails, as `seedList` does. */
export async function openSeededList(
  page: Page,
  world: World,
  emails: readonly FilteredEmailValues[],
) {
  const list = await seedList(page, world, emails)
  await openList(page)
  return list
}

export async function openList(page: Page): Promise<void> {
  await page.goto('/filtered-emails')
  await waitForApp(page)
  await searchBox(page).waitFor()
}

/** The query strings of the list's requests, and the actions as `Pitch 1/action {"action":"spam"}`. */
function recordCalls(page: Page, subjectsById: ReadonlyMap<string, string>) {
  const lists: string[] = []
  const actions: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const [id = '', verb] = pathname.replace(/^\/api\/filtered-emails\/?/, '').split('/')
    if (pathname === '/api/filtered-emails') lists.push(search)
    else if (pathname.startsWith('/api/filtered-emails/') && request.method() === 'POST')
      actions.push(
        `${[subjectsById.get(id) ?? id, verb].filter(Boolean).join('/')} ${request.postData()}`,
      )
  })
  return { lists, actions }
}

/** The rows that are in the document now. Their locators stay valid when other rows appear. */
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
