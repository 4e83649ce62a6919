import { newSignedInUser } from '@doorman/api/testing/fake-connections'
import { decisions, mailboxes } from '@doorman/db/schema'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { createRandom } from '@doorman/simulators/world/random'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createDelivery, ownFolder, pitch, question, watchMoves } from './harness/messages.ts'
import { openService, waitUntil } from './harness/processes.ts'

const workerCount = 4
const mailboxesPerProvider = 2
const rounds = 12

test.each([
  // With more kills, one message may be in progress at three of them. Screening would then suspect
  // it as the cause of the crashes and keep it unjudged.
  { kills: 0, seed: 1 },
  { kills: 8, seed: 2 },
  { kills: 8, seed: 3 },
])(
  'four workers, $kills kills: each message is decided and moved once (seed $seed)',
  async ({ kills, seed }) => {
    const random = createRandom(seed)
    const { demo, startWorker } = await openService(onTestFinished)
    const { ctx, world } = demo
    const deliver = createDelivery(world)
    const stores: MailStore[] = []
    for (const provider of mailProviders)
      for (let count = 0; count < mailboxesPerProvider; count += 1) {
        const store = demo.newMailbox(provider)
        expect(await demo.connect(await newSignedInUser(demo), provider, store)).toBe('/accounts')
        stores.push(store)
      }
    const workers = Array.from({ length: workerCount }, () => startWorker())
    await waitUntil(async () => {
      const all = await ctx.db.select().from(mailboxes)
      return all.every(({ syncStatus }) => syncStatus === 'synced')
    })
    const moves = stores.map(watchMoves)

    const cold = new Map<string, MailStore>()
    const wanted = new Map<string, MailStore>()
    const deliverRound = (round: number) => {
      for (const [index, store] of stores.entries()) {
        const name = `${round}-${index}`
        cold.set(deliver(store, { ...pitch, from: `Dale <dale@boost${name}.example>` }).id, store)
        const from = `Carla <carla@customer${name}.example>`
        wanted.set(deliver(store, { ...question, from, subject: `Invoice ${name}` }).id, store)
      }
    }
    // A page of messages is decided at once, so each kill needs new messages.
    for (let round = kills; round < rounds; round += 1) deliverRound(round)

    const countDecided = () => ctx.db.$count(decisions)
    for (let killed = 0; killed < kills; killed += 1) {
      // Wait for progress, so that the kill hits a worker in the middle of a job.
      const before = await countDecided()
      deliverRound(killed)
      await waitUntil(async () => (await countDecided()) > before)
      await sleep(random.below(300))
      const victim = killed % workerCount
      workers[victim]?.kill('SIGKILL')
      workers[victim] = startWorker()
    }
    await waitUntil(async () => {
      const all = await ctx.db.select().from(decisions)
      const isSettled = all.every(({ state }) => state !== 'pending')
      return isSettled && all.length >= cold.size + wanted.size
    })
    const decided = await ctx.db.select().from(decisions)
    for (const { id } of await ctx.db.select().from(mailboxes)) {
      const own = decided.filter(({ mailboxId }) => mailboxId === id)
      expect(own.map(({ outcome, state }) => `${outcome} ${state}`).sort()).toEqual([
        ...Array.from({ length: rounds }, () => 'filter set-aside'),
        ...Array.from({ length: rounds }, () => 'keep null'),
      ])
    }
    for (const [id, store] of cold)
      expect(store.load(id)).toMatchObject({ isRead: true, folders: new Set([ownFolder(store)]) })
    for (const [id, store] of wanted) expect(store.load(id).folders.has('inbox')).toBe(true)
    expect(moves.flat().sort()).toEqual([...cold.keys()].sort())
    expect(stores.map(({ size }) => size)).toEqual(stores.map(() => 2 * rounds))
  },
)
