import { mailProviders } from '@doorman/domain/mail/mailbox'
import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { measureBareCosts, type BareCosts } from './pipeline/bare-costs.ts'
import { burstSize, runBurst, waitUntilDecided } from './pipeline/burst.ts'
import { connect } from './pipeline/connect.ts'
import { openService, type Service } from './pipeline/service.ts'
import { createMeter, perMessage, withoutIdle, type Usage } from './pipeline/usage.ts'
import { answerTimeoutMs, sendCommand, type WorldAnswers, type Mix } from './pipeline/world.ts'
import { quantile } from './screening/measure.ts'
import { printTable } from './screening/print-table.ts'

const mailboxesPerProvider = 20
const allCold: Mix = { coldOneIn: 1 }
const ordinary: Mix = { coldOneIn: 10 }
const noneCold: Mix = { coldOneIn: null }
/** Each message goes to another mailbox, so that no sync finds two. */
const alone = { perProvider: 40, everyMs: 400 }
const idleMs = 20_000
/**
 * A listening connection commits one transaction per notification. PostgreSQL counts them only at the
 * connection's next statement, up to a minute later (pg-boss). Without this wait, transactions of a
 * burst would count as idle.
 */
const listenerReportMs = 61_000

/** The cost of a message in one situation, without the usage of an idle service. */
type Cost = {
  readonly situation: string
  readonly used: Usage
  readonly perSecond: number | null
}

/**
 * Measures what a message costs when it arrives alone and in bursts, how many messages per second go
 * from arrival to our label, and how long one takes.
 */
export async function benchPipeline(): Promise<void> {
  console.log(
    `${2 * mailboxesPerProvider} mailboxes, half of each provider; ${availableParallelism()} cores shared by web, workers, PostgreSQL (durable) and, in a process of their own, the simulators. It takes about ten minutes, most of them spent waiting for PostgreSQL’s counters.\n`,
  )
  const service = await openService()
  const db = new pg.Pool({ connectionString: service.observerUrl, max: 1 })
  try {
    const bare = await measureBareCosts(service.databaseUrl)
    const workers = [service.startWorker()]
    await connectAllMailboxes(service, db)
    await runBurst(service.world, db, ordinary)
    const idle = await measureIdle(service, db, workers)
    const ordinaryAlone = await measureAlone(service, db, workers, idle, noneCold)
    const coldAlone = await measureAlone(service, db, workers, idle, allCold)
    const costs = [
      { situation: 'alone, ordinary', ...ordinaryAlone, perSecond: null },
      { situation: 'alone, cold', ...coldAlone, perSecond: null },
      await measureBurst(service, db, workers, idle, allCold),
    ]
    for (const count of [1, 2, 4]) {
      while (workers.length < count) workers.push(service.startWorker())
      const idleNow = count === 1 ? idle : await measureIdle(service, db, workers)
      costs.push(await measureBurst(service, db, workers, idleNow, ordinary))
    }
    printCosts(costs, bare)
    printIdle(idle)
    printDelays(coldAlone.delays)
  } finally {
    await db.end()
    await service.stop()
  }
}

/** Waits until every mailbox is synced and indexed, and the covers of the blog are painted. */
async function connectAllMailboxes({ publicUrl, world }: Service, db: pg.Pool): Promise<void> {
  const owners = await sendCommand(world, {
    do: 'add-mailboxes',
    perProvider: mailboxesPerProvider,
  })
  for (const [index, owner] of owners.entries()) await connect(publicUrl, owner, index)
  const isIdle = async () => {
    const { rows } = await db.query(
      `select from mailboxes where sync_status <> 'synced' union all
       select from pgboss.job where state < 'completed' and (name like 'sync-mailbox%' or name like 'index-correspondents%' or name = 'paint-cover')`,
    )
    return rows.length === 0
  }
  const signal = AbortSignal.timeout(answerTimeoutMs)
  while (!(await isIdle())) await sleep(100, undefined, { signal })
}

type Idle = { readonly used: Usage; readonly tookMs: number }

