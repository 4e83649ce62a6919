import type { Page } from 'playwright-core'

/** The labels of a provider's buttons, in the app and on its consent page. */
export const gmail = { button: 'Connect Gmail', yes: 'Allow', name: 'Gmail' } as const
export const microsoft = { button: 'Connect Microsoft', yes: 'Accept', name: 'Microsoft' } as const
export type Provider = typeof gmail | typeof microsoft

/** Goes to the provider's consent page. */
export async function openConsentPage(page: Page, { button, yes }: Provider): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('button', { name: yes }).waitFor()
}

/** Consents as one of the simulated owners, given by name or address, and returns the mailbox's address. */
export async function allow(
  page: Page,
  { yes }: Provider,
  person = 'Mara Lindqvist',
): Promise<string> {
  const choice = page.getByRole('radio', { name: person })
  await choice.check()
  const label = (await choice.locator('xpath=..').textContent()) ?? ''
  await page.getByRole('button', { name: yes }).click()
  return /\S+@\S+/.exec(label)?.[0] ?? ''
}
