import { isThorough, whenThorough } from '@doorman/domain/testing/sample'
import { demoSignIns } from '@doorman/cli/demo/seed-demo'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  desktop,
  expectAccessible,
  expectAccessibleOnEveryScreen,
  collectErrors,
  openContext,
  phone,
  reloadAndStay,
  testInOwnWorld as test,
  toastOn,
} from './visit.ts'
import { waitForHeading, type World } from './world.ts'

const admin = demoSignIns.find(({ isAdmin }) => isAdmin)!
/** One red pixel. */
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
)

async function signInAdmin(context: BrowserContext, world: World) {
  const { email, password } = admin
  const answer = await context.request.post(`${world.url}/api/auth/login`, {
    data: { email, password },
  })
  expect(answer.status()).toBe(200)
}

/** Drafts are saved by themselves, so a test of unsaved changes writes a public article. */
async function write(page: Page, slug: string, publication: 'draft' | 'public' = 'draft') {
  await page.goto('/admin/content/new')
  await page.getByLabel('Publication').selectOption(publication)
  // Before the title, from which the address would be made.
  await page.getByLabel('Address').fill(slug)
  await page.getByLabel('Title').fill('Doors and keys')
  await page.getByLabel('Description for search engines').fill('All about doors, and some keys.')
  await page.getByLabel('Excerpt').fill('In short, doors.')
  await page.getByRole('checkbox', { name: 'Privacy' }).check()
  await page.getByLabel('Text').fill('## A key\n\n<script>window.ran = 1</script> turns **twice**.')
}

