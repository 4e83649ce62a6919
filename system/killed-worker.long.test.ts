import { accountsOf, newSignedInUser } from '@doorman/api/testing/fake-connections'
import { dailyCounts, decisions, mailboxes, smartReplies } from '@doorman/db/schema'
import { productName } from '@doorman/domain/brand'
import { MailboxId } from '@doorman/domain/ids'
import { mailProviders, type MailProvider } from '@doorman/domain/mail/mailbox'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import type { World } from '@doorman/simulators/world/world'
import type { ChildProcess } from 'node:child_process'
import { expect, test } from 'vitest'
import { watchCalls, type Crash } from './harness/provider-calls.ts'
import { createDelivery, ownFolder, pitch, question, watchMoves } from './harness/messages.ts'
import { openService, waitUntil, type Service } from './harness/processes.ts'

/**
 * A killed worker's jobs are taken over only after half a minute, so several services run in
 * parallel.
 */
const lanesPerProvider = 3

type Lane = Service & { worker: ChildProcess; readonly knownTokens: Set<string> }

test.concurrent.for([...mailProviders])(
  '%s: a worker killed at any provider call moves a pitch once and replies at most once',
  { timeout: 1_200_000 },
  async (provider, { onTestFinished }) => {
    const openLane = async (): Promise<Lane> => {
      const service = await openService(onTestFinished)
      return { ...service, worker: service.startWorker(), knownTokens: new Set() }
    }
    const first = await openLane()
    const lanes = [first]
    while (lanes.length < lanesPerProvider) lanes.push(await openLane())

    const withoutCrash = await runToEnd(first, provider, null)
    expect(withoutCrash.outcome).toEqual(toExpectedOutcome(withoutCrash.calls, null))

    const crashes = listCrashes(withoutCrash.calls)
    const outcomes: Record<string, unknown> = {}
    const missed: string[] = []
    const remaining = [...crashes]
    await Promise.all(
      lanes.map(async (lane) => {
        for (let crash = remaining.shift(); crash; crash = remaining.shift()) {
          const { outcome, wasKilled } = await runToEnd(lane, provider, crash)
          outcomes[toTitle(crash)] = outcome
          if (!wasKilled) missed.push(crash.call)
        }
      }),
    )
    expect(outcomes).toEqual(
      Object.fromEntries(
        crashes.map((crash) => [toTitle(crash), toExpectedOutcome(withoutCrash.calls, crash)]),
      ),
    )
    // Repeated reads may be answered from a cache, so a repeated call need not happen.
    expect(missed.filter((call) => !/^GET .* #[^1]$/.test(call))).toEqual([])
  },
)

/**
 * A read has the same effect whether or not the provider executed it, so it is tried once. Later
 * history and delta calls repeat the first one at unpredictable times and are left out, and so are
 * later batches of Gmail: the parts of a batch are listed, too.
 */
function listCrashes(calls: readonly string[]): Crash[] {
  return calls
    .filter((call) => !/(?:history|delta|batch\/gmail\/v1) #[^1]/.test(call))
    .flatMap((call) => [
      { call, effect: 'cut' },
      ...(call.startsWith('GET') ? [] : [{ call, effect: 'applied-then-cut' } as const]),
    ])
}

function toTitle({ call, effect }: Crash): string {
  return `${call}, ${effect === 'cut' ? 'not executed' : 'executed'}`
}

/**
 * Delivers a pitch and a customer's message, kills the worker at the given call, and waits until no
 * job is left.
 */
async function runToEnd(lane: Lane, provider: MailProvider, crash: Crash | null) {
  const { world } = lane.demo
  const calls = watchCalls(world, provider, lane.knownTokens)
  const { store, isIdle, listReplies, listDecided } = await openMailbox(lane, provider)
  const moves = watchMoves(store)
  const deliver = createDelivery(world)
  let wasKilled = false
  calls.begin(crash, () => {
    wasKilled = true
    lane.worker.kill('SIGKILL')
    lane.worker = lane.startWorker()
  })
  const cold = deliver(store, { ...pitch, from: 'Dale Pruitt <dale@pipelineboost.example>' })
  const wanted = deliver(store, { ...question, from: 'Carla <carla@customer.example>' })
  await waitUntil(
    async () => /sent/.test(String(await listReplies())) && (await isIdle()),
    `All jobs done after ${crash ? toTitle(crash) : 'no crash'}`,
  )

  const { id, isRead, folders } = store.load(cold.id)
  const kept = store.load(wanted.id)
  return {
    calls: calls.names,
    wasKilled,
    outcome: {
      ...(await listDecided()),
      answer: `${String(await listReplies())}, ${countSent(world, store)} sent`,
      pitch: { isRead, isOurs: folders.size === 1 && folders.has(ownFolder(store)) },
      isMovedOnce: moves.length === 1 && moves[0] === id,
      customer: { isRead: kept.isRead, folders: [...kept.folders] },
      ownFolders: store.userFolders.filter(({ name }) => name === productName).length,
      drafts: [...store.list('drafts')].length,
    },
  }
}

function countSent({ record }: World, { address }: MailStore): number {
  return record.sends.filter(({ mailbox }) => mailbox === address).length
}

/** An empty mailbox of a Pro user who agreed to replies. */
async function openMailbox({ demo }: Lane, provider: MailProvider) {
  const { db } = demo.ctx
  const ann = await newSignedInUser(demo)
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
  await waitUntil(async () => {
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
    async listDecided() {
      const decided = (await db.select().from(decisions)).filter(isOwn)
      const counted = (await db.select().from(dailyCounts)).filter(isOwn)
      return {
        decided: decided.map(({ outcome, state }) => `${outcome} ${state}`).sort(),
        counted: counted.map(({ processed, filtered }) => ({ processed, filtered })),
      }
    },
  }
}

const eitherOutcome: unknown = expect.stringMatching(/^(?:sent, 1|unsent, 0) sent$/)

/**
 * A worker killed between claiming and sending a reply never sends it, because another worker cannot
 * know whether it went out.
 */
function toExpectedOutcome(calls: readonly string[], crash: Crash | null) {
  const at = crash ? calls.indexOf(crash.call) : -1
  const claimedAt = calls.findIndex((call) => /sendAs|drafts|createReply/.test(call))
  const sentAt = calls.findIndex((call) => /^POST .*send /.test(call))
  const isExecuted = crash?.effect === 'applied-then-cut'
  const isUnsent = at >= claimedAt && (at < sentAt || (at === sentAt && !isExecuted))
  const answer = isUnsent ? 'unsent, 0 sent' : 'sent, 1 sent'
  // A concurrent sync also reads our label or folder, so this call may come at any time.
  const isAtAnyTime = /^GET \/(?:labels|mailFolders) #[^1]/.test(crash?.call ?? '')
  return {
    decided: ['filter set-aside', 'keep null'],
    counted: [{ processed: 2, filtered: 1 }],
    pitch: { isRead: true, isOurs: true },
    isMovedOnce: true,
    customer: { isRead: false, folders: ['inbox'] },
    ownFolders: 1,
    answer: isAtAnyTime ? eitherOutcome : answer,
    // No draft is left even if the response with its id is lost: our mark finds it.
    drafts: 0,
  }
}
