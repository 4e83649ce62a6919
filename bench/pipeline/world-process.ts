import { mountHosts } from '@doorman/api/pages/mount-hosts'
import { createDelivery, ownFolder, pitch, question } from '@doorman/system/harness/messages'
import { simulateProviders } from '@doorman/cli/demo/simulated-providers'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { SmtpSink } from '@doorman/simulators/smtp-sink'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import fastify from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorldAnswers, WorldCommand } from './world.ts'

// The simulated providers run in their own process, so that their cost is not counted as the
// product's.

const [ownUrl = '', publicUrl = ''] = process.argv.slice(2)
const simulated = simulateProviders(publicUrl, { ownUrl, mailboxes: [] })
const { world } = simulated
// Push notifications leave on a clock tick, so the clock ticks often.
world.clock.followRealTime(10)
const deliver = createDelivery(world)
let calls = 0
const app = fastify()
app.addHook('onRequest', async () => void (calls += 1))
mountHosts(app, simulated.hosts, ownUrl)
const { hostname, port } = new URL(ownUrl)
await app.listen({ host: hostname, port: Number(port) })
const smtpUrl = await new SmtpSink().listen()

const stores = new Map<MailProvider, MailStore[]>()
const waiting = new Map<string, (labelledAtMs: number) => void>()

process.on('disconnect', () => process.exit())
process.on(
  'message',
  (command: WorldCommand) => void run(command).then((answer) => process.send?.(answer)),
)

function run(command: WorldCommand): Promise<WorldAnswers[WorldCommand['do']]> {
  switch (command.do) {
    case 'introduce':
      return introduce()
    case 'add-mailboxes':
      return addMailboxes(command.perProvider)
    case 'flood':
      return flood(command)
    case 'count-calls':
      return Promise.resolve(calls)
    case 'trickle':
      return trickle(command)
  }
}

async function introduce(): Promise<WorldAnswers['introduce']> {
  const { google, microsoft } = simulated
  return { google, microsoft, smtpUrl }
}

async function addMailboxes(perProvider: number): Promise<WorldAnswers['add-mailboxes']> {
  for (const provider of ['gmail', 'microsoft'] as const)
    stores.set(
      provider,
      Array.from({ length: perProvider }, (_, index) => addMailbox(provider, index)),
    )
  return [...stores].flatMap(([provider, own]) =>
    own.map(({ address, owner }) => ({ provider, address, subject: owner.subject })),
  )
}

function addMailbox(provider: MailProvider, index: number): MailStore {
  const store = world.addMailbox({
    provider: provider === 'gmail' ? 'google' : 'microsoft',
    address: `ann@${provider}${index}.example`,
    name: 'Ann',
  })
  store.onChange(({ storedMessageId, after }) => {
    if (!after?.folders.has(ownFolder(store))) return
    waiting.get(storedMessageId)?.(performance.now())
    waiting.delete(storedMessageId)
  })
  return store
}

let senders = 0

/** Delivers a pitch and returns how long it takes until it has our label. */
function timePitch(store: MailStore): Promise<number> {
  const arrivedAtMs = performance.now()
  const from = `Dale Pruitt <dale@boost${(senders += 1)}.example>`
  const { id } = deliver(store, { ...pitch, from })
  return new Promise((resolve) => waiting.set(id, (atMs) => resolve(atMs - arrivedAtMs)))
}

function deliverQuestion(store: MailStore): void {
  deliver(store, { ...question, from: `Carla <carla@partner${(senders += 1)}.example>` })
}

/** Delivers all messages to all mailboxes at once. */
async function flood({
  perMailbox,
  coldOneIn,
}: Extract<WorldCommand, { do: 'flood' }>): Promise<WorldAnswers['flood']> {
  const all = [...stores.values()]
    .flat()
    .flatMap((store) => Array.from({ length: perMailbox }, () => store))
  const pitches: Promise<number>[] = []
  for (const [index, store] of all.entries())
    if (isCold(index, coldOneIn)) pitches.push(timePitch(store))
    else deliverQuestion(store)
  await Promise.all(pitches)
  return { messages: all.length }
}

/** Delivers one message at a time, to each provider in turn and each time to another mailbox. */
async function trickle({
  perProvider,
  everyMs,
  coldOneIn,
}: Extract<WorldCommand, { do: 'trickle' }>): Promise<WorldAnswers['trickle']> {
  const pitches = { gmail: [] as Promise<number>[], microsoft: [] as Promise<number>[] }
  for (let count = 0; count < perProvider; count += 1)
    for (const [provider, own] of stores) {
      const store = own[count % own.length]
      if (!store) continue
      if (isCold(count, coldOneIn)) pitches[provider].push(timePitch(store))
      else deliverQuestion(store)
      await sleep(everyMs)
    }
  return {
    messages: perProvider * stores.size,
    delays: {
      gmail: await Promise.all(pitches.gmail),
      microsoft: await Promise.all(pitches.microsoft),
    },
  }
}

function isCold(index: number, coldOneIn: number | null): boolean {
  return coldOneIn !== null && index % coldOneIn === 0
}
