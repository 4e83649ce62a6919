import { accountsOf, newPerson } from '@doorman/api/fake-connections'
import { dailyCounts, decisions, mailboxes, smartReplies } from '@doorman/db/schema'
import { productName } from '@doorman/domain/brand'
import { MailboxId } from '@doorman/domain/ids'
import { providers, type Provider } from '@doorman/domain/mailbox'
import type { MailStore } from '@doorman/simulators/world/mail-store'
import type { World } from '@doorman/simulators/world/world'
import type { ChildProcess } from 'node:child_process'
import { expect, test } from 'vitest'
import { watchCalls, type Death } from './fake-calls.ts'
import { createPost, ourPlace, pitch, question, watchMoves } from './fake-letters.ts'
import { openService, until, type Service } from './fake-service.ts'

/** Who dies is missed for half a minute, so several die at a time, each in a service of their own. */
const lanesPerProvider = 3

type Lane = Service & { worker: ChildProcess; readonly knownTokens: Set<string> }

test.concurrent.for([...providers])(
  'F1, F2, F3, F4, I1, I2, I3, I5: %s, whichever call the worker is killed at: a pitch is moved once and answered at most once',
  { timeout: 1_200_000 },
  async (provider, { onTestFinished }) => {
    const openLane = async (): Promise<Lane> => {
      const service = await openService(onTestFinished)
      return { ...service, worker: service.startWorker(), knownTokens: new Set() }
    }
    const first = await openLane()
    const lanes = [first]
    while (lanes.length < lanesPerProvider) lanes.push(await openLane())

    const whole = await live(first, provider, null)
    expect(whole.end).toEqual(toExpectedEnd(whole.calls, null))

    const deaths = listDeaths(whole.calls)
    const ends: Record<string, unknown> = {}
    const missed: string[] = []
    const toDo = [...deaths]
    await Promise.all(
      lanes.map(async (lane) => {
        for (let death = toDo.shift(); death; death = toDo.shift()) {
          const { end, hasDied } = await live(lane, provider, death)
          ends[toTitle(death)] = end
          if (!hasDied) missed.push(death.call)
        }
      }),
    )
    expect(ends).toEqual(
      Object.fromEntries(
        deaths.map((death) => [toTitle(death), toExpectedEnd(whole.calls, death)]),
      ),
    )
    // Two that ask the same may share an answer, so one of them need not come.
    expect(missed.filter((call) => !/^GET .* #[^1]$/.test(call))).toEqual([])
  },
)

/**
 * A call that only reads is the same whether or not it was heard. The look that
 * our own change causes is the first one over again, and comes at any time.
 */
function listDeaths(calls: readonly string[]): Death[] {
  return calls
    .filter((call) => !/(?:history|delta) #[^1]/.test(call))
    .flatMap((call) => [
      { call, make: 'cut' },
      ...(call.startsWith('GET') ? [] : [{ call, make: 'applied-then-cut' } as const]),
    ])
}

function toTitle({ call, make }: Death): string {
  return `${call}, ${make === 'cut' ? 'not heard' : 'heard'}`
}

/** A pitch and a customer's mail arrive, the worker dies or not, and nothing is left to do. */
async function live(lane: Lane, provider: Provider, death: Death | null) {
  const { world } = lane.demo
  const calls = watchCalls(world, provider, lane.knownTokens)
  const { store, isIdle, listReplies, listFound } = await openMailbox(lane, provider)
  const moves = watchMoves(store)
  const deliver = createPost(world)
  let hasDied = false
  calls.begin(death, () => {
    hasDied = true
    lane.worker.kill('SIGKILL')
    lane.worker = lane.startWorker()
  })
  const cold = deliver(store, { ...pitch, from: 'Dale Pruitt <dale@pipelineboost.example>' })
  const wanted = deliver(store, { ...question, from: 'Carla <carla@customer.example>' })
  await until(
    async () => /sent/.test(String(await listReplies())) && (await isIdle()),
    `An end after ${death ? toTitle(death) : 'a quiet life'}`,
  )

  const { id, isRead, places } = store.load(cold.id)
  const kept = store.load(wanted.id)
  return {
    calls: calls.names,
    hasDied,
    end: {
      ...(await listFound()),
      answer: `${String(await listReplies())}, ${countSent(world, store)} sent`,
      pitch: { isRead, isOurs: places.size === 1 && places.has(ourPlace(store)) },
      isMovedOnce: moves.length === 1 && moves[0] === id,
      customer: { isRead: kept.isRead, places: [...kept.places] },
      ownPlaces: store.userPlaces.filter(({ name }) => name === productName).length,
      drafts: [...store.list('drafts')].length,
    },
  }
}

function countSent({ record }: World, { address }: MailStore): number {
  return record.sends.filter(({ mailbox }) => mailbox === address).length
}

/** An empty mailbox of somebody with Pro who lets filtered senders be answered. */
async function openMailbox({ demo }: Lane, provider: Provider) {
  const { db } = demo.ctx
  const ann = await newPerson(demo)
  const store = demo.newMailbox(provider)
  await demo.connect(ann, provider, store)
  await demo.allowReplies(ann)
  const [account] = await accountsOf(demo, ann, provider)
  const mailboxId = MailboxId.parse(account?.id)
  const isOwn = (row: { readonly mailboxId: MailboxId | null }) => row.mailboxId === mailboxId
  const isIdle = async () => {
    const waiting = await db.execute(
      `select from pgboss.job where state < 'completed' and data->>'mailboxId' = '${mailboxId}'`,
    )
    return waiting.rowCount === 0
  }
  await until(async () => {
    const all = await db.select().from(mailboxes)
    return all.every(({ syncStatus }) => syncStatus === 'synced') && (await isIdle())
  })
  return {
    store,
    isIdle,
    async listReplies() {
      const replies = (await db.select().from(smartReplies)).filter(isOwn)
      return replies.map(({ state }) => state)
    },
    async listFound() {
      const decided = (await db.select().from(decisions)).filter(isOwn)
      const counted = (await db.select().from(dailyCounts)).filter(isOwn)
      return {
        decided: decided.map(({ outcome, state }) => `${outcome} ${state}`).sort(),
        counted: counted.map(({ processed, filtered }) => ({ processed, filtered })),
      }
    },
  }
}

const anyTrueAnswer: unknown = expect.stringMatching(/^(?:sent, 1|unsent, 0) sent$/)

/** Who dies between the claim and the sending is silent for good: nobody could tell what became of it. */
function toExpectedEnd(calls: readonly string[], death: Death | null) {
  const at = death ? calls.indexOf(death.call) : -1
  const draftedAt = calls.findIndex((call) => /^POST .*(?:drafts|createReply) /.test(call))
  const sentAt = calls.findIndex((call) => /^POST .*send /.test(call))
  const isHeard = death?.make === 'applied-then-cut'
  const isSilent = at >= draftedAt && (at < sentAt || (at === sentAt && !isHeard))
  const answer = isSilent ? 'unsent, 0 sent' : 'sent, 1 sent'
  // Whoever looks for news asks for our label or folder too, whatever the others are at.
  const isAtAnyTime = /^GET \/(?:labels|mailFolders) #[^1]/.test(death?.call ?? '')
  return {
    decided: ['filter done', 'keep null'],
    counted: [{ processed: 2, filtered: 1 }],
    pitch: { isRead: true, isOurs: true },
    isMovedOnce: true,
    customer: { isRead: false, places: ['inbox'] },
    ownPlaces: 1,
    answer: isAtAnyTime ? anyTrueAnswer : answer,
    // A draft whose id we never learned cannot be found again.
    drafts: at === draftedAt && isHeard ? 1 : 0,
  }
}
