import type { Page } from 'playwright-core'

/** Opens the page of the simulated world in another tab. */
async function lookAt<T>(page: Page, address: string, look: (world: Page) => Promise<T>) {
  const world = await page.context().newPage()
  await world.goto(`/dev/world/?mailbox=${encodeURIComponent(address)}`)
  const seen = await look(world)
  await world.close()
  return seen
}

/** The chips of the newest message with this subject in a simulated inbox, such as `Unread` and `Inbox`. Empty if it is not there. */
export function locationsOf(page: Page, address: string, subject: string): Promise<string[]> {
  return lookAt(page, address, async (world) => {
    const messages = world.getByRole('listitem')
    const message = messages.filter({ has: world.getByText(subject, { exact: true }) }).first()
    return message.locator('.world-chip').allTextContents()
  })
}

/** Delivers a message to a simulated mailbox. */
export async function writeTo(
  page: Page,
  address: string,
  message: { readonly from: string; readonly subject: string; readonly text: string },
): Promise<void> {
  await lookAt(page, address, async (world) => {
    await world.getByText('Write an email').click()
    await world.getByLabel('From').fill(message.from)
    await world.getByLabel('Subject').fill(message.subject)
    await world.getByLabel('Text').fill(message.text)
    await world.getByRole('button', { name: 'Send' }).click()
    await world.getByRole('heading', { name: message.subject }).waitFor()
  })
}

/** The recipients of all messages that this mailbox has sent, newest first. */
export async function recipientsOf(page: Page, address: string): Promise<string[]> {
  const world = await page.context().newPage()
  await world.goto('/dev/world/')
  const lines = await world.getByText(`${address} to `).allTextContents()
  await world.close()
  return lines.map((line) => line.slice(`${address} to `.length))
}
