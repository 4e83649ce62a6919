import { isThorough, sample, whenThorough } from '@doorman/domain/testing/sample'
import { site } from '@doorman/content/site'
import axe from 'axe-core'
import { expect } from 'vitest'
import {
  expectAccessible,
  collectErrors,
  holdScripts,
  openContext,
  phone,
  test,
  toastOn,
} from './visit.ts'
import { waitForHydration } from './world.ts'

test('the landing page has all sections in order, with footnotes and data for search engines', async ({
  page,
}) => {
  await page.goto('/')
  const titles = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(titles).toEqual([
    site.howItWorks.title,
    site.tryIt.title,
    site.callers.title,
    site.features.title,
    site.testimonials.title,
    'Why we built this',
    site.privacy.title,
    site.time.title,
    site.pricing.title,
    site.faq.title,
    site.finalCall.title,
    site.contact.title,
  ])
  for (const id of ['how-it-works', 'features', 'about', 'privacy', 'pricing'])
    expect(await page.locator(`section#${id}`).count()).toBe(1)
  for (const fact of ['$9', '$90', 'saves $18', '$0', '14 days', '99.9%', '2,500+'])
    expect(await page.locator('main').textContent()).toContain(fact)
  expect(await page.getByText('Example', { exact: true }).count()).toBe(7)

  const marks = page.getByRole('link', { name: /^Note \d: how we measure/ })
  expect(await marks.allTextContents()).toEqual(['1', '2', '3', '3', '3', '3'])
  const notes = page.getByRole('region', { name: 'Notes' }).getByRole('listitem')
  expect(await notes.count()).toBe(3)

  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  const parsed = data.map((json) => JSON.parse(json) as { '@type': string; mainEntity?: [] })
  expect(parsed.map((entry) => entry['@type'])).toEqual([
    'Organization',
    'SoftwareApplication',
    'FAQPage',
  ])
  expect(parsed[2]?.mainEntity).toHaveLength(site.faq.items.length)
})

test('the printed landing page shows every answer', async ({ page }) => {
  await page.goto('/')
  const countAnswers = () =>
    page.locator('details > p').evaluateAll((answers) => {
      const isShown = (answer: Element) => answer.checkVisibility({ contentVisibilityAuto: true })
      return answers.filter(isShown).length
    })
  expect(await countAnswers()).toBe(0)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(countAnswers).toBe(site.faq.items.length)
})

test('the picture of the app has the visitor’s theme, and the switch changes both before hydration', async ({
  page,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  const picturesOf = (theme: string) =>
    fetched.filter((url) => url.includes(`filtered-emails-${theme}`)).length
  await page.goto('/')
  await page.getByRole('img', { name: site.appPicture.alt }).scrollIntoViewIfNeeded()
  await expect.poll(() => picturesOf('dark')).toBe(1)
  expect(picturesOf('light')).toBe(0)

  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect.poll(() => picturesOf('light')).toBe(1)
  expect(await page.locator('html[data-hydrated]').count()).toBe(0)
  await page.goto('/privacy-policy')
  await page.locator('html[data-theme=light]').waitFor()
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.locator('html[data-theme=dark]').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
})

whenThorough(test)(
  'the header links to the sections, from the landing page and from other pages',
  async ({ page }) => {
    await page.goto('/privacy-policy')
    const main = page.getByRole('navigation', { name: 'Main' })
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(64)
    await main.getByRole('link', { name: 'Pricing' }).click()
    await page.waitForURL('**/#pricing')
    const topOf = (id: string) =>
      page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top)
    await expect.poll(() => topOf('pricing')).toBeLessThan(200)
    expect(await topOf('pricing')).toBeGreaterThanOrEqual(64)
    await main.getByRole('link', { name: 'Features' }).click()
    await expect.poll(() => topOf('features')).toBeGreaterThanOrEqual(64)
    expect(await topOf('features')).toBeLessThan(200)
  },
)

test('on a phone the menu slides out, Escape closes it, and a choice leads to its section', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  const pageErrors = collectErrors(page)
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const open = () => page.getByRole('button', { name: 'Menu', exact: true }).click()
  await open()
  await menu.waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await open()
  await menu.waitFor()
  expect(await menu.getByRole('link').allTextContents()).toEqual([
    'Home',
    'Features',
    'Pricing',
    'About',
    'Blog',
    'Log In',
    'Sign up free',
  ])
  await menu.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.locator('html[data-theme=dark]').waitFor()
  await menu.getByRole('link', { name: 'About' }).click()
  await menu.waitFor({ state: 'hidden' })
  await page.waitForURL('**/#about')
  const title = page.getByRole('heading', { name: 'Why we built this' })
  const topOfTitle = async () => (await title.boundingBox())?.y ?? 0
  await expect.poll(topOfTitle).toBeLessThan(phone.height / 2)
  // Below the header, which stays in view.
  expect(await topOfTitle()).toBeGreaterThanOrEqual(64)
  expect(pageErrors).toEqual([])
  await context.close()
})

