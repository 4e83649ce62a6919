import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { allow, openConsentPage, type Provider } from './connect.ts'
import { collectErrors, openContext, type Screen } from './visit.ts'
import type { World } from './world.ts'

export const cardOf = (page: Page, address: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: address }) })
export const cardTitles = (page: Page) =>
  page.getByRole('main').getByRole('listitem').getByRole('heading').allTextContents()

export async function openAccounts(page: Page): Promise<void> {
  await page.goto('/accounts')
  await page.getByRole('button', { name: 'Connect Gmail' }).waitFor()
}

export async function connect(page: Page, provider: Provider, person?: string): Promise<string> {
  await openConsentPage(page, provider)
  const address = await allow(page, provider, person)
  await cardOf(page, address).waitFor()
  return address
}

/** Opens Connected Accounts for a new user, in a browser context of its own. */
export async function openAsNewUser(world: World, screen: Screen) {
  const context = await openContext(screen)
  const email = await world.signIn(context)
  const page = await context.newPage()
  const pageErrors = collectErrors(page)
  onTestFinished(async () => {
    await context.close()
    expect(pageErrors).toEqual([])
  })
  await openAccounts(page)
  return { page, email }
}
