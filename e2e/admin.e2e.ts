import { isThorough } from '@doorman/domain/testing/sample'
import { demoSignIns } from '@doorman/cli/demo/seed-demo'
import { users } from '@doorman/db/schema'
import { seedFilteredEmails, seedMailbox } from '@doorman/db/testing/seeds'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import {
  expectAccessible,
  expectAccessibleOnEveryScreen,
  testInOwnWorld as test,
  toastOn,
} from './visit.ts'
import { waitForHeading, type World } from './world.ts'

const admin = demoSignIns.find(({ isAdmin }) => isAdmin)!
const user = demoSignIns.find(({ isAdmin }) => !isAdmin)!

async function signInAdmin(context: BrowserContext, world: World): Promise<void> {
  const answer = await context.request.post(`${world.url}/api/auth/login`, {
    data: { email: admin.email, password: admin.password },
  })
  expect(answer.status()).toBe(200)
}

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const cardOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
/** Lets the page's time pass quickly until something is shown, or gone. The clock must be installed. */
async function waitQuickly(page: Page, part: Locator, count: 0 | 1): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return part.count()
    })
    .toBe(count)
}
const says = (page: Page, text: string) => toastOn(page).getByText(text).waitFor()

test('an admin sees the numbers and changes every setting', async ({ page, world, context }) => {
  await signInAdmin(context, world)
  await page.clock.install()
  await page.goto('/admin')
  await page.getByText('Active subscriptions').waitFor()
  const queue = cardOf(page, 'Queue')
  await queue.getByText(/^\d+ \/ 20 workers$/).waitFor()
  await expectAccessibleOnEveryScreen(page)
  // A failed poll keeps the last numbers and says so; the next one heals it.
  await page.route('**/api/admin/queue-metrics', (route) => route.abort(), { times: 1 })
  const outage = queue.getByText('We can’t reach the queue right now.')
  await waitQuickly(page, outage, 1)
  expect(await queue.getByText('Waiting').count()).toBe(1)
  await waitQuickly(page, outage, 0)

  await page.getByRole('tab', { name: 'Overview' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL('**/admin?tab=oauth')
  const gmail = page.getByLabel('Gmail redirect URL', { exact: true })
  await gmail.fill('not a url')
  await page.getByRole('button', { name: 'Save Gmail redirect URL' }).click()
  await says(page, 'Failed to update settings.')
  await expect.poll(() => gmail.getAttribute('aria-invalid')).toBe('true')
  expect(await gmail.inputValue()).toBe('not a url')
  if (isThorough) await expectAccessibleOnEveryScreen(page)
  await gmail.fill(`${world.url}/api/gmail/callback`)
  await page.getByRole('button', { name: 'Save Gmail redirect URL' }).click()
  await says(page, 'Settings saved')

  await openTab(page, 'Email Settings')
  const weekly = page.getByRole('switch', { name: 'Weekly report' })
  await page.route('**/api/admin/email-settings', (route) => route.abort(), { times: 1 })
  await weekly.click()
  await says(page, 'Failed to update email settings.')
  await expect.poll(() => weekly.getAttribute('aria-checked')).toBe('true')
  await weekly.click()
  await says(page, 'Settings saved')
  expect(await weekly.getAttribute('aria-checked')).toBe('false')
  await page.getByRole('switch', { name: 'New user notification' }).click()
  const noRecipient = page.getByText('There’s no recipient yet')
  await noRecipient.waitFor()
  await page.getByLabel('Recipient').pressSequentially('team@example.com')
  await page.getByText('Saved', { exact: true }).waitFor()
  await noRecipient.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Send test: Welcome email' }).click()
  await says(page, 'Test email sent')
  if (isThorough) await expectAccessibleOnEveryScreen(page)

  await openTab(page, 'Auth Guide')
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The player</h1>' }),
  )
  await page.getByLabel('Google video', { exact: true }).fill('https://youtu.be/dQw4w9WgXcQ')
  if (isThorough) await expectAccessibleOnEveryScreen(page)
  await page.getByRole('button', { name: 'Preview Google video' }).click()
  await page.getByTitle('Preview for Google').contentFrame().getByText('The player').waitFor()
  await page.getByRole('button', { name: 'Save Google video' }).click()
  await says(page, 'Settings saved')
  const warning = page.getByText('There’s no video yet.')
  await page.getByRole('switch', { name: 'Show the Microsoft guide' }).click()
  await warning.waitFor()
  await page.getByRole('switch', { name: 'Show the Google guide' }).click()
  expect(await warning.count()).toBe(1)
  await expect
    .poll(async () =>
      (await context.request.get('/api/auth-guide-settings?provider=google')).json(),
    )
    .toEqual({ enabled: true, videoUrl: 'https://youtu.be/dQw4w9WgXcQ' })
  const saved = await context.request.get('/api/admin/email-settings')
  expect(await saved.json()).toMatchObject({
    weeklyReport: false,
    newUserNotificationRecipient: 'team@example.com',
  })
})

test('an admin saves, tests and restores a tracking code', async ({ page, world, context }) => {
  await signInAdmin(context, world)
  await page.clock.install()
  await page.goto('/admin?tab=tracking')
  const head = page.getByLabel('Head code')
  await head.fill('window.first = 1')
  await openTab(page, 'Users')
  await page.getByRole('button', { name: 'Stay here' }).click()
  expect(await head.inputValue()).toBe('window.first = 1')
  await page.getByRole('button', { name: 'Save Head' }).click()
  await says(page, 'Settings saved')
  await page.getByRole('button', { name: 'Lead' }).click()
  await page.getByTitle('Pixel test').contentFrame().locator('body').waitFor({ state: 'attached' })
  await waitQuickly(page, toastOn(page).getByText('Meta Pixel Not Loaded'), 1)

  // As Meta's snippet: `fbq` first, its `callMethod` once the pixel has loaded.
  const pixel = `window.fbq = (...event) => fetch('https://pixel.example/', { method: 'POST', mode: 'no-cors', body: JSON.stringify(event) }); fbq.callMethod = fbq`
  const events: unknown[] = []
  await context.route('https://pixel.example/', (route) => {
    events.push(route.request().postDataJSON())
    return route.fulfill({ body: '' })
  })
  await head.fill(`<script>${pixel}</script>`)
  await page.getByRole('button', { name: 'Save Head' }).click()
  await says(page, 'Settings saved')
  await cardOf(page, 'Head').getByText('Unsaved').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Purchase' }).click()
  await says(page, 'Test event sent')
  await page.getByRole('button', { name: 'Sign-up' }).click()
  await expect
    .poll(() => events)
    .toEqual([
      ['track', 'Purchase', { value: 9, currency: 'USD' }],
      ['track', 'StartTrial', { value: 0, currency: 'USD' }],
    ])
  if (isThorough) await expectAccessibleOnEveryScreen(page)

  await page.getByRole('button', { name: 'Earlier versions of Head' }).click()
  const versions = page.getByRole('dialog')
  await versions.getByText('window.first = 1').waitFor()
  if (isThorough) await expectAccessible(page)
  await versions
    .getByRole('listitem')
    .filter({ hasText: 'window.first = 1' })
    .getByRole('button', { name: 'Restore' })
    .click()
  await versions.waitFor({ state: 'detached' })
  await expect.poll(() => head.inputValue()).toBe('window.first = 1')
})

test('an admin finds users, views as one, and deletes one', async ({ page, world, context }) => {
  await world.db.insert(users).values(
    Array.from({ length: 55 }, (_, number) => ({
      email: `row${String(number).padStart(2, '0')}@example.com`,
      createdAt: new Date(Date.UTC(2025, 0, 1 + number)),
    })),
  )
  await signInAdmin(context, world)
  await page.goto('/admin?tab=users')
  const table = page.getByRole('table', { name: 'Users' })
  const firstCell = () => table.getByRole('row').nth(1).getByRole('cell').first().textContent()
  const own = table.getByRole('row').filter({ hasText: admin.email })
  await own.getByText('You').waitFor()
  await page.getByText(/^1–50 of \d+$/).waitFor()
  expect(await own.getByRole('button').count()).toBe(0)
  await table.getByRole('button', { name: 'Email' }).click()
  await page.waitForURL('**/admin?tab=users&sort=email')
  await expect
    .poll(() => table.getByRole('columnheader', { name: 'Email' }).getAttribute('aria-sort'))
    .toBe('ascending')
  await page.getByLabel('Search by email address').fill('row')
  await expect.poll(firstCell).toBe('row00@example.com')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(firstCell).toBe('row50@example.com')
  await page.reload()
  await expect.poll(firstCell).toBe('row50@example.com')
  await page.getByText('51–55 of 55').waitFor()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect.poll(firstCell).toBe('row00@example.com')

  // The demo asks for no fresh password, so the first refusal is made up. The rest is real: the
  // user is deleted after the admin gives the password.
  const refusal = { message: 'Please confirm your password.', code: 'password-needed' }
  await page.route(
    '**/api/admin/users/*',
    (route) => route.fulfill({ status: 403, json: refusal }),
    {
      times: 1,
    },
  )
  await page.getByRole('button', { name: 'Actions for row00@example.com' }).click()
  await page.getByRole('menuitem', { name: 'Delete user' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete row00@example.com?' })
  await question.getByRole('button', { name: 'Delete user' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Confirm your password' })
  await confirmation.getByLabel('Password', { exact: true }).fill(admin.password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await says(page, 'User deleted')
  await expect.poll(firstCell).toBe('row01@example.com')
  await page.route('**/api/admin/users/*', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Actions for row01@example.com' }).click()
  await page.getByRole('menuitem', { name: 'Delete user' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click()
  await says(page, 'Failed to delete user.')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })

  await page.getByLabel('Search by email address').fill(user.email)
  await expect.poll(firstCell).toBe(user.email)
  await page.getByText('1 user', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Next' }).count()).toBe(0)
  await expectAccessibleOnEveryScreen(page)
  await page.getByRole('button', { name: `Actions for ${user.email}` }).click()
  await page.getByRole('menuitem', { name: 'View as user' }).click()
  await page.waitForURL('**/dashboard')
  const banner = page.getByRole('complementary', { name: 'Admin view mode' })
  await banner.getByText(`You’re viewing as ${user.email}`).waitFor()
  await banner.getByRole('button', { name: 'Switch Back to Admin' }).click()
  await page.waitForURL('**/admin')
  await says(page, 'Switched back to admin')
})

test('an admin works off the queue and reads the audit log', async ({ page, world, context }) => {
  const mailbox = await seedMailbox(world.db, user.email)
  await seedFilteredEmails(world.db, mailbox, [
    { outcome: 'keep', reason: 'could-not-be-checked', state: null, movedAt: null },
  ])
  await world.db.execute(
    `insert into pgboss.job (name, state, completed_on, data)
     values ('send-email', 'failed', now(), '{"userId": "${randomUUID()}", "kind": "retired"}')`,
  )
  await signInAdmin(context, world)
  await page.goto('/admin/queue')
  const jobs = cardOf(page, 'Failed jobs').getByRole('listitem')
  await expect.poll(() => jobs.count()).toBe(2)
  const menu = page.getByRole('complementary', { name: 'Sidebar' }).getByRole('navigation')
  expect(await menu.getByRole('link').last().textContent()).toBe('Admin Panel')
  expect(await menu.locator('[aria-current=page]').allTextContents()).toEqual(['Admin Panel'])
  await jobs.filter({ hasText: 'Quarantined' }).getByText(user.email).waitFor()
  await cardOf(page, 'Mailbox health').getByText(mailbox.address).waitFor()
  if (isThorough) await expectAccessibleOnEveryScreen(page)
  await jobs.filter({ hasText: 'Quarantined' }).getByRole('button', { name: /^Drop/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Drop job' }).click()
  await says(page, 'Job dropped')
  await page.getByRole('button', { name: 'Retry Send email' }).click()
  await says(page, 'Job started again')
  await cardOf(page, 'Failed jobs').getByText('No failed jobs').waitFor()
  const replies = page.getByRole('switch', { name: 'Send smart responses' })
  await replies.click()
  await page
    .getByRole('alertdialog', { name: 'Stop all smart responses?' })
    .getByRole('button', { name: 'Stop smart responses' })
    .click()
  await says(page, 'Smart responses stopped')
  await expect.poll(() => replies.getAttribute('aria-checked')).toBe('false')
  await cardOf(page, 'Smart responses').getByText('Stopped', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'Admin Panel' }).last().click()
  await page.getByRole('link', { name: 'Audit log' }).click()
  const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  const newest = entries.first()
  await newest.getByText('stopped all smart responses').waitFor()
  await newest.locator('summary').click()
  await newest.getByRole('button', { name: 'Copy Hash' }).waitFor()
  await page.getByRole('button', { name: 'Check chain' }).click()
  await page.getByText('The chain is whole').waitFor()
  await page.getByRole('status').getByRole('button', { name: 'Copy hash' }).waitFor()
  if (isThorough) await expectAccessibleOnEveryScreen(page)
  await page.getByLabel('Act', { exact: true }).selectOption('Job retried')
  await expect.poll(() => entries.count()).toBe(1)
  await page.getByLabel('Search by address or id').fill('nobody@example.com')
  await page.getByText('No matching entries').waitFor()
  const exported = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  expect(await (await exported).failure()).toBeNull()
})

test('an admin without two-step sign-in is asked to set it up, and no admin call is made', async ({
  page,
  world,
  context,
}) => {
  await signInAdmin(context, world)
  const calls: string[] = []
  await page.route('**/api/admin/**', (route) => {
    calls.push(route.request().url())
    return route.abort()
  })
  const answer = await context.request.get('/api/auth/me')
  const admin: unknown = { ...(await answer.json()), needsSecondFactor: true }
  world.answerPages((path) => (path === '/api/auth/me' ? Response.json(admin) : null))
  await page.goto('/admin?tab=users')
  await waitForHeading(page)
  await page.getByText('Set up two-step sign-in to use the Admin Panel').waitFor()
  if (isThorough) await expectAccessibleOnEveryScreen(page)
  expect(calls).toEqual([])
  await page.getByRole('link', { name: 'Go to Account Settings' }).click()
  await page.getByRole('heading', { level: 1, name: 'Account Settings' }).waitFor()
})