async function save(page: Page, says = 'Article saved') {
  // An earlier toast may still be visible.
  const answered = page.waitForResponse(
    (response) =>
      response.url().includes('/api/admin/posts') && response.request().method() !== 'GET',
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await answered
  await toastOn(page).getByText(says).waitFor()
}

/** Saving leads to the article's own editor. Pictures can only be added there. */
async function saveNew(page: Page) {
  await save(page)
  await page.waitForURL(/admin\/content\/[\w-]{36}$/)
  await page.getByLabel('Picture').waitFor()
}

async function addPicture(page: Page, name: string, mimeType: string, buffer: Buffer) {
  await page.getByLabel('Picture').setInputFiles({ name, mimeType, buffer })
  // With the keyboard, because a toast may cover the button.
  await page.getByLabel('What it shows').press('Enter')
}

test('an admin writes, previews, schedules, publishes, renames and withdraws an article', async ({
  page,
  world,
  context,
}) => {
  await signInAdmin(context, world)
  await write(page, 'doors-and-keys')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('heading', { name: 'A key' }).waitFor()
  await saveNew(page)
  const visit = (slug: string) => page.request.get(`${world.url}/blog/${slug}`, { maxRedirects: 0 })
  // Only admins can see the page.
  const stranger = await openContext(desktop)
  await world.signIn(stranger)
  const seenByOthers = async (slug: string) =>
    (await stranger.request.get(`/blog/${slug}`, { maxRedirects: 0 })).status()
  expect(await seenByOthers('doors-and-keys')).toBe(404)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Preview saved version' }).click()
  const draft = await opened
  const pageErrors = collectErrors(draft)
  await draft.getByRole('heading', { name: 'Doors and keys' }).waitFor()
  await draft.getByText('Preview: this article isn’t public yet.').waitFor()
  await draft.getByText('Not published yet').waitFor()
  expect(await draft.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  expect(await draft.locator('link[rel=canonical]').count()).toBe(0)
  if (isThorough) await expectAccessible(draft)
  expect(pageErrors).toEqual([])
  await draft.close()

  await addPicture(page, 'a.png', 'image/png', point)
  await toastOn(page).getByText('Please describe the picture').waitFor()
  const shows = page.getByLabel('What it shows')
  await shows.fill('A red point')
  // Made in the browser, because Playwright takes seconds to send so many bytes.
  await page.getByLabel('Picture').evaluate((field: HTMLInputElement) => {
    const chosen = new DataTransfer()
    chosen.items.add(new File([new Uint8Array(8_500_000)], 'b.png', { type: 'image/png' }))
    field.files = chosen.files
  })
  await shows.press('Enter')
  await toastOn(page).getByText('Pictures can be up to 8 MB').waitFor()
  await addPicture(page, 'a.png', 'image/png', point)
  await toastOn(page).getByText('Picture added').waitFor()
  await preview.getByRole('img', { name: 'A red point' }).waitFor()
  // The article is a draft, which saves itself with its picture.
  await page.getByText('Draft saved at').waitFor()
  await page.getByRole('img', { name: 'The current cover' }).waitFor()
  const newCover = page.getByLabel('New cover')
  await newCover.setInputFiles({ name: 'c.png', mimeType: 'image/png', buffer: point })
  await newCover.press('Tab')
  await page.keyboard.press('Enter')
  await toastOn(page).getByText('Cover saved').waitFor()
  await page.getByRole('button', { name: 'Use a painted cover' }).waitFor()

  const year = new Date().getFullYear() + 1
  await page.getByLabel('Publication').selectOption('public')
  await page.getByLabel('Public from').fill(`${year}-11-20T09:00`)
  await save(page)
  await page.getByText(`Scheduled for Nov 20, ${year} at 9:00 AM`).waitFor()
  expect(await seenByOthers('doors-and-keys')).toBe(404)
  await page.getByLabel('Public from').fill(`${year - 2}-11-20T09:00`)
  await save(page)
  expect(await seenByOthers('doors-and-keys')).toBe(200)
  const state = page.getByRole('status')
  await state.getByText('Saved at').waitFor()
  await shows.fill('Another point')
  await addPicture(page, 'a.png', 'image/png', point)
  await toastOn(page).getByText('Save to publish it.').waitFor()
  await state.getByText('Unsaved changes. Save to publish them.').waitFor()
  await page.getByLabel('Address').fill('keys-and-doors')
  await save(page)
  const moved = await visit('doors-and-keys')
  expect([moved.status(), moved.headers()['location']]).toEqual([301, '/blog/keys-and-doors'])
  await page.getByLabel('Publication').selectOption('draft')
  await save(page)
  expect(await seenByOthers('keys-and-doors')).toBe(404)
  await stranger.close()

  await page.getByLabel('Text').fill('![A door](https://elsewhere.example/door.png)')
  await page.getByText('One picture is on another site and won’t be shown').waitFor()
  await page.getByLabel('Text').fill(`## A key\n\n${'It turns.\n\n'.repeat(40)}`)
  await preview.getByText('It turns.').last().waitFor()
  expect((await preview.boundingBox())?.height).toBeLessThan(700)
})

test('missing fields are marked with an error, and nothing is sent', async ({
  page,
  world,
  context,
}) => {
  await signInAdmin(context, world)
  await page.goto('/admin/content/new')
  await page.getByLabel('Title').fill('Doors and keys')
  await page.getByLabel('Address').fill('Doors & keys')
  await page.getByLabel('Publication').selectOption('public')
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/posts')) calls.push(request.url())
  })
  await page.getByRole('button', { name: 'Save' }).click()
  const address = page.getByRole('textbox', {
    name: 'Address',
    description: 'An address is lower-case words joined by hyphens',
  })
  await address.waitFor()
  await expect
    .poll(() => address.evaluate((element) => element === document.activeElement))
    .toBe(true)
  for (const words of [
    'Please enter a description for search engines',
    'Please enter an excerpt',
    'Please choose a category',
  ])
    await page.getByText(words, { exact: true }).waitFor()
  await expectAccessible(page)
  expect(calls).toEqual([])
})

test('unsaved text is kept after a failed save, on leaving and when someone else has saved', async ({
  page,
  world,
  context,
}) => {
  await signInAdmin(context, world)
  await write(page, 'two-editors', 'public')
  await page.route('**/api/admin/posts', (route) => route.abort())
  await page.getByRole('button', { name: 'Save' }).click()
  await toastOn(page).getByText('Your text is still here. Please try again.').waitFor()
  await page.unrouteAll()

  await page.getByRole('link', { name: 'Dashboard' }).click()
  const question = { name: 'Leave without saving?' }
  await page.getByRole('alertdialog', question).getByRole('button', { name: 'Stay here' }).click()
  expect(await page.getByLabel('Address').inputValue()).toBe('two-editors')
  await reloadAndStay(page)

  await saveNew(page)
  const cover = page.getByLabel('What the cover shows')
  await expect.poll(() => cover.inputValue()).toMatch(/\w+ \w+ \w+/)
  const second = await context.newPage()
  await second.goto(page.url())
  await second.getByLabel('Title').fill('The second title')
  await page.getByLabel('Title').fill('The first title')
  await save(page)
  await save(second, 'saved in another tab or by someone else')
  await second.getByRole('link', { name: 'Open the saved version' }).waitFor()
  expect(await second.getByLabel('Title').inputValue()).toBe('The second title')

  await second.getByRole('link', { name: 'Dashboard' }).click()
  await second.getByRole('alertdialog', question).getByRole('button', { name: 'Leave' }).click()
  await second.waitForURL('**/dashboard')
  await second.close()
})

