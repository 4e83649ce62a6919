import { isThorough, sample, whenThorough } from '@doorman/domain/testing/sample'
import type { Locator, Page, Request } from 'playwright-core'
import { changeSettings } from '@doorman/db/testing/seeds'
import { specialAccounts } from '@doorman/simulators/scenes/special-accounts'
import { expect, onTestFinished } from 'vitest'
import { openAsNewUser, cardOf, cardTitles, connect, openAccounts } from './accounts-page.ts'
import { allow, openConsentPage, gmail, microsoft } from './connect.ts'
import {
  desktop,
  expectAccessible,
  expectAccessibleOnEveryScreen,
  openContext,
  phone,
  test,
} from './visit.ts'
import { waitForHydration, type World } from './world.ts'

const deniedWords =
  'You must grant the required permissions to connect your email account. Please try again and make sure to check all permission boxes.'

/** The operator switches the guide on for both providers, until the test ends. */
async function showGuide({ db }: World, videoUrl: string): Promise<void> {
  const restore = await changeSettings(db, {
    googleGuideEnabled: true,
    googleGuideVideoUrl: videoUrl,
    microsoftGuideEnabled: true,
    microsoftGuideVideoUrl: videoUrl,
  })
  onTestFinished(restore)
}

/** Both clicks in one task, before the page can react to the first. */
const clickTwice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })

const alertOn = (page: Page) => page.getByRole('alert').filter({ hasText: 'Connection Failed' })

test.for(sample([gmail, microsoft], 1))(
  'after cancelling at $name the landing page shows the error, clears it from the address, and leads back',
  async (provider, { world }) => {
    const { page } = await openAsNewUser(world, phone)
    // The guide is optional: connecting continues if its settings fail to load.
    await page.route('**/api/auth-guide-settings?*', (route) => route.abort())
    const isForGuide = (request: Request) => request.url().includes('/api/auth-guide-settings?')
    await Promise.all([
      page.waitForEvent('requestfailed', isForGuide),
      openConsentPage(page, provider),
    ])
    await page.getByRole('button', { name: 'Cancel' }).click()

    await alertOn(page).getByText(deniedWords).waitFor()
    await waitForHydration(page)
    await expect.poll(() => page.evaluate(() => location.href)).toBe(`${world.url}/`)
    if (isThorough) await expectAccessible(page)
    await alertOn(page).getByRole('link', { name: 'Back to Connected Accounts' }).click()
    await page.getByRole('heading', { name: 'No mailbox connected' }).waitFor()

    await page.goto('/?error=access_denied#promises')
    await waitForHydration(page)
    await expect.poll(() => page.evaluate(() => location.href)).toBe(`${world.url}/#promises`)
    await alertOn(page).getByRole('button', { name: 'Dismiss' }).click()
    await alertOn(page).waitFor({ state: 'hidden' })
  },
)

test('a user whose administrator must consent gets a link to pass on, and the administrator an answer', async ({
  signedIn: page,
}) => {
  await page.goto('/accounts/admin-approval')
  const menu = page.getByRole('complementary', { name: 'Sidebar' }).getByRole('navigation')
  expect(await menu.locator('[aria-current=page]').allTextContents()).toEqual([
    'Connected Accounts',
  ])
  const field = page.getByRole('textbox', { name: 'Link for your administrator' })
  const link = await field.inputValue()
  expect(link).toMatch(/^http.*redirect_uri=/)
  expect(link).not.toContain('@')
  const email = await page.getByRole('link', { name: 'Open in mail app' }).getAttribute('href')
  expect(decodeURIComponent(email ?? '')).toContain(link)

  for (const [answer, title, words] of [
    ['?declined', 'Not approved', 'wasn’t approved'],
    ['?approved', 'Thank you!', 'is approved'],
    ['', 'Approval for organizations', 'nothing to do on this page'],
  ] as const) {
    await page.goto(`/approval${answer}`)
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByText(words).waitFor()
    const verdicts = page.getByText(/(is|wasn’t) approved/)
    expect(await verdicts.count()).toBe(answer === '' ? 0 : 1)
  }
})

whenThorough(test)(
  'where only administrators may consent, the user passes a link on, and can then connect',
  async ({ world }) => {
    const { page } = await openAsNewUser(world, desktop)
    const { address } = specialAccounts.strict
    await openConsentPage(page, microsoft)
    await allow(page, microsoft, address)
    await page.getByRole('button', { name: /^Return to the application/ }).click()

    await page.getByRole('heading', { name: 'Ask your administrator' }).waitFor()
    await expectAccessibleOnEveryScreen(page)
    const link = await page
      .getByRole('textbox', { name: 'Link for your administrator' })
      .inputValue()

    const admin = await (await openContext(phone)).newPage()
    onTestFinished(() => admin.context().close())
    for (const [answer, title] of [
      ['Cancel', 'Not approved'],
      ['Accept', 'Thank you!'],
    ] as const) {
      await admin.goto(link)
      await admin.getByRole('radio', { name: address.split('@')[1] ?? '' }).check()
      await admin.getByRole('button', { name: answer }).click()
      await admin.getByRole('heading', { name: title }).waitFor()
      if (isThorough) await expectAccessible(admin)
    }

    await page.getByRole('link', { name: 'Back to Connected Accounts' }).click()
    await connect(page, microsoft, address)
  },
)

whenThorough(test)(
  'unchecking a permission at Google fails the connection with advice to check them all',
  async ({ world }) => {
    const { page } = await openAsNewUser(world, desktop)
    const address = world.addMailbox(gmail)
    await openConsentPage(page, gmail)
    await page.getByRole('checkbox').first().uncheck()
    await allow(page, gmail, address)
    await alertOn(page).getByText(deniedWords).waitFor()

    await openAccounts(page)
    await connect(page, gmail, address)
  },
)

