import { newPerson } from '@doorman/api/fake-connections'
import { decisions, mailboxes } from '@doorman/db/schema'
import { providers } from '@doorman/domain/mailbox'
import { createChance } from '@doorman/simulators/world/chance'
import type { MailStore } from '@doorman/simulators/world/mail-store'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createPost, ourPlace, pitch, question, watchMoves } from './fake-letters.ts'
import { openService, until } from './fake-service.ts'

const workerCount = 4
const mailboxesPerProvider = 2
const rounds = 12

test.each([
  // More, and a mail may be there at three deaths: then it counts as their cause and is left alone (R6).
  { kills: 0, seed: 1 },
  { kills: 8, seed: 2 },
  { kills: 8, seed: 3 },
])(
  'F1, F2, F10, I1, I2: four workers, $kills of them killed: each mail is decided and moved once (seed $seed)',
  async ({ kills, seed }) => {
    const chance = createChance(seed)
    const { demo, startWorker } = await openService(onTestFinished)
    const { ctx, world } = demo
    const deliver = createPost(world)
    const stores: MailStore[] = []
    for (const provider of providers)
      for (let count = 0; count < mailboxesPerProvider; count += 1) {
        const store = demo.newMailbox(provider)
        expect(await demo.connect(await newPerson(demo), provider, store)).toBe('/accounts')
        stores.push(store)
      }
    const workers = Array.from({ length: workerCount }, () => startWorker())
    await until(async () => {
      const all = await ctx.db.select().from(mailboxes)
      return all.every(({ syncStatus }) => syncStatus === 'synced')
    })
    const moves = stores.map(watchMoves)

    const cold = new Map<string, MailStore>()
    const wanted = new Map<string, MailStore>()
    for (let round = 0; round < rounds; round += 1)
      for (const [place, store] of stores.entries()) {
        const name = `${round}-${place}`
        cold.set(deliver(store, { ...pitch, from: `Dale <dale@boost${name}.example>` }).id, store)
        const from = `Carla <carla@customer${name}.example>`
        wanted.set(deliver(store, { ...question, from, subject: `Invoice ${name}` }).id, store)
      }

    const countDecided = () => ctx.db.$count(decisions)
    for (let killed = 0; killed < kills; killed += 1) {
      // Only who is at work can be torn out of it.
      const before = await countDecided()
      await until(async () => (await countDecided()) > before)
      await sleep(chance.below(300))
      const victim = killed % workerCount
      workers[victim]?.kill('SIGKILL')
      workers[victim] = startWorker()
    }
    await until(async () => {
      const all = await ctx.db.select().from(decisions)
      const isSettled = all.every(({ state }) => state !== 'pending')
      return isSettled && all.length >= cold.size + wanted.size
    })
    const decided = await ctx.db.select().from(decisions)
    for (const { id } of await ctx.db.select().from(mailboxes)) {
      const own = decided.filter(({ mailboxId }) => mailboxId === id)
      expect(own.map(({ outcome, state }) => `${outcome} ${state}`).sort()).toEqual([
        ...Array.from({ length: rounds }, () => 'filter done'),
        ...Array.from({ length: rounds }, () => 'keep null'),
      ])
    }
    for (const [id, store] of cold)
      expect(store.load(id)).toMatchObject({ isRead: true, places: new Set([ourPlace(store)]) })
    for (const [id, store] of wanted) expect(store.load(id).places.has('inbox')).toBe(true)
    expect(moves.flat().sort()).toEqual([...cold.keys()].sort())
    expect(stores.map(({ size }) => size)).toEqual(stores.map(() => 2 * rounds))
  },
)