test('the header shows whether the visitor is signed in, even on the 404 page', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  for (const path of sample(['/nothing-here', '/', '/terms-of-service'], 1)) {
    await page.goto(path)
    const main = page.getByRole('navigation', { name: 'Main' })
    expect(await main.getByRole('link', { name: 'Log In' }).count()).toBe(0)
    expect(await main.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe(
      '/dashboard',
    )
  }
})

test('before hydration the hero’s emails can be restored and the testimonials paged', async ({
  page,
}) => {
  await page.goto('/')
  const scene = page.getByRole('figure').first()
  await scene.getByText('Doorman · 4').waitFor()
  await scene.getByRole('button', { name: 'Restore the email from Brightlead' }).click()
  await scene.getByText('Doorman · 3').waitFor()
  await scene.getByText('Restored').waitFor()

  const cards = page.getByRole('list', { name: site.testimonials.title })
  const scrolled = () => cards.evaluate((list) => list.scrollLeft)
  await page.getByRole('button', { name: 'More cards' }).click()
  await expect.poll(scrolled).toBeGreaterThan(300)
  await page.getByRole('button', { name: 'Earlier cards' }).click()
  await expect.poll(scrolled).toBe(0)
})

whenThorough(test)(
  'text in the hero has enough contrast at all times of its animation',
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/')
    await page.evaluate(axe.source)
    for (let moment = 0; moment <= 3600; moment += isThorough ? 200 : 1200) {
      const pale = await page.evaluate(async (at) => {
        for (const animation of document.getAnimations()) {
          animation.pause()
          animation.currentTime = at
        }
        const contrast = { runOnly: ['color-contrast'], resultTypes: ['violations' as const] }
        const { violations } = await window.axe.run('.live-inbox', contrast)
        return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))
      }, moment)
      expect(pale, `after ${moment} ms`).toEqual([])
    }
  },
)

whenThorough(test)('the dots are visible with forced colours', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  const surfaceOf = (selector: string) =>
    page.locator(selector).evaluate((node) => getComputedStyle(node).backgroundColor)
  const paper = await surfaceOf('html')
  for (const index of [1, 2, 6])
    expect(await surfaceOf(`[aria-label="Show ${index} of 6"] > span`)).not.toBe(paper)
  await context.close()
})

test('a pasted email is judged in the browser, in its language, and not sent anywhere', async ({
  page,
}) => {
  await page.goto('/')
  await waitForHydration(page)
  const sent: string[] = []
  const fetched: string[] = []
  page.on('request', (request) => {
    // Pictures are left out: one may come into view at any time.
    if (request.resourceType() !== 'image') fetched.push(new URL(request.url()).pathname)
    if (request.method() !== 'GET' || request.url().includes('?')) sent.push(request.url())
  })
  const field = page.getByRole('textbox', { name: 'An email to judge' })
  const verdict = page.locator('#try-it').getByRole('status')
  await page.getByRole('button', { name: 'A sales pitch' }).click()
  await verdict.getByText('Doorman would set this aside').waitFor()
  await verdict.getByText('Sales', { exact: true }).waitFor()
  await verdict.getByText('[phone]').waitFor()
  await verdict.getByText('We move from 93%').waitFor()
  const invitation = page.getByRole('link', { name: site.tryIt.invitation })
  expect(await invitation.getAttribute('href')).toBe('/register')
  if (isThorough) await expectAccessible(page)

  const known = fetched.length
  await page.getByRole('button', { name: 'A customer' }).click()
  await verdict.getByText('Stays in the inbox').waitFor()
  await field.fill('Subject: Lunch\n\nDear Alex, shall we have lunch on Friday, as every year?')
  await page.getByRole('button', { name: 'Judge it' }).click()
  await verdict.getByText('nothing to mask').waitFor()
  expect(fetched.filter((path) => path.includes('/model-'))).toHaveLength(1)
  expect(fetched.slice(known)).toEqual([])
  expect(sent).toEqual([])

  // As if a deploy had replaced the dictionary since the page was loaded.
  await page.route('**/assets/de-*.txt', (route) => route.fulfill({ status: 404 }), { times: 1 })
  await field.fill(
    'Guten Tag, können Sie mir bitte die Zeichnungen für den zweiten Stock schicken?',
  )
  await page.getByRole('button', { name: 'Judge it' }).click()
  await verdict.getByText('Reload the page').waitFor()
  const dictionary = page.waitForResponse('**/assets/de-*.txt')
  await page.getByRole('button', { name: 'Judge it' }).click()
  expect((await dictionary).status()).toBe(200)
  await verdict.getByText('Stays in the inbox').waitFor()
})

