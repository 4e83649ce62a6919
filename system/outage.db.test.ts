import { newSignedInUser } from '@doorman/api/testing/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { decisions, mailboxes, undecidedMessages } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { mailProviders, type MailProvider } from '@doorman/domain/mail/mailbox'
import { screenMessage } from '@doorman/services/pipeline/screening/screen-message'
import { syncMailbox } from '@doorman/services/pipeline/sync/sync-mailbox'
import {
  moveMessagesJob,
  screenMessageJob,
  syncMailboxJob,
  type Job,
} from '@doorman/services/ports/jobs'
import { handlers } from '@doorman/worker/handlers'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDemo } from './harness/demo.ts'
import { createDelivery, ownFolder, pitch } from './harness/messages.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const { ctx, world, clock } = demo
const deliver = createDelivery(world)

beforeEach(() => world.faults.clear())

let senderCount = 0

async function open(provider: MailProvider) {
  const store = demo.newMailbox(provider)
  const { mailboxId, sync } = await demo.open(await newSignedInUser(demo), provider, store)
  return {
    mailboxId,
    sync,
    receivePitch() {
      senderCount += 1
      const from = `Dale <dale@boost${senderCount}.example>`
      const { id } = deliver(store, { ...pitch, from })
      return { isSetAside: () => store.load(id).folders.has(ownFolder(store)) }
    },
  }
}

const toService = (provider: MailProvider) => (provider === 'gmail' ? 'google' : 'microsoft')
const makeRetriesDue = () =>
  ctx.db.execute("update pgboss.job set start_after = now() where state = 'retry'")

describe.each(mailProviders)('a Retry-After of %s', (provider) => {
  test('holds for every job of the mailbox, and no job is lost or counts an attempt', async () => {
    const { mailboxId, sync, receivePitch } = await open(provider)
    const received = [1, 2, 3, 4, 5].map(receivePitch)
    let calls = 0
    world.faults.push({
      provider: toService(provider),
      times: Number.POSITIVE_INFINITY,
      match: ({ url }) => {
        // A sync lists the changes first; reading a message is refused.
        if (!/\/messages\/(?!delta)[^/?]+(\?|$)/.test(url)) return false
        calls += 1
        return true
      },
      effect: { status: 429, body: { error: {} }, headers: { 'retry-after': '600' } },
    })
    await sync()
    // At most once per message of the page, and once for the first, which is requested alone.
    expect(calls).toBeLessThanOrEqual(received.length + 1)

    // Counts this provider's requests only: the other one's mailbox may be checked again.
    const countRequests = () =>
      world.record.requests.filter((one) => one.provider === toService(provider)).length
    const requests = countRequests()
    for (const passedMs of [1_000, 298_000, 300_000]) {
      await makeRetriesDue()
      await sync(passedMs)
    }
    expect(countRequests()).toBe(requests)
    const { rows } = await ctx.db.execute(
      `select retry_count from pgboss.job
       where name like 'screen-message%' and state = 'retry' and data->>'mailboxId' = '${mailboxId}'`,
    )
    expect(rows).toEqual(Array(received.length).fill({ retry_count: 0 }))

    world.faults.clear()
    await makeRetriesDue()
    await sync(1_000)
    expect(received.map(({ isSetAside }) => isSetAside())).toEqual(received.map(() => true))
  })
})

/** Gives the mailbox a sync, two screenings and a move to do. */
async function addWork({ mailboxId, receivePitch }: Awaited<ReturnType<typeof open>>) {
  for (let count = 0; count < 3; count++) receivePitch()
  // As if the last sync had died: each message gets a job of its own.
  await ctx.db
    .update(mailboxes)
    .set({ syncRun: sql`${mailboxes.syncRun} + 1` })
    .where(eq(mailboxes.id, mailboxId))
  await syncMailbox(ctx, { mailboxId })
  const [first] = await ctx.db
    .select()
    .from(undecidedMessages)
    .where(eq(undecidedMessages.mailboxId, mailboxId))
  if (!first) throw new Error('The sync found no message')
  await screenMessage(ctx, first)
  await ctx.jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId })
}

const countSlots = ({ name }: Job) => {
  const slots = handlers.find((one) => one.name === name)?.slots
  return typeof slots === 'number' ? slots : 0
}

/** Runs last, because its worker keeps running until the end of the file. */
test('while all calls to one provider hang, the other’s messages are set aside; then calls fail at once', async () => {
  const outlook = await open('microsoft')
  // More jobs of each kind than slots: a slot that became free would hang again.
  const gmails: Awaited<ReturnType<typeof open>>[] = []
  while (gmails.length < countSlots(syncMailboxJob) + 2) gmails.push(await open('gmail'))
  for (const gmail of gmails) await addWork(gmail)
  const allSlots = [syncMailboxJob, screenMessageJob, moveMessagesJob]
    .map(countSlots)
    .reduce((sum, slots) => sum + slots)
  let hanging = 0
  world.faults.push({
    provider: 'google',
    times: Number.POSITIVE_INFINITY,
    match: () => {
      hanging += 1
      return true
    },
    effect: 'silence',
  })
  await demo.jobs.work(ctx, handlers, [])
  await expect.poll(() => hanging, { timeout: 10_000 }).toBe(allSlots)

  // The clock stands still: no call to Gmail ends before this message is set aside.
  const { isSetAside } = outlook.receivePitch()
  await ctx.jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId: outlook.mailboxId })
  await expect.poll(isSetAside, { timeout: 10_000 }).toBe(true)
  const decided = await ctx.db
    .select()
    .from(decisions)
    .where(eq(decisions.mailboxId, outlook.mailboxId))
  expect(decided).toMatchObject([{ outcome: 'filter' }])
  expect(hanging).toBe(allSlots)

  // Now the calls time out, which opens the circuit. The other jobs make no call.
  await clock.advance(31_000)
  const countRunning = async () => {
    const { rows } = await ctx.db.execute(
      "select from pgboss.job where state in ('created', 'active') and name like '%/gmail'",
    )
    return rows.length
  }
  await expect.poll(countRunning, { timeout: 10_000 }).toBe(0)
  expect(hanging).toBe(allSlots)
  const changes = demo.logs.map((line) => JSON.parse(line)).filter((line) => line.provider)
  expect(changes).toMatchObject([{ event: 'provider-unavailable', provider: 'gmail' }])
}, 60_000)
