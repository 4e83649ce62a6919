import { isThorough, sample, whenThorough } from '@doorman/domain/testing/sample'
import { pitch } from '@doorman/system/harness/messages'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { cardOf, connect } from './accounts-page.ts'
import { allow, openConsentPage, gmail, microsoft } from './connect.ts'
import { headOf, rowOf, rows, rowsNow } from './filtered-emails-page.ts'
import {
  expectAccessible,
  expectAccessibleOnEveryScreen,
  testInOwnWorld as test,
  toastOn,
} from './visit.ts'
import { locationsOf, recipientsOf, writeTo } from './world-page.ts'

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

async function agreeToReplies(page: Page): Promise<void> {
  const switched = page.waitForResponse('**/api/settings/auto-reply')
  await page.getByRole('switch', { name: 'Smart response' }).click()
  await switched
  await page.getByRole('button', { name: 'Agree' }).click()
  await page.getByText('You agreed on').waitFor()
}

const inInbox = ['Unread', 'Inbox']
/** Push notifications arrive in this time. The poll every few minutes would be too late. */
const seconds = { timeout: 20_000 }

/** A simulated sender who replies "We've met before". */
const acquaintance = 'editorial@portinnovators-review.example'

test.for(sample([gmail, microsoft], 1))(
  '$name: first scan, restore, new pitches, smart response and appeal',
  { timeout: 180_000 },
  async (provider, { page, world, context }) => {
    const user = await world.signIn(context)
    const toast = toastOn(page)
    const address = world.addMailbox(provider, { emailCount: 12 })
    await page.goto('/accounts')
    await openConsentPage(page, provider)
    const releaseDecisions = await world.blockDecisions()
    await allow(page, provider, address)
    await page.getByRole('progressbar', { name: /Processing: \d+\/\d+ emails/ }).waitFor()
    await releaseDecisions()

    // After a restore, the sender's next email stays in the inbox.
    await goTo(page, 'Filtered Emails')
    await rows(page).first().waitFor({ timeout: 40_000 })
    const [found] = await rowsNow(page)
    if (!found) throw new Error('The row has disappeared')
    await found.head.click()
    const from =
      (await found.row
        .getByText(/^\S+@\S+$/)
        .first()
        .textContent()) ?? ''
    await found.row.getByRole('button', { name: 'Restore' }).click()
    await toast.getByText('Email restored to inbox.').waitFor()
    await expect.poll(() => locationsOf(page, address, found.subject), seconds).toEqual(inInbox)
    await page.getByRole('progressbar').waitFor({ state: 'detached', timeout: 60_000 })
    await writeTo(page, address, { ...pitch, from, subject: 'Me again' })

    // A stranger's pitch is filtered within seconds, with a reason.
    await writeTo(page, address, { ...pitch, from: 'Dale Pruitt <dale@pipelineboost.example>' })
    await expect.poll(() => locationsOf(page, address, pitch.subject), seconds).toEqual([])
    await page.reload()
    await rowOf(page, pitch.subject).waitFor()
    await page.getByRole('link', { name: 'Activity' }).click()
    const activity = page.getByRole('list', { name: 'Activity' })
    await activity.getByRole('button', { name: /kept:/ }).first().click()
    await activity.getByText('You trust this sender.').waitFor(seconds)
    expect(await locationsOf(page, address, 'Me again')).toEqual(inInbox)

    // A sender who knows the user gets the smart response, appeals, and is let in.
    await goTo(page, 'Filter Settings')
    await agreeToReplies(page)
    const subject = 'Your feature in our next issue'
    await writeTo(page, address, { ...pitch, from: `Editors <${acquaintance}>`, subject })
    await expect.poll(() => recipientsOf(page, address), seconds).toEqual([acquaintance])
    await expect.poll(() => locationsOf(page, address, subject), seconds).toEqual(inInbox)
    await page.goto('/filtered-emails')
    await rowOf(page, subject).getByText('Restored', { exact: true }).waitFor()
    await headOf(page, subject).click()
    await page.getByText('The sender replied “We’ve met before”').waitFor()
    await rowOf(page, subject).getByText('Replied', { exact: true }).waitFor()
    await page.getByRole('term').filter({ hasText: 'Smart response sent' }).waitFor()
    await page.getByRole('link', { name: 'Activity' }).click()
    await activity.getByText('Smart response sent').waitFor()
    await world.waitForLink('A filtered sender says you’ve met', user)
  },
)

