import type { BrowserContext, Page } from 'playwright-core'
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

export async function connect(page: Page, provider: Provider): Promise<string> {
  await askFor(page, provider)
  const address = await allow(page, provider)
  await cardOf(page, address).waitFor()
  return address
}

/**
 * Somebody signed in, in a browser of their own, at their accounts. The simulated
 * people are few, so whatever was connected is let go of at the end.
 */
export async function arrive(world: World, screen: Screen) {
  const context = await openContext(screen)
  const email = await world.signIn(context)
  const page = await context.newPage()
  const complaints = listenTo(page)
  onTestFinished(async () => {
    for (const accounts of ['/api/gmail-accounts', '/api/microsoft-accounts']) {
      const listed: { id: string }[] = await (await context.request.get(accounts)).json()
      for (const { id } of listed) await context.request.delete(`${accounts}/${id}`)
    }
    await context.close()
    expect(complaints).toEqual([])
  })
  // Google ends a person's grant as a whole, so what the last test gave back must not take the next one along.
  await expect.poll(() => isGrantedAtGoogle(context)).toBe(false)
  await openAccounts(page)
  return { page, email }
}

async function isGrantedAtGoogle(context: BrowserContext): Promise<boolean> {
  const world = await (await context.request.get('/dev/world/')).text()
  return world.slice(0, world.indexOf('<h2>Microsoft</h2>')).includes('Access granted')
}