test('a draft is saved while it is written, and a deleted article can be restored', async ({
  page,
  world,
  context,
}) => {
  await signInAdmin(context, world)
  await page.goto('/admin/content/new')
  await page.getByLabel('Title').fill('What’s new?')
  const text = page.getByLabel('Text')
  await text.fill('Once')
  await page.getByText('Draft saved at').waitFor()
  expect(await page.getByLabel('Address').inputValue()).toBe('whats-new')
  // The first save changed the address of the page, but not the editor.
  expect(await text.evaluate((element) => element === document.activeElement)).toBe(true)
  // Waits from now on: on a slow machine the draft is saved before the last letter is typed.
  const unsaved = page.getByText('Unsaved changes').waitFor()
  await text.pressSequentially(' and again')
  await unsaved
  // The address follows the title until it is entered by hand.
  await page.getByLabel('Title').fill('What is new?')
  const saved = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes('News.')),
  )
  await page.getByLabel('Excerpt').fill('News.')
  await saved
  await page.getByText('Draft saved at').waitFor()
  await page.reload()
  await expect.poll(() => text.inputValue()).toBe('Once and again')
  expect(await page.getByLabel('Address').inputValue()).toBe('what-is-new')

  await page.getByRole('button', { name: 'Delete article' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/admin/content')
  const article = page.getByRole('link', { name: 'What is new?' })
  expect(await article.count()).toBe(0)
  await toastOn(page).getByRole('button', { name: 'Undo' }).click()
  await article.waitFor()
})

test('an admin creates and renames categories and authors for articles', async ({
  page,
  world,
  context,
}) => {
  await signInAdmin(context, world)
  await page.goto('/admin/content')
  await waitForHeading(page)
  const fill = async (words: Record<string, string>) => {
    for (const [label, text] of Object.entries(words))
      await page.getByRole('dialog').getByLabel(label).fill(text)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  }
  await page.getByRole('button', { name: 'New category' }).click()
  if (isThorough) await expectAccessible(page)
  await fill({ Name: 'Locks', Description: 'All about locks.', Address: 'privacy' })
  // The error is shown at the field that is wrong.
  const refused = (description: string) =>
    page.getByRole('dialog').getByRole('textbox', { description }).waitFor()
  await refused('Another category uses this address.')
  await fill({ Address: 'locks' })
  await toastOn(page).getByText('Category saved').waitFor()
  await page.getByRole('button', { name: 'Edit category Locks' }).click()
  await fill({ Name: 'Locks and bolts' })
  await page.getByRole('button', { name: 'Edit category Locks and bolts' }).waitFor()

  await page.getByRole('button', { name: 'New author' }).click()
  await fill({ Name: 'Una Lock', 'About them': 'Writes about locks.' })
  await toastOn(page).getByText('Author saved').waitFor()
  await page.getByRole('button', { name: 'Edit author Una Lock' }).click()
  await fill({ 'LinkedIn profile': 'linkedin.com/in/una' })
  await refused('Please enter a link that starts with https://')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'New article' }).click()
  await page.getByRole('combobox', { name: 'Author' }).selectOption('Una Lock')
  await page.getByRole('checkbox', { name: 'Locks and bolts' }).check()
  await page.goto('/blog/category/locks')
  await page.getByRole('heading', { name: 'Locks and bolts' }).waitFor()
})

whenThorough(test)(
  'the article list and editor are accessible, and users who are not admins are redirected',
  async ({ page, world, context }) => {
    await signInAdmin(context, world)
    await write(page, 'accessible')
    await saveNew(page)
    await page.getByRole('heading', { name: 'A key' }).waitFor()
    await expectAccessible(page)
    await page.goto('/admin/content')
    await waitForHeading(page)
    await page.getByRole('link', { name: 'Doors and keys' }).first().waitFor()
    await expectAccessibleOnEveryScreen(page)
    await page.setViewportSize(phone)
    const card = page.getByRole('list', { name: 'Articles' }).getByRole('listitem').first()
    await card.getByRole('button', { name: /^Delete article/ }).waitFor()
    await context.clearCookies()
    await world.signIn(context)
    await page.goto('/admin/content')
    await page.waitForURL('**/dashboard')
  },
)
