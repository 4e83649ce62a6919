import type { Page } from 'playwright-core'

/** A second look at the world, while the page under test stays where it is. */
async function lookAt<T>(page: Page, address: string, look: (world: Page) => Promise<T>) {
  const world = await page.context().newPage()
  await world.goto(`/dev/world/?mailbox=${encodeURIComponent(address)}`)
  const seen = await look(world)
  await world.close()
  return seen
}

/** Where the newest mail of this subject lies in a simulated inbox, if it lies there, and whether it was read. */
export function placesOf(page: Page, address: string, subject: string): Promise<string[]> {
  return lookAt(page, address, async (world) => {
    const mails = world.getByRole('listitem')
    const mail = mails.filter({ has: world.getByText(subject, { exact: true }) }).first()
    return mail.locator('.world-chip').allTextContents()
  })
}

/** Lets somebody write to a simulated mailbox, now. */
export async function writeTo(
  page: Page,
  address: string,
  mail: { readonly from: string; readonly subject: string; readonly text: string },
): Promise<void> {
  await lookAt(page, address, async (world) => {
    await world.getByText('Write a mail').click()
    await world.getByLabel('From').fill(mail.from)
    await world.getByLabel('Subject').fill(mail.subject)
    await world.getByLabel('Text').fill(mail.text)
    await world.getByRole('button', { name: 'Send' }).click()
    await world.getByRole('heading', { name: mail.subject }).waitFor()
  })
}

/** Whom this mailbox has written to since the start, newest first. */
export async function recipientsOf(page: Page, address: string): Promise<string[]> {
  const world = await page.context().newPage()
  await world.goto('/dev/world/')
  const lines = await world.getByText(`${address} to `).allTextContents()
  await world.close()
  return lines.map((line) => line.slice(`${address} to `.length))
}