whenThorough(test)(
  'emails of each provider are filtered, opened, restored, marked as spam and set aside again',
  async ({ signedIn: page, world }) => {
    const toast = toastOn(page)
    await page.goto('/filtered-emails')
    await page.getByRole('link', { name: 'Connect a mailbox' }).click()
    const addresses = new Map<string, string>()
    for (const provider of [gmail, microsoft]) {
      const address = world.addMailbox(provider, { emailCount: 25 })
      await openConsentPage(page, provider)
      await allow(page, provider, address)
      await page.getByRole('heading', { name: address }).waitFor()
      addresses.set(provider.name, address)
    }
    await page.getByRole('link', { name: 'Filtered Emails' }).click()

    for (const [name, address] of addresses) {
      await page.getByRole('combobox', { name: 'Account' }).selectOption(address)
      // The first scan filters one after the other.
      await rows(page).filter({ hasText: name }).nth(1).waitFor({ timeout: 40_000 })
      const [first, second] = await rowsNow(page)
      if (!first || !second) throw new Error('The rows have disappeared')
      const times = await rows(page)
        .locator('time')
        .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
      expect(times).toEqual(times.toSorted().toReversed())

      await first.head.click()
      const preview = first.row.getByRole('region', { name: /Read from your mailbox/ })
      await preview.getByText(/\w+ \w+ \w+ \w+ \w+ \w+ \w+/).waitFor()

      await first.row.getByRole('button', { name: 'Restore' }).click()
      await toast.getByText('Action completed').waitFor()
      await toast.getByText('Email restored to inbox.').waitFor()
      await first.head.getByText('Restored', { exact: true }).waitFor()
      await second.row.getByRole('button', { name: 'Spam' }).click()
      await toast.getByText('Email marked as spam.').waitFor()
      await second.head.getByText('Spam', { exact: true }).waitFor()
      await expect
        .poll(() => locationsOf(page, address, first.subject), { timeout: 15_000 })
        .toEqual(['Unread', 'Inbox'])

      await page.reload()
      await first.head.getByText('Restored', { exact: true }).waitFor()
      await second.row.getByRole('button', { name: 'Change decision' }).click()
      await page.getByRole('menuitem', { name: 'Set aside again' }).click()
      await toast.getByText('Email set aside again.').waitFor()
      await second.row.getByRole('button', { name: 'Restore' }).waitFor()
    }
    // Scrolls to the top: a button partly under the sticky header counts as too small a target.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Activity' }).click()
    const activity = page.getByRole('list', { name: 'Activity' })
    await activity.getByText('Filtered', { exact: true }).first().waitFor()
    const kept = activity.getByRole('button', { name: /^\d+ kept: / }).first()
    await kept.click()
    await activity.getByRole('list', { name: 'Kept' }).getByRole('listitem').first().waitFor()
    await activity
      .getByRole('link', { name: /^Open in / })
      .first()
      .waitFor()
    await expectAccessible(page)
  },
)

whenThorough(test)(
  'when the first scan ends, a panel says what it found',
  async ({ page, world, context }) => {
    await world.signIn(context)
    const address = world.addMailbox(microsoft, { emailCount: 20 })
    await page.goto('/accounts')
    await openConsentPage(page, microsoft)
    await allow(page, microsoft, address)
    // The panel appears on any page that the user is on.
    await goTo(page, 'Filter Settings')
    const panel = page.getByRole('region', { name: /^\d+ cold emails are out of your inbox\.$/ })
    await panel.waitFor({ timeout: 60_000 })
    await panel.getByText(/At this rate, Doorman saves you about/).waitFor()
    await panel.getByRole('link', { name: /sales pitches$/ }).waitFor()
    await expectAccessibleOnEveryScreen(page)
    await panel.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('alertdialog', { name: /^Put \d+ emails back\?$/ }).waitFor()
    await expectAccessible(page)
  },
)

whenThorough(test)(
  'an observe-only account moves nothing until the user says so',
  async ({ signedIn: page, world }) => {
    const address = world.addMailbox(gmail)
    const from = 'Dale Pruitt <dale@pipelineboost.example>'
    await writeTo(page, address, { ...pitch, from })
    await page.goto('/dashboard')
    const choice = page.getByRole('checkbox', { name: 'Observe only at first' })
    await choice.check()
    if (isThorough) await expectAccessible(page)

    await connect(page, gmail, address)
    const card = cardOf(page, address)
    await card.getByText('Observing', { exact: true }).waitFor()
    const panel = page.getByRole('region', { name: 'We would move 1 of 1 email.' })
    await panel.waitFor({ timeout: 60_000 })
    await panel.getByRole('button', { name: 'Dismiss' }).click()
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => focusedText(page)).toBe('Connected Accounts')
    await card.getByText('We would move 1 of 1 email.').waitFor()
    if (isThorough) await expectAccessibleOnEveryScreen(page)
    await card.getByRole('link', { name: 'Review' }).click()
    await rowOf(page, pitch.subject).getByText('Would move', { exact: true }).waitFor()
    expect(await locationsOf(page, address, pitch.subject)).toEqual(inInbox)

    await goTo(page, 'Connected Accounts')
    await card.getByRole('switch', { name: 'Observe only' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'We would move 1 of 1 email.' })
    await dialog.getByRole('link', { name: 'Review' }).waitFor()
    await dialog.getByRole('button', { name: 'Leave them' }).waitFor()
    if (isThorough) await expectAccessibleOnEveryScreen(page)
    await dialog.getByRole('button', { name: 'Move them now' }).click()
    await toastOn(page).getByText('1 email moved out of your inbox.').waitFor()
    await expect.poll(() => locationsOf(page, address, pitch.subject), seconds).toEqual([])
    await expect.poll(() => card.getByText('We would move').count()).toBe(0)
  },
)

whenThorough(test)(
  'in the demo a visitor replies as the sender, and the email is restored',
  async ({ signedIn: page, world }) => {
    const address = world.addMailbox(microsoft)
    const from = 'dale@pipelineboost.example'
    await page.goto('/accounts')
    await connect(page, microsoft, address)
    await goTo(page, 'Filter Settings')
    await agreeToReplies(page)
    await writeTo(page, address, { ...pitch, from })
    await expect.poll(() => recipientsOf(page, address), seconds).toEqual([from])
    expect(await locationsOf(page, address, pitch.subject)).toEqual([])
    await page.goto('/dashboard')
    await expect.poll(() => page.getByRole('definition').first().textContent()).toBe('1')

    await page.goto('/dev/world/')
    await page.getByRole('listitem').filter({ hasText: from }).getByRole('link').click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Reply as the sender: we’ve met before' }).click()
    await page.getByText('We’ve met before').waitFor()
    await expect.poll(() => locationsOf(page, address, pitch.subject), seconds).toEqual(inInbox)

    await page.goto('/dashboard')
    await expect.poll(() => page.getByRole('definition').first().textContent()).toBe('0')
  },
)
