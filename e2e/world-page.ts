import { escapeHtml } from '@doorman/simulators/page'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

// The page of the simulated world is read without a browser tab: tests ask many times, and a tab
// costs half a second. `world-page.test.ts` of the simulators shows that its forms work.
const path = '/dev/world/'

async function read(page: Page, params: Record<string, string> = {}): Promise<string> {
  const answer = await page.request.get(path, { params })
  expect(answer.status()).toBe(200)
  return answer.text()
}

/** The chips of the newest message with this subject in a simulated inbox, such as `Unread` and `Inbox`. Empty if it is not there. */
export async function locationsOf(page: Page, address: string, subject: string): Promise<string[]> {
  const messages = (await read(page, { mailbox: address })).split('<li')
  const message = messages.find((row) => row.includes(`>${escapeHtml(subject)}</a>`)) ?? ''
  return [...message.matchAll(/class="world-chip">([^<]*)</g)].map(([, chip = '']) => chip)
}

/** Delivers a message to a simulated mailbox. */
export async function writeTo(
  page: Page,
  address: string,
  message: { readonly from: string; readonly subject: string; readonly text: string },
): Promise<void> {
  const { from, subject, text } = message
  const form = { mailbox: address, from, subject, text, authentication: 'pass', do: 'write' }
  const answer = await page.request.post(path, { form })
  expect(answer.ok()).toBe(true)
  expect(await answer.text()).toContain(escapeHtml(subject))
}

/** The recipients of all messages that this mailbox has sent, newest first. */
export async function recipientsOf(page: Page, address: string): Promise<string[]> {
  const lines = (await read(page)).matchAll(/<small>([^<]*) to ([^<]*)</g)
  return [...lines].filter(([, from]) => from === address).map(([, , to = '']) => to)
}
