import { pitch } from '@doorman/cli/fake-letters'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { cardOf, connect } from './accounts-page.ts'
import { allow, askFor, gmail, microsoft } from './connect.ts'
import { headOf, rowOf, rows, rowsNow } from './filtered-emails-page.ts'
import { expectAccessible, test, toastOn } from './visit.ts'
import { placesOf, recipientsOf, writeTo } from './world-page.ts'

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

async function agreeToAnswers(page: Page): Promise<void> {
  const switched = page.waitForResponse('**/api/settings/auto-reply')
  await page.getByRole('switch', { name: 'Smart response' }).click()
  await switched
  await page.getByRole('button', { name: 'Agree' }).click()
  await page.getByText('You agreed to it on').waitFor()
}

const inInbox = ['Unread', 'Inbox']
/** Push brings it; the regular look, minutes later, would be too late for this. */
const seconds = { timeout: 20_000 }

/** Among the simulated senders, one who answers that they have met the user. */
const acquaintance = 'editorial@portinnovators-review.example'

test.for([gmail, microsoft])(
  '$name: from the first look at a mailbox to mail that comes, goes and is let in again',
  { timeout: 180_000 },
  async (provider, { page, world, context }) => {
    const user = await world.signIn(context)
    const toast = toastOn(page)
    await page.goto('/accounts')
    await askFor(page, provider)
    const goOn = await world.holdDecisions()
    const address = await allow(page, provider)
    await page.getByRole('progressbar', { name: /Processing: \d+\/\d+ emails/ }).waitFor()
    await goOn()

    // First finds: one is put back, and its sender's next mail stays.
    await goTo(page, 'Filtered Emails')
    await rows(page).first().waitFor({ timeout: 40_000 })
    const [found] = await rowsNow(page)
    if (!found) throw new Error('The row has gone again')
    await found.head.click()
    const from =
      (await found.row
        .getByText(/^\S+@\S+$/)
        .first()
        .textContent()) ?? ''
    await found.row.getByRole('button', { name: 'Restore' }).click()
    await toast.getByText('Email restored to inbox.').waitFor()
    await page.getByRole('progressbar').waitFor({ state: 'detached', timeout: 60_000 })
    await writeTo(page, address, { ...pitch, from, subject: 'Me again' })

    // A stranger's is gone within seconds, and says why.
    await writeTo(page, address, { ...pitch, from: 'Dale Pruitt <dale@pipelineboost.example>' })
    await expect.poll(() => placesOf(page, address, pitch.subject), seconds).toEqual([])
    await page.reload()
    await rowOf(page, pitch.subject).waitFor()
    await page.getByRole('link', { name: 'Activity' }).click()
    const activity = page.getByRole('list', { name: 'Activity' })
    await activity.getByText('You trust this sender.').waitFor(seconds)
    expect(await placesOf(page, address, 'Me again')).toEqual(inInbox)

    // Somebody the user knows after all is answered, claims it, and is let in.
    await goTo(page, 'Filter Settings')
    await agreeToAnswers(page)
    const subject = 'Your feature in our next issue'
    await writeTo(page, address, { ...pitch, from: `Editors <${acquaintance}>`, subject })
    await expect.poll(() => recipientsOf(page, address), seconds).toEqual([acquaintance])
    await expect.poll(() => placesOf(page, address, subject), seconds).toEqual(inInbox)
    await page.goto('/filtered-emails')
    await rowOf(page, subject).getByText('Restored', { exact: true }).waitFor()
    await headOf(page, subject).click()
    await page.getByText('The sender answered that you have met before').waitFor()
    await rowOf(page, subject).getByText('Answered', { exact: true }).waitFor()
    await page.getByRole('term').filter({ hasText: 'Answered in your name' }).waitFor()
    await page.getByRole('link', { name: 'Activity' }).click()
    await activity.getByText('Answered in your name').waitFor()
    await world.linkIn('A filtered sender says that you have met', user)
  },
)

test('F69: what the first scan moved can be looked at, and taken back whole', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(context)
  await page.goto('/accounts')
  await askFor(page, microsoft)
  const address = await allow(page, microsoft, 'Tomasz Okafor-Bell')
  const finds = page.getByText(/^Doorman moved \d+ of your last \d+ emails out of the inbox/)
  await finds.waitFor({ timeout: 60_000 })
  const told = (await finds.textContent()) ?? ''
  const seen: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/filtered-emails/actions'))
      seen.push(Object(request.postDataJSON()).seen)
  })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo all' }).click()
  await page.getByText('their senders are trusted from then on').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Put them back' }).click()
  await toastOn(page)
    .getByText(/^\d+ emails restored to inbox/)
    .waitFor()
  await finds.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(address)

  await toastOn(page).getByRole('button', { name: 'Undo' }).click()
  await page.getByText(told, { exact: true }).waitFor()
  // Neither overrules what another tab has said meanwhile.
  expect(seen).toEqual(['none', 'restored'])
  await page.getByRole('link', { name: 'Review them' }).click()
  await rows(page).first().waitFor()
  await expect.poll(() => page.getByRole('combobox', { name: 'Account' }).inputValue()).not.toBe('')
})

test('F69: whoever observes only at first is shown what would be moved, and nothing is', async ({
  signedIn: page,
  world,
}) => {
  const address = world.moveIn(gmail)
  await writeTo(page, address, { ...pitch, from: 'Dale Pruitt <dale@pipelineboost.example>' })
  await page.goto('/dashboard')
  const choice = page.getByRole('checkbox', { name: 'Observe only at first' })
  await choice.check()
  await expectAccessible(page)

  await connect(page, gmail, address)
  const card = cardOf(page, address)
  await card.getByText('Observing', { exact: true }).waitFor()
  await card.getByText('Done, 1 email', { exact: true }).waitFor({ timeout: 60_000 })
  await expectAccessible(page)
  await card.getByRole('link', { name: 'See what it would move' }).click()
  const activity = page.getByRole('list', { name: 'Activity' })
  await activity.getByText('Only watched', { exact: true }).waitFor()
  await activity.getByText(pitch.subject).waitFor()
  expect(await placesOf(page, address, pitch.subject)).toEqual(inInbox)
})

test('in the demo a visitor answers as the sender that they have met, and the mail comes back', async ({
  signedIn: page,
  world,
}) => {
  const address = world.moveIn(microsoft)
  const from = 'dale@pipelineboost.example'
  await page.goto('/accounts')
  await connect(page, microsoft, address)
  await goTo(page, 'Filter Settings')
  await agreeToAnswers(page)
  await writeTo(page, address, { ...pitch, from })
  await expect.poll(() => recipientsOf(page, address), seconds).toEqual([from])
  expect(await placesOf(page, address, pitch.subject)).toEqual([])
  await page.goto('/dashboard')
  await expect.poll(() => page.getByRole('definition').first().textContent()).toBe('1')

  await page.goto('/dev/world/')
  await page.getByRole('listitem').filter({ hasText: from }).getByRole('link').click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Answer as the sender: we’ve met before' }).click()
  await page.getByText('We’ve met before').waitFor()
  await expect.poll(() => placesOf(page, address, pitch.subject), seconds).toEqual(inInbox)

  await page.goto('/dashboard')
  await expect.poll(() => page.getByRole('definition').first().textContent()).toBe('0')
})
