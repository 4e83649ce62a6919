import { newSignedInUser } from '@doorman/api/testing/fake-connections'
import { mailboxes } from '@doorman/db/schema'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { syncMailboxJob, type Job } from '@doorman/services/ports/jobs'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import { handlers } from '@doorman/worker/handlers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createDelivery, ownFolder, pitch } from './harness/messages.ts'
import { openService, waitUntil } from './harness/processes.ts'

const countSlots = ({ name }: Job) => {
  const slots = handlers.find((one) => one.name === name)?.slots
  return typeof slots === 'number' ? slots : 0
}
const silentMailboxes = 24
const measurements = 9

test('while Gmail is silent for 24 mailboxes, an Outlook message is set aside as before', async () => {
  const { demo, startWorker } = await openService(onTestFinished)
  const { ctx, world } = demo
  const deliver = createDelivery(world)
  let sent = 0
  const deliverPitch = (store: MailStore) => {
    sent += 1
    return deliver(store, { ...pitch, from: `Dale <dale@boost${sent}.example>` })
  }
  const open = async (provider: MailProvider) => {
    const store = demo.newMailbox(provider)
    await demo.connect(await newSignedInUser(demo), provider, store)
    return store
  }
  const outlook = await open('microsoft')
  const gmails: MailStore[] = []
  while (gmails.length < silentMailboxes) gmails.push(await open('gmail'))
  startWorker()
  await waitUntil(async () => {
    const all = await ctx.db.select().from(mailboxes)
    return all.every(({ syncStatus }) => syncStatus === 'synced')
  }, 'The first scan of all mailboxes')

  /** Milliseconds from the arrival of one Outlook message to our folder. */
  async function measure(): Promise<number> {
    const setAside = Promise.withResolvers<void>()
    let id = ''
    outlook.onChange(({ storedMessageId, after }) => {
      if (storedMessageId === id && after?.folders.has(ownFolder(outlook))) setAside.resolve()
    })
    const startedAt = performance.now()
    id = deliverPitch(outlook).id
    await setAside.promise
    return performance.now() - startedAt
  }
  async function measureMedian(): Promise<number> {
    const times: number[] = []
    while (times.length < measurements) {
      times.push(await measure())
      // Wait for the recheck, which comes three seconds after a sync.
      await sleep(4_000)
    }
    return times.sort((a, b) => a - b)[Math.floor(measurements / 2)] ?? Number.NaN
  }

  // The first move also creates the folder, so it is not measured.
  await measure()
  await sleep(4_000)
  const before = await measureMedian()
  let hanging = 0
  world.faults.push({
    provider: 'google',
    times: Number.POSITIVE_INFINITY,
    match: ({ url }) => {
      if (!url.includes('/gmail/v1/')) return false
      hanging += 1
      return true
    },
    effect: 'silence',
  })
  const silent = gmails.map((store) => ({ store, id: deliverPitch(store).id }))
  await waitUntil(async () => hanging > 0, 'A call to Gmail')
  const atStart = await measure()
  // One call for each slot: the message was set aside before the first of them timed out.
  expect(hanging).toBeLessThanOrEqual(countSlots(syncMailboxJob))
  const during = await measureMedian()
  const toSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  console.info(
    `An Outlook message took ${toSeconds(before)} before the outage; ${toSeconds(atStart)} at its start; ${toSeconds(during)} during it (${(during / before).toFixed(2)} times); ${hanging} calls to Gmail`,
  )
  for (const { store, id } of silent) expect(store.load(id).folders.has('inbox')).toBe(true)
})
