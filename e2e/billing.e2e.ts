import { isThorough, whenThorough } from '@doorman/domain/testing/sample'
import { seedMailbox, seedReceipts, setPlan } from '@doorman/db/testing/seeds'
import { dayMs } from '@doorman/domain/time'
import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import {
  closeToast,
  collectErrors,
  expectAccessible,
  expectAccessibleOnEveryScreen,
  openContext,
  phone,
  test,
  toastOn,
} from './visit.ts'

const planCard = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
const subscribeButton = (page: Page) => page.getByRole('button', { name: /^Subscribe for/ })
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const pathOf = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, '')

/** Replaces the operator's marketing tools by a list that outlives the document. */
async function recordEvents(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const record = (...event: unknown[]) => {
      const events = JSON.parse(sessionStorage.getItem('events') ?? '[]') as unknown[]
      sessionStorage.setItem('events', JSON.stringify([...events, event]))
    }
    Object.assign(window, { gtag: record, fbq: record })
  })
  return () => page.evaluate(() => JSON.parse(sessionStorage.getItem('events') ?? '[]') as unknown)
}

/** Stripe's test cards. */
const cards = {
  pays: '4242 4242 4242 4242',
  isDeclined: '4000 0000 0000 0002',
  needsChallenge: '4000 0027 6000 3184',
}

async function pay(page: Page, card: keyof typeof cards): Promise<void> {
  await page.getByRole('radio', { name: cards[card] }).check()
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
}

test('a user cancels a checkout, then pays for a year, and sees one toast for each', async ({
  page,
  world,
  context,
}) => {
  const email = await world.signIn(context)
  await setPlan(world.db, email, { trialDays: 9.5 })
  const events = await recordEvents(page)
  await page.goto('/billing')
  await planCard(page, 'You have 10 days of Pro left').getByText('Trial', { exact: true }).waitFor()
  await page.getByRole('cell', { name: 'Real-time, checked at least every 5 minutes' }).waitFor()
  await page.getByRole('radio', { name: 'Yearly Saves $18 $90 per year' }).check()
  await subscribeButton(page).click()
  await page.getByRole('link', { name: 'Back to Doorman' }).click()

  await toastOn(page).getByText('Checkout canceled').waitFor()
  await toastOn(page).getByText('You can try again whenever you’re ready.').waitFor()
  expect(await toastOn(page).getAttribute('data-kind')).toBe('failed')
  await expect.poll(() => pathOf(page)).toBe('/billing')
  await page.reload()
  await subscribeButton(page).waitFor()
  await expect.poll(() => toastOn(page).count()).toBe(0)

  await page.getByRole('radio', { name: /^Yearly/ }).check()
  await subscribeButton(page).click()
  await pay(page, 'isDeclined')
  await page.getByRole('alert').waitFor()
  await pay(page, 'pays')

  await toastOn(page).getByText('Subscription Activated').waitFor()
  await expect.poll(() => pathOf(page)).toBe('/billing')
  const pro = planCard(page, 'You’re on Pro')
  await pro.getByText('Active', { exact: true }).waitFor()
  await pro.getByText('Pro, $90 per year').waitFor()
  await pro.getByText(new RegExp(`, ${new Date().getFullYear() + 1}$`)).waitFor()
  await expect.poll(() => subscribeButton(page).count()).toBe(0)
  await expect.poll(() => page.getByRole('complementary', { name: 'Pro trial' }).count()).toBe(0)
  await planCard(page, 'Receipts').getByText('$90.00').waitFor()
  await expectAccessibleOnEveryScreen(page)
  expect(await events()).toEqual([
    ['event', 'purchase', { value: 90, currency: 'USD' }],
    ['track', 'Purchase', { value: 90, currency: 'USD' }],
  ])
})