test('on a phone the verdict scrolls into view without taking the focus, and dots page the testimonials', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await page.goto('/#try-it')
  const pitch = page.getByRole('button', { name: 'A sales pitch' })
  await pitch.click()
  const badge = page.locator('#try-it').getByText('Doorman would set this aside')
  await badge.waitFor()
  const bottomOf = async () => {
    const box = await badge.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  await expect.poll(bottomOf).toBeLessThan(phone.height)
  expect(await bottomOf()).toBeGreaterThan(64)
  expect(await pitch.evaluate((button) => button === document.activeElement)).toBe(true)
  const text = await page.getByRole('textbox', { name: 'An email to judge' }).boundingBox()
  expect(text?.height).toBeLessThanOrEqual(8 * 24 + 20)

  const dots = page.getByRole('button', { name: /^Show \d of 6$/ })
  expect(await dots.count()).toBe(6)
  const box = await dots.first().boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
  await dots.nth(3).click()
  const current = page.locator('button[aria-current]')
  await expect.poll(() => current.getAttribute('aria-label')).toBe('Show 4 of 6')
  await context.close()
})

test('an email pasted before hydration is kept and judged', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/')
  const field = page.getByRole('textbox', { name: 'An email to judge' })
  const lunch = 'Subject: Lunch\n\nDear Alex, shall we have lunch on Friday, as every year?'
  await field.fill(lunch)
  expect(await page.locator('html[data-hydrated]').count()).toBe(0)
  release()
  await page.getByRole('button', { name: 'Judge it' }).click()
  await page.locator('#try-it').getByRole('status').getByText('Stays in the inbox').waitFor()
  expect(await field.inputValue()).toBe(lunch)
})

test('the contact form validates its fields, sends the message, and keeps it after a failure', async ({
  page,
}) => {
  await page.goto('/#contact')
  await waitForHydration(page)
  const form = page.locator('#contact form')
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  const send = () => form.getByRole('button', { name: 'Send message' }).click()
  const name = form.getByLabel('Name')
  await name.fill('N')
  await form.getByLabel('Email').fill('noor@')
  await form.getByLabel('Message').fill('Too short')
  await send()
  for (const problem of [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Message must be at least 10 characters',
  ])
    await form.getByText(problem).waitFor()
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(posts).toEqual([])
  if (isThorough) await expectAccessible(page)

  await name.fill('Noor Haddad')
  await form.getByLabel('Email').fill('noor@example.com')
  await form.getByLabel('Message').fill('Does it work with shared mailboxes?')
  await page.route('**/api/contact', (route) => route.abort(), { times: 1 })
  await send()
  await toastOn(page).getByText('Failed to send message').waitFor()
  await toastOn(page).getByText('Please try again later.').waitFor()
  expect(await name.inputValue()).toBe('Noor Haddad')

  await send()
  await toastOn(page).getByText('Message sent!').waitFor()
  await toastOn(page).getByText('Thanks for reaching out. We’ll get back to you soon.').waitFor()
  await expect.poll(() => name.inputValue()).toBe('')
  const outbox = async () => (await page.request.get('/dev/outbox')).text()
  await expect.poll(outbox, { timeout: 10_000 }).toContain('New message from the contact form')
})

test('without JavaScript the questions open and everything can be read', async () => {
  const context = await openContext(phone, { javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  const { question, answer } = site.faq.items[0] ?? { question: '', answer: '' }
  expect(await page.getByText(answer).isVisible()).toBe(false)
  await page.getByText(question).click()
  expect(await page.getByText(answer).isVisible()).toBe(true)
  await page.getByRole('figure').first().getByText('Doorman · 4').waitFor()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('navigation', { name: 'Menu' }).waitFor()
  expect(await page.getByRole('button', { name: /^Switch to/ }).count()).toBe(0)
  await context.close()
})
