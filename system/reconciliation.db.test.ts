import { newSignedInUser } from '@doorman/api/testing/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { decisions } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { mailProviders, type MailProvider } from '@doorman/domain/mail/mailbox'
import { dayMs, hourMs } from '@doorman/domain/time'
import { reconcileDueMailboxes } from '@doorman/services/mailboxes/upkeep/reconcile-due-mailboxes'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDemo } from './harness/demo.ts'
import { createDelivery, ownFolder, pitch, watchMoves } from './harness/messages.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const { ctx, world, clock, simulated } = demo
const deliver = createDelivery(world)

beforeEach(() => {
  world.faults.clear()
  simulated.simulators.microsoft.setQuirks({ missedReturns: true })
})

let count = 0

/** A mailbox from whose inbox a pitch was set aside. */
async function open(provider: MailProvider) {
  count += 1
  const from = `dale@vendor${count}.example`
  const store = demo.newMailbox(provider)
  const ann = await newSignedInUser(demo)
  const { mailboxId, sync } = await demo.open(ann, provider, store)
  const send = () => deliver(store, { ...pitch, from: `Dale <${from}>` }).id
  const id = send()
  await sync()
  expect(store.load(id).folders).toEqual(new Set([ownFolder(store)]))
  await sync(hourMs)
  return {
    store,
    id,
    send,
    sync,
    async reportSpam() {
      const { list } = (await demo.request('GET', '/api/filtered-emails', ann)).body
      const [email] = list as { id: string }[]
      const body = { action: 'spam' }
      await demo.request('POST', `/api/filtered-emails/${email?.id}/action`, { ...ann, body })
      await demo.runJobsUntilIdle()
      await sync(hourMs)
      expect(store.load(id).folders).toEqual(new Set(['junk']))
    },
    /** Lets a day pass and runs what the schedules would run. */
    async passDay() {
      await clock.advance(dayMs)
      demo.advance(dayMs)
      await reconcileDueMailboxes(ctx)
      await demo.runJobsUntilIdle()
    },
    async stateOf(messageId: string) {
      const rows = await ctx.db.select().from(decisions).where(eq(decisions.mailboxId, mailboxId))
      return rows.find((row) => row.subject === pitch.subject && isOf(row, messageId))?.state
    },
  }

  /** Microsoft's ids of messages are not the simulator's own. */
  function isOf({ rfcMessageId }: typeof decisions.$inferSelect, messageId: string): boolean {
    return rfcMessageId === store.load(messageId).headers.find('message-id')
  }
}

test('a message that the user moves out of junk stays in the inbox, though Graph’s delta misses the move', async () => {
  const { store, id, send, sync, reportSpam, passDay, stateOf } = await open('microsoft')
  await reportSpam()
  // Graph does not list a message that left the inbox and came back.
  store.move(id, 'inbox')
  await sync()
  expect(await stateOf(id)).toBe('spam')

  const moved = watchMoves(store)
  for (let day = 0; day < 2; day++) {
    await passDay()
    expect(await stateOf(id)).toBe('restored')
    await sync()
    expect(store.load(id).folders).toEqual(new Set(['inbox']))
  }
  // The sender is trusted now.
  const next = send()
  await sync()
  expect(store.load(next).folders).toEqual(new Set(['inbox']))
  expect(moved).toEqual([])
})

describe.each(mailProviders)('%s, through the real adapter', (provider) => {
  test('a message that is where we put it stays set aside', async () => {
    const { store, id, passDay, stateOf } = await open(provider)
    await passDay()
    expect(await stateOf(id)).toBe('set-aside')
    expect(store.load(id).folders).toEqual(new Set([ownFolder(store)]))
  })

  test('a Retry-After postpones the reconciliation, and nothing is lost', async () => {
    const { store, id, passDay, stateOf } = await open(provider)
    const service = provider === 'gmail' ? 'google' : 'microsoft'
    store.move(id, 'junk')
    store.move(id, 'inbox')
    world.faults.push({
      provider: service,
      times: 1,
      match: ({ url }) => /\$batch|\/messages/.test(url),
      effect: { status: 429, body: { error: {} }, headers: { 'retry-after': '60' } },
    })
    await passDay()
    expect(await stateOf(id)).toBe('set-aside')
    await passDay()
    await ctx.db.execute("update pgboss.job set start_after = now() where state < 'active'")
    await demo.runJobsUntilIdle()
    expect(await stateOf(id)).toBe('restored')
  })
})