whenThorough(test)(
  'other errors have their own sentence, or are shown as plain text',
  async ({ page }) => {
    await page.goto('/?error=access_denied')
    await alertOn(page).waitFor()
    // This visitor is not signed in.
    expect(await alertOn(page).getByRole('link').count()).toBe(0)
    const alertFor = async (error: string) => {
      await page.goto(`/?error=${encodeURIComponent(error)}`)
      return alertOn(page).locator('p').nth(1).textContent()
    }
    expect(await alertFor('missing_params')).toBe(
      'Authentication failed due to missing parameters. Please try again.',
    )
    expect(await alertFor('expired')).toBe('Authentication failed. Please try again.')
    expect(await alertFor('<b>The provider is down</b>')).toBe('<b>The provider is down</b>')
  },
)

whenThorough(test)('the alert can be read and dismissed without JavaScript', async () => {
  const context = await openContext(phone, { javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/?error=consent_incomplete')
  await alertOn(page).getByText(deniedWords).waitFor()
  await alertOn(page).getByRole('button', { name: 'Dismiss' }).click()
  await alertOn(page).waitFor({ state: 'detached' })
  await context.close()
})

test.for(sample([gmail, microsoft], 0))(
  'double clicks in the app and on the consent page connect $name once',
  async (provider, { world }) => {
    const { page } = await openAsNewUser(world, desktop)
    const address = world.addMailbox(provider)
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
    })
    await clickTwice(page.getByRole('button', { name: provider.button }))
    const yes = page.getByRole('button', { name: provider.yes })
    await yes.waitFor()
    expect(calls).toEqual([`/api/${provider.name.toLowerCase()}/connect`])

    await page.getByRole('radio', { name: address }).check()
    await yes.dblclick()
    // The second click may abort the first navigation, and `waitForURL` would fail on that.
    await expect.poll(() => new URL(page.url()).pathname).toBe('/accounts')
    await expect.poll(() => cardTitles(page)).toEqual([address])
  },
)

test.for(sample([gmail, microsoft], 0))(
  'after Back the pages of $name still work, and the mailbox is connected once',
  async (provider, { world }) => {
    const { page } = await openAsNewUser(world, desktop)
    await openConsentPage(page, provider)
    await page.goBack()
    await page.waitForURL('**/accounts')
    await expect
      .poll(() => page.getByRole('button', { name: provider.button }).isEnabled())
      .toBe(true)

    const address = await connect(page, provider, world.addMailbox(provider))
    await page.goBack()
    await page.getByRole('button', { name: provider.yes }).waitFor()
    await allow(page, provider, address)
    await cardOf(page, address).waitFor()
    await expect.poll(() => cardTitles(page)).toEqual([address])
  },
)

test.for(sample([gmail, microsoft], 0))(
  'a $name mailbox stays with the user who connected it first',
  async (provider, { world }) => {
    const { page: theirs } = await openAsNewUser(world, desktop)
    const { page } = await openAsNewUser(world, phone)
    const address = await connect(theirs, provider, world.addMailbox(provider))

    await openConsentPage(page, provider)
    await allow(page, provider, address)
    await alertOn(page)
      .getByText('This mailbox is already connected to another Doorman account.')
      .waitFor()
    await page.getByRole('link', { name: 'Back to Connected Accounts' }).click()
    await page.getByRole('heading', { name: 'No mailbox connected' }).waitFor()

    await theirs.reload()
    await cardOf(theirs, address).getByText('Active', { exact: true }).waitFor()
  },
)

test('the guide is shown before connecting, closing it cancels the connection, and a double click connects once', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  const calls: string[] = []
  page.on('request', (request) => {
    if (/api\/(auth-guide|.*connect$)/.test(request.url()))
      calls.push(request.url().slice(world.url.length))
  })
  await showGuide(world, 'https://example.com/guide.mp4')
  await openAccounts(page)
  const dialog = page.getByRole('dialog')
  const button = page.getByRole('button', { name: 'Connect Microsoft' })
  await button.click()
  await dialog.getByText('Video unavailable').waitFor()
  if (isThorough) await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(calls).toEqual(['/api/auth-guide-settings?provider=microsoft'])
  const hasFocus = () => button.evaluate((element) => element === document.activeElement)
  await expect.poll(hasFocus).toBe(true)

  await clickTwice(page.getByRole('button', { name: 'Connect Gmail' }))
  await dialog.getByRole('button', { name: 'Continue' }).dblclick()
  await page.getByRole('button', { name: 'Allow' }).waitFor()
  expect(calls.slice(1)).toEqual(['/api/auth-guide-settings?provider=google', '/api/gmail/connect'])
})

whenThorough(test)(
  'the guide’s video plays in YouTube’s player, and Escape still closes the dialog',
  async ({ signedIn: page, world }) => {
    await showGuide(world, 'https://youtu.be/dQw4w9WgXcQ')
    await page.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>The player</h1>' }),
    )
    await openAccounts(page)
    await page.getByRole('button', { name: 'Connect Gmail' }).click()
    const player = page.getByRole('dialog').getByTitle('How to connect Gmail')
    await player.contentFrame().getByRole('heading', { name: 'The player' }).waitFor()
    await expect
      .poll(() => player.getAttribute('src'))
      .toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
    await page.keyboard.press('Escape')
    await player.waitFor({ state: 'hidden' })
  },
)