test('on a phone: pay with a challenge, cancel in the portal, and see when Pro ends', async ({
  world,
}) => {
  const context = await openContext(phone)
  const page = await context.newPage()
  const pageErrors = collectErrors(page)
  await world.signIn(context)
  await page.goto('/billing')
  await page.getByText('starts when you connect your first account').waitFor()
  await subscribeButton(page).click()
  await pay(page, 'needsChallenge')
  await page.getByRole('button', { name: 'Complete' }).click()
  await toastOn(page).getByText('Subscription Activated').waitFor()
  await planCard(page, 'You’re on Pro').getByText('Pro, $9 per month').waitFor()
  const nextBillingDate = await page.locator('dd').nth(1).textContent()

  await page.getByRole('button', { name: 'Manage subscription' }).click()
  await page.getByRole('link', { name: 'Cancel plan' }).click()
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  // A webhook reports the cancellation.
  const loadInfo = async (): Promise<object> =>
    (await context.request.get('/api/billing/info')).json()
  await expect.poll(loadInfo).toMatchObject({ cancelDate: expect.any(String) })
  await page.getByRole('link', { name: 'Return to Doorman' }).click()
  const plan = planCard(page, 'You’re on Pro')
  await plan.getByText('Ends on').waitFor()
  await plan.getByText(nextBillingDate ?? '').waitFor()
  await expect.poll(() => plan.getByText('Next billing date').count()).toBe(0)
  if (isThorough) await expectAccessible(page)
  expect(pageErrors).toEqual([])
  await context.close()
})

whenThorough(test)(
  'a return without a session shows the toast once',
  async ({ signedIn: page }) => {
    await page.goto('/billing?success=true&plan=monthly')
    await toastOn(page).getByText('Subscription Activated').waitFor()
    await expect.poll(() => pathOf(page)).toBe('/billing')
    await subscribeButton(page).waitFor()
  },
)

test('a payment that is not confirmed yet is not announced, and cannot be made twice', async ({
  signedIn: page,
}) => {
  await page.route('**/api/billing/checkout', (route) =>
    route.fulfill({ json: { isActive: false, purchase: null } }),
  )
  await page.clock.install()
  await page.goto('/billing?success=true&session_id=cs_slow')
  await page.getByText('Confirming your payment…').waitFor()
  await page.getByRole('heading', { name: 'You’re on Free Forever' }).waitFor()
  expect(await subscribeButton(page).count()).toBe(0)
  const waiting = page.getByText('We’re still waiting for Stripe')
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return waiting.count()
    })
    .toBe(1)
  await expect.poll(() => pathOf(page)).toBe('/billing')
  expect(await toastOn(page).count()).toBe(0)
  expect(await subscribeButton(page).count()).toBe(0)
  if (isThorough) await expectAccessible(page)
  await page.getByRole('button', { name: 'Check again' }).click()
})

test('the page says that a checkout is unknown or cannot be opened', async ({ signedIn: page }) => {
  await page.goto('/billing?success=true&session_id=cs_unknown')
  await toastOn(page).getByText('This checkout doesn’t exist.').waitFor()
  await expect.poll(() => pathOf(page)).toBe('/billing')
  for (const fail of [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 503, json: { message: 'Away.' } }),
  ]) {
    await page.route('**/api/subscriptions/create', fail, { times: 1 })
    await subscribeButton(page).click()
    await toastOn(page).getByText('Failed to create checkout session. Please try again.').waitFor()
    await closeToast(page)
  }
})

test('a tab opened before the payment cannot pay again', async ({ page, world, context }) => {
  const email = await world.signIn(context)
  await page.goto('/billing')
  await subscribeButton(page).waitFor()
  await setPlan(world.db, email, { trialDays: -2, isSubscribed: true })
  await subscribeButton(page).click()
  await toastOn(page).getByText('You already have a subscription.').waitFor()
  await planCard(page, 'You’re on Pro').waitFor()
})

