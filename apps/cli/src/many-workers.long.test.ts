import { newPerson } from '@doorman/api/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { decisions, mailboxes } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/test-db'
import { providers } from '@doorman/domain/mailbox'
import { fakeSecret, fakeTokenKey } from '@doorman/runtime/fake-runtime'
import { formatTokenKey } from '@doorman/runtime/token-keys'
import { createChance } from '@doorman/simulators/world/chance'
import type { MailStore } from '@doorman/simulators/world/mail-store'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDemo } from './fake-demo.ts'
import { createPost, ourPlace, pitch, question } from './fake-letters.ts'

const main = new URL('main.ts', import.meta.url).pathname
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
    const { demo, startWorker } = await openService()
    const { ctx, world } = demo
    const deliver = createPost(world)
    const stores: MailStore[] = []
    for (const provider of providers)
      for (let count = 0; count < mailboxesPerProvider; count += 1) {
        const store = demo.newMailbox(provider)
        expect(await demo.connect(await newPerson(demo), provider, store)).toBe('/accounts')
        stores.push(store)
      }
    const workers = Array.from({ length: workerCount }, startWorker)
    await until(async () => {
      const all = await ctx.db.select().from(mailboxes)
      return all.every(({ syncStatus }) => syncStatus === 'synced')
    })
    const moves = stores.flatMap((store) => watchMoves(store))

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
    expect(moves.flatMap((listMoved) => listMoved()).sort()).toEqual([...cold.keys()].sort())
    expect(stores.map(({ size }) => size)).toEqual(stores.map(() => 2 * rounds))
  },
)

/** Every time that a mail comes under our label or into our folder. */
function watchMoves(store: MailStore): (() => string[])[] {
  const moved: { readonly id: string; readonly to: readonly string[] }[] = []
  store.onChange(({ mailId, before, after }) => {
    const to = [...(after?.places ?? [])].filter((place) => !before?.places.has(place))
    moved.push({ id: mailId, to })
  })
  return [() => moved.filter(({ to }) => to.includes(ourPlace(store))).map(({ id }) => id)]
}

/** The product without its jobs, on a port of its own, and processes that do them. */
async function openService() {
  const port = await findFreePort()
  const publicUrl = `http://localhost:${port}`
  const databaseUrl = await createTestDatabase()
  const demo = await openDemo(databaseUrl, { classifier: loadLocalModel(), publicUrl })
  await demo.app.listen({ port, host: 'localhost' })
  const stopClock = demo.clock.followRealTime()
  const { google, microsoft } = demo.simulated
  const env = {
    PATH: process.env.PATH,
    PUBLIC_URL: publicUrl,
    DATABASE_URL: databaseUrl,
    DOORMAN_SECRET: fakeSecret,
    TOKEN_KEYS: formatTokenKey(fakeTokenKey),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Doorman <doorman@doorman.example>',
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GMAIL_PUBSUB_TOPIC: google.pushTopic,
    GMAIL_PUBSUB_ACCOUNT: google.pushAccount,
    GOOGLE_OAUTH_URL: `${publicUrl}/dev/google`,
    GMAIL_API_URL: google.apiUrl,
    MICROSOFT_CLIENT_ID: microsoft.clientId,
    MICROSOFT_CLIENT_SECRET: microsoft.clientSecret,
    MICROSOFT_LOGIN_URL: microsoft.loginUrl,
    GRAPH_API_URL: microsoft.graphUrl,
    LOG_LEVEL: 'silent',
  }
  const children: ChildProcess[] = []
  onTestFinished(async () => {
    for (const child of children) await end(child)
    stopClock()
  })
  return {
    demo,
    startWorker() {
      const child = spawn(process.execPath, [main, 'worker'], {
        env,
        // By the channel it notices that we are gone, however we end.
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      children.push(child)
      return child
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const patienceMs = 300_000

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const givenUpAt = Date.now() + patienceMs
  while (!(await isSo())) {
    if (Date.now() > givenUpAt) throw new Error('It never came to be')
    await sleep(250)
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo // a TCP server has no other kind
  probe.close()
  return port
}
