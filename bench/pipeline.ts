import { mailProviders } from '@doorman/domain/mail/mailbox'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { measureBareLimits, type BareLimits } from './pipeline/bare-limits.ts'
import { connect } from './pipeline/connect.ts'
import { openService, type Service } from './pipeline/service.ts'
import { measureFlood, type Flood, type Throughput } from './pipeline/throughput.ts'
import { answerTimeoutMs, sendCommand, type WorldAnswers, type Mix } from './pipeline/world.ts'
import { quantile } from './screening/measure.ts'
import { printTable } from './screening/print-table.ts'

const mailboxesPerProvider = 20
const allCold: Mix = { coldOneIn: 1 }
const ordinary: Mix = { coldOneIn: 10 }
const quiet = { perProvider: 40, everyMs: 300 }

/**
 * Measures how many messages per second go from arrival to our label, how long one takes, and
 * compares with the limits of the machine.
 */
export async function benchPipeline(): Promise<void> {
  console.log(
    `${2 * mailboxesPerProvider} mailboxes, half of each provider; ${availableParallelism()} cores shared by web, workers, PostgreSQL (durable) and, in a process of their own, the simulators\n`,
  )
  const service = await openService()
  const db = new pg.Pool({ connectionString: service.databaseUrl, max: 1 })
  try {
    const limits = await measureBareLimits(service.databaseUrl)
    const workers = [service.startWorker()]
    await connectAllMailboxes(service, db)
    const floods = [
      await measureFlood(service, db, workers, allCold),
      await measureFlood(service, db, workers, ordinary),
    ]
    const delays = await sendCommand(service.world, { do: 'trickle', ...quiet })
    workers.push(service.startWorker())
    floods.push(
      await measureFlood(service, db, workers, allCold),
      await measureFlood(service, db, workers, ordinary),
    )
    printThroughput(floods)
    printDelays(delays)
    printLimits(limits, floods)
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

function printThroughput(floods: readonly Throughput[]): void {
  printTable(
    [
      'All at once, until decided and moved',
      'messages/s',
      'calls per message',
      'transactions per message',
      'worker cores',
      'PostgreSQL cores',
      'simulator cores',
    ],
    floods.map((flood) => [
      `${describe(flood)}, ${flood.messages} messages`,
      toMessagesPerSecond(flood).toFixed(0),
      (flood.calls / flood.messages).toFixed(1),
      (flood.transactions / flood.messages).toFixed(1),
      flood.workerCores.toFixed(2),
      flood.databaseCores.toFixed(2),
      flood.worldCores.toFixed(2),
    ]),
  )
}

function describe({ workers, coldOneIn }: Throughput): string {
  const workerCount = `${workers} ${workers === 1 ? 'worker' : 'workers'}`
  return `${workerCount}, ${coldOneIn === 1 ? 'all cold' : `1 in ${coldOneIn} cold`}`
}

function printDelays(delays: WorldAnswers['trickle']): void {
  printTable(
    [`One every ${quiet.everyMs} ms, by push, arrival to label`, 'median ms', 'p95 ms', 'max ms'],
    mailProviders.map((provider) => {
      const ms = delays[provider]
      return [provider, ...[quantile(ms, 0.5), quantile(ms, 0.95), Math.max(...ms)].map(toWhole)]
    }),
  )
  console.log(
    'Microsoft’s delays include up to 1000 ms in the simulator, which batches notifications as Graph does.\n',
  )
}

function printLimits(limits: BareLimits, floods: readonly Throughput[]): void {
  const row = (name: string, limit: number, used: (flood: Throughput) => number) => [
    name,
    toWhole(limit),
    ...floods.map((flood) => `${((100 * used(flood)) / limit).toFixed(1)} %`),
  ]
  const perSecond = (count: number, { tookMs }: Flood) => count / (tookMs / 1000)
  printTable(
    ['Limits of the machine, each step alone', 'per second', ...floods.map(describe)],
    [
      row('Fastify on loopback, requests', limits.requestsPerSecond, (flood) =>
        perSecond(flood.calls, flood),
      ),
      row('PostgreSQL, commits of one row', limits.commitsPerSecond, (flood) =>
        perSecond(flood.transactions, flood),
      ),
      row('local model, messages per core-second', limits.judgedPerSecond, toMessagesPerSecond),
    ],
  )
}

function toMessagesPerSecond({ messages, tookMs }: Flood): number {
  return messages / (tookMs / 1000)
}

function toWhole(value: number): string {
  return value.toFixed(0)
}