async function measureIdle(
  service: Service,
  db: pg.Pool,
  workers: readonly ChildProcess[],
): Promise<Idle> {
  await sleep(listenerReportMs)
  const { used, tookMs } = await createMeter(service, db, workers).measure(() => sleep(idleMs))
  return { used, tookMs }
}

async function measureAlone(
  service: Service,
  db: pg.Pool,
  workers: readonly ChildProcess[],
  idle: Idle,
  mix: Mix,
): Promise<{ readonly used: Usage; readonly delays: WorldAnswers['trickle']['delays'] }> {
  const { result, used, tookMs } = await createMeter(service, db, workers).measure(() =>
    waitUntilDecided(db, () => sendCommand(service.world, { do: 'trickle', ...alone, ...mix })),
  )
  const own = withoutIdle(used, idle.used, tookMs / idle.tookMs)
  return { used: perMessage(own, result.messages), delays: result.delays }
}

async function measureBurst(
  service: Service,
  db: pg.Pool,
  workers: readonly ChildProcess[],
  idle: Idle,
  mix: Mix,
): Promise<Cost> {
  // Warm up: a new worker needs a moment, and V8 has not optimised its code yet.
  await sleep(5_000)
  await runBurst(service.world, db, mix, 2)
  const { result, used, tookMs } = await createMeter(service, db, workers).measure(() =>
    runBurst(service.world, db, mix),
  )
  const share = mix.coldOneIn === 1 ? 'all cold' : `1 in ${mix.coldOneIn} cold`
  const workerCount = `${workers.length} ${workers.length === 1 ? 'worker' : 'workers'}`
  return {
    situation: `${burstSize} at once, ${share}, ${workerCount}`,
    used: perMessage(withoutIdle(used, idle.used, tookMs / idle.tookMs), result.messages),
    perSecond: result.messages / (result.tookMs / 1000),
  }
}

function printCosts(costs: readonly Cost[], { insertMs, callMs }: BareCosts): void {
  printTable(
    [
      'A message',
      'statements',
      'transactions',
      'calls',
      'worker ms',
      'PostgreSQL ms',
      'bare INSERTs',
      'bare calls',
      'simulator ms',
      'messages/s',
    ],
    costs.map(({ situation, used, perSecond }) => [
      situation,
      used.statements.toFixed(1),
      used.transactions.toFixed(1),
      used.calls.toFixed(1),
      used.workerMs.toFixed(1),
      used.databaseMs.toFixed(1),
      ((used.workerMs + used.databaseMs) / insertMs).toFixed(0),
      (used.workerMs / callMs).toFixed(0),
      used.worldMs.toFixed(1),
      perSecond === null ? '' : perSecond.toFixed(0),
    ]),
  )
  console.log(
    `“bare INSERTs”: worker and PostgreSQL together, in inserts of one row (${insertMs.toFixed(2)} ms of CPU on both sides). “bare calls”: the worker alone, in HTTP calls (${callMs.toFixed(2)} ms).\n`,
  )
}

function printIdle({ used, tookMs }: Idle): void {
  const perMinute = (value: number) => ((value * 60_000) / tookMs).toFixed(0)
  console.log(
    `A minute without messages: ${perMinute(used.statements)} statements, ${perMinute(used.transactions)} transactions, ${perMinute(used.calls)} calls, ${perMinute(used.workerMs)} ms of one worker, ${perMinute(used.databaseMs)} ms of PostgreSQL.\n`,
  )
}

function printDelays(delays: WorldAnswers['trickle']['delays']): void {
  printTable(
    [`One every ${alone.everyMs} ms, by push, arrival to label`, 'median ms', 'p95 ms', 'max ms'],
    mailProviders.map((provider) => {
      const ms = delays[provider]
      return [provider, ...[quantile(ms, 0.5), quantile(ms, 0.95), Math.max(...ms)].map(toWhole)]
    }),
  )
  console.log(
    'Gmail’s delays include 1200 ms that we wait after a notification, Microsoft’s up to 1000 ms in the simulator, which batches notifications as Graph does.\n',
  )
}

function toWhole(value: number): string {
  return value.toFixed(0)
}
