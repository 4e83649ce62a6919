import { whenThorough } from '@doorman/domain/testing/sample'
import { pitch } from '@doorman/system/harness/messages'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { cardOf, connect } from './accounts-page.ts'
import { gmail } from './connect.ts'
import { openList, rowOf } from './filtered-emails-page.ts'
import { test } from './visit.ts'
import type { World } from './world.ts'
import { locationsOf, writeTo } from './world-page.ts'

const news = { ...pitch, from: 'Dale Pruitt <dale@pipelineboost.example>' }

/** Connects an empty mailbox and opens the list. */
async function openListOf(page: Page, world: World): Promise<string> {
  const address = world.addMailbox(gmail)
  await page.goto('/accounts')
  await connect(page, gmail, address)
  await cardOf(page, address).getByText('Done, 0 emails').waitFor({ timeout: 60_000 })
  await openList(page)
  return address
}

test('a new pitch appears in an open list without a reload and without polling', async ({
  signedIn: page,
  world,
}) => {
  await page.addInitScript(() => {
    // Polling needs intervals.
    Object.assign(window, { setInterval: () => 0 })
  })
  const isStream = (url: string) => new URL(url).pathname === '/api/live-updates'
  const opened = page.context().waitForEvent('response', (response) => isStream(response.url()))
  const address = await openListOf(page, world)
  expect((await opened).headers()['content-type']).toContain('text/event-stream')
  await page.waitForFunction(async () => {
    const { held = [] } = await navigator.locks.query()
    return held.some(({ name }) => name?.startsWith('live-updates:'))
  })
  const second = await page.context().newPage()
  const ownStreams: string[] = []
  second.on('request', (request) => {
    if (isStream(request.url())) ownStreams.push(request.url())
  })
  await openList(second)
  await writeTo(page, address, news)
  await rowOf(page, pitch.subject).waitFor({ timeout: 20_000 })
  // The second tab opens no stream: the first passes the updates on.
  await rowOf(second, pitch.subject).waitFor()
  expect(ownStreams).toEqual([])
})

whenThorough(test)(
  'if the stream is refused, polling takes over',
  async ({ signedIn: page, world }) => {
    await page.route('**/api/live-updates', (route) => route.fulfill({ status: 503, body: '' }))
    const address = await openListOf(page, world)
    await page.clock.install()
    await openList(page)
    await writeTo(page, address, news)
    await expect
      .poll(() => locationsOf(page, address, pitch.subject), { timeout: 20_000 })
      .toEqual([])
    await page.clock.runFor(10_000)
    await rowOf(page, pitch.subject).waitFor()
  },
)
