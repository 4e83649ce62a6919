import { mountHosts } from '@doorman/api/mount-hosts'
import { createPost, ourPlace, pitch, question } from '@doorman/cli/fake-letters'
import { simulateProviders } from '@doorman/cli/simulated-providers'
import type { Provider } from '@doorman/domain/mailbox'
import { SmtpSink } from '@doorman/simulators/smtp-sink'
import type { MailStore } from '@doorman/simulators/world/mail-store'
import fastify from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answers, Order } from './world.ts'

// The providers, in a process of their own: what they cost is not the product's.

const [ownUrl = '', publicUrl = ''] = process.argv.slice(2)
const simulated = simulateProviders(publicUrl, { ownUrl })
const { world } = simulated
// Notifications leave with the clock, so it ticks often.
world.clock.followRealTime(10)
const deliver = createPost(world)
let calls = 0
const app = fastify()
app.addHook('onRequest', async () => void (calls += 1))
mountHosts(app, simulated.hosts, ownUrl)
const { hostname, port } = new URL(ownUrl)
await app.listen({ host: hostname, port: Number(port) })
const smtpUrl = await new SmtpSink().listen()

const stores = new Map<Provider, MailStore[]>()
const waiting = new Map<string, (labelledAtMs: number) => void>()

process.on('disconnect', () => process.exit())
process.on('message', (order: Order) => void obey(order).then((answer) => process.send?.(answer)))

function obey(order: Order): Promise<Answers[Order['do']]> {
  switch (order.do) {
    case 'introduce':
      return introduce()
    case 'add-mailboxes':
      return addMailboxes(order.perProvider)
    case 'flood':
      return flood(order)
    case 'count-calls':
      return Promise.resolve(calls)
    case 'trickle':
      return trickle(order)
  }
}

async function introduce(): Promise<Answers['introduce']> {
  const { google, microsoft } = simulated
  return { google, microsoft, smtpUrl }
}

async function addMailboxes(perProvider: number): Promise<Answers['add-mailboxes']> {
  for (const provider of ['gmail', 'microsoft'] as const)
    stores.set(
      provider,
      Array.from({ length: perProvider }, (_, place) => addMailbox(provider, place)),
    )
  return [...stores].flatMap(([provider, own]) =>
    own.map(({ address, owner }) => ({ provider, address, subject: owner.subject })),
  )
}

function addMailbox(provider: Provider, place: number): MailStore {
  const store = world.addMailbox({
    provider: provider === 'gmail' ? 'google' : 'microsoft',
    address: `ann@${provider}${place}.example`,
    name: 'Ann',
  })
  store.onChange(({ mailId, after }) => {
    if (!after?.places.has(ourPlace(store))) return
    waiting.get(mailId)?.(performance.now())
    waiting.delete(mailId)
  })
  return store
}

let senders = 0

/** How long it takes until it lies under our label. */
function timePitch(store: MailStore): Promise<number> {
  const arrivedAtMs = performance.now()
  const from = `Dale Pruitt <dale@boost${(senders += 1)}.example>`
  const { id } = deliver(store, { ...pitch, from })
  return new Promise((resolve) => waiting.set(id, (atMs) => resolve(atMs - arrivedAtMs)))
}

function ask(store: MailStore): void {
  deliver(store, { ...question, from: `Carla <carla@partner${(senders += 1)}.example>` })
}

/** All at once, to everybody. */
async function flood({
  perMailbox,
  coldOneIn,
}: Extract<Order, { do: 'flood' }>): Promise<Answers['flood']> {
  const all = [...stores.values()]
    .flat()
    .flatMap((store) => Array.from({ length: perMailbox }, () => store))
  const pitches: Promise<number>[] = []
  for (const [place, store] of all.entries())
    if (place % coldOneIn === 0) pitches.push(timePitch(store))
    else ask(store)
  await Promise.all(pitches)
  return { mails: all.length }
}

/** One after the other, to each provider in turn and each time to another mailbox. */
async function trickle({
  perProvider,
  everyMs,
}: Extract<Order, { do: 'trickle' }>): Promise<Answers['trickle']> {
  const delays = { gmail: [] as Promise<number>[], microsoft: [] as Promise<number>[] }
  for (let count = 0; count < perProvider; count += 1)
    for (const [provider, own] of stores) {
      const store = own[count % own.length]
      if (store) delays[provider].push(timePitch(store))
      await sleep(everyMs)
    }
  return {
    gmail: await Promise.all(delays.gmail),
    microsoft: await Promise.all(delays.microsoft),
  }
}
