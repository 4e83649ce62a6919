import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { allow, askFor, type Provider } from './connect.ts'
import { listenTo, openContext, type Screen } from './visit.ts'
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
  await askFor(page, provider)
  const address = await allow(page, provider, person)
  await cardOf(page, address).waitFor()
  return address
}

/** Somebody signed in, in a browser of their own, at their accounts. */
export async function arrive(world: World, screen: Screen) {
  const context = await openContext(screen)
  const email = await world.signIn(context)
  const page = await context.newPage()
  const complaints = listenTo(page)
  onTestFinished(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })
  await openAccounts(page)
  return { page, email }
}