test('after a failed payment the page says until when Pro stays, and if the portal cannot be opened', async ({
  page,
  world,
  context,
}) => {
  const email = await world.signIn(context)
  await seedReceipts(world.db, email, ['DM-0001'])
  await setPlan(world.db, email, {
    trialDays: -3,
    subscription: { status: 'past_due', periodStartsAt: new Date(Date.now() - dayMs) },
  })
  await page.goto('/billing')
  const plan = planCard(page, 'Your last payment failed')
  await plan.getByText('Inactive', { exact: true }).waitFor()
  await plan.getByText('Pro stays on until').waitFor()
  await plan.getByText(longDate.format(new Date(Date.now() + 13 * dayMs))).waitFor()
  if (isThorough) await expectAccessible(page)
  await page.route('**/api/billing/portal', (route) => route.abort())
  await plan.getByRole('button', { name: 'Update card' }).click()
  await toastOn(page).getByText('Failed to open billing portal. Please try again.').waitFor()
})

whenThorough(test)(
  'on the last day of the trial, shell, dashboard and billing agree',
  async ({ page, world, context }) => {
    const email = await world.signIn(context)
    await setPlan(world.db, email, { trialDays: -0.5 })
    await seedMailbox(world.db, email, { problem: null })
    await page.goto('/dashboard')
    const banner = page.getByRole('complementary', { name: 'Pro trial' })
    await banner.getByText('Pro trial ends today').waitFor()
    await page.getByRole('tab', { name: 'Week' }).waitFor()
    expect(await page.getByText(/Trial ending soon|You’re on Free Forever/).count()).toBe(0)
    await banner.getByRole('link', { name: 'Keep Pro Features' }).click()
    const plan = planCard(page, 'Your Pro trial ends today')
    await plan.getByText('Trial', { exact: true }).waitFor()
  },
)

whenThorough(test)(
  'where Pro is not for sale, the page says so and offers nothing',
  async ({ signedIn: page }) => {
    const info = await (await page.request.get('/api/billing/info')).json()
    await page.route('**/api/billing/info', (route) =>
      route.fulfill({ json: { ...info, canSubscribe: false } }),
    )
    await page.goto('/billing')
    await page.getByText('Pro can’t be bought here').waitFor()
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  },
)

test('only its owner can open a receipt, and it prints without the rest of the page', async ({
  page,
  world,
  context,
}) => {
  const email = await world.signIn(context)
  const [january = ''] = await seedReceipts(world.db, email, ['DM-0001', 'DM-0002'])
  await page.goto('/billing')
  await expect
    .poll(() => planCard(page, 'Receipts').getByRole('listitem').allTextContents())
    .toEqual([
      'Receipt DM-0002February 15, 2026 · Pro, monthly$9.00',
      'Receipt DM-0001January 15, 2026 · Pro, monthly$9.00',
    ])
  await page.getByRole('link', { name: 'Receipt DM-0001' }).click()
  const receipt = page.getByRole('article', { name: 'Receipt DM-0001' })
  for (const shown of [
    'Doorman Pro, monthly',
    'January 15, 2026 to February 15, 2026',
    email,
    'Total paid',
  ])
    await receipt.getByText(shown, { exact: true }).waitFor()
  if (isThorough) await expectAccessibleOnEveryScreen(page)

  await page.emulateMedia({ media: 'print' })
  const printed = await page.evaluate(() => document.body.innerText)
  expect(printed).toMatch(/^\s*Receipt\s+Doorman\s+Receipt number\s+DM-0001/)
  expect(printed).toMatch(/Total paid\s+\$9\.00\s*$/)
  await page.emulateMedia({ media: null })
  await page.evaluate(() => (window.print = () => void (document.title = 'printing')))
  await page.getByRole('button', { name: 'Print' }).click()
  expect(await page.title()).toBe('printing')

  const stranger = await openContext(phone)
  await world.signIn(stranger)
  const other = await stranger.newPage()
  await other.goto(`/billing/receipts/${january}`)
  await other.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  if (isThorough) await expectAccessible(other)
  await stranger.close()
})
