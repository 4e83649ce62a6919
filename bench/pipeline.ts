import { providers } from '@doorman/domain/mailbox'
import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { measureBareLimits, type BareLimits } from './pipeline/bare-limits.ts'
import { connect } from './pipeline/connect.ts'
import { loadCoreSeconds } from './pipeline/core-seconds.ts'
import { openService, type Service } from './pipeline/service.ts'
import { tell, type Answers, type Flood } from './pipeline/world.ts'
import { quantile } from './screening/measure.ts'
import { printTable } from './screening/print-table.ts'

const mailboxesPerProvider = 20
/** As many as Gmail's quota lets pass without a pause. */
const mailsPerMailbox = 10
const quiet = { perProvider: 40, everyMs: 300 }
const patienceMs = 120_000

type Throughput = Flood & {
  readonly workers: number
  readonly transactions: number
  /** Of all worker processes together, while it lasted. */
  readonly workerCores: number
  readonly worldCores: number
}

/** How much mail passes from its arrival to our label, and how soon, beside what the machine could do. */
export async function benchPipeline(): Promise<void> {
  console.log(
    `${2 * mailboxesPerProvider} mailboxes, half of each provider; ${availableParallelism()} cores shared by web, workers, PostgreSQL (durable) and, in a process of their own, the simulators\n`,
  )
  const service = await openService()
  const db = new pg.Pool({ connectionString: service.databaseUrl, max: 1 })
  try {
    const limits = await measureBareLimits(service.databaseUrl)
    const workers = [service.startWorker()]
    await connectEverybody(service, db)
    const alone = await measureFlood(service, db, workers)
    const delays = await tell(service.world, { do: 'trickle', ...quiet })
    workers.push(service.startWorker())
    const together = await measureFlood(service, db, workers)
    printThroughput([alone, together])
    printDelays(delays)
    printLimits(limits, [alone, together])
  } finally {
    await db.end()
    await service.stop()
  }
}

/** Until all have been looked at once, and the covers of the blog are painted. */
async function connectEverybody({ publicUrl, world }: Service, db: pg.Pool): Promise<void> {
  const owners = await tell(world, { do: 'add-mailboxes', perProvider: mailboxesPerProvider })
  for (const [place, owner] of owners.entries()) await connect(publicUrl, owner, place)
  const isSettled = async () => {
    const { rows } = await db.query(
      `select from mailboxes where sync_status <> 'synced' union all
       select from pgboss.job where state < 'completed' and name in ('sync-mailbox', 'paint-cover')`,
    )
    return rows.length === 0
  }
  const signal = AbortSignal.timeout(patienceMs)
  while (!(await isSettled())) await sleep(100, undefined, { signal })
}

async function measureFlood(
  { world }: Service,
  db: pg.Pool,
  workers: readonly ChildProcess[],
): Promise<Throughput> {
  // Whoever has just begun needs a moment, and code that runs for the first time is slow.
  await sleep(5_000)
  await tell(world, { do: 'flood', perMailbox: 2 })
  const processes = [world, ...workers]
  const coresBefore = await Promise.all(processes.map(loadCoreSeconds))
  const transactionsBefore = await countTransactions(db)
  const flood = await tell(world, { do: 'flood', perMailbox: mailsPerMailbox })
  const coresAfter = await Promise.all(processes.map(loadCoreSeconds))
  const [worldCores = NaN, ...workerCores] = coresAfter.map(
    (seconds, place) => (seconds - (coresBefore[place] ?? NaN)) / (flood.tookMs / 1000),
  )
  return {
    ...flood,
    workers: workers.length,
    transactions: (await countTransactions(db)) - transactionsBefore,
    workerCores: workerCores.reduce((sum, cores) => sum + cores, 0),
    worldCores,
  }
}

/** Statistics come a moment late. */
async function countTransactions(db: pg.Pool): Promise<number> {
  await sleep(1_500)
  const { rows } = await db.query<{ count: string }>(
    'select xact_commit as count from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.count)
}

function printThroughput(floods: readonly Throughput[]): void {
  printTable(
    [
      'All at once, arrival to label',
      'mails/s',
      'calls a mail',
      'transactions a mail',
      'workers’ cores',
      'simulators’ cores',
    ],
    floods.map((flood) => [
      `${flood.workers} worker ${flood.workers === 1 ? 'process' : 'processes'}, ${flood.mails} mails`,
      toMailsPerSecond(flood).toFixed(0),
      (flood.calls / flood.mails).toFixed(1),
      (flood.transactions / flood.mails).toFixed(1),
      flood.workerCores.toFixed(2),
      flood.worldCores.toFixed(2),
    ]),
  )
}

function printDelays(delays: Answers['trickle']): void {
  printTable(
    [`One every ${quiet.everyMs} ms, by push, arrival to label`, 'median ms', 'p95 ms', 'max ms'],
    providers.map((provider) => {
      const ms = delays[provider]
      return [provider, ...[quantile(ms, 0.5), quantile(ms, 0.95), Math.max(...ms)].map(toWhole)]
    }),
  )
  console.log(
    'Up to 1000 ms of Microsoft’s are the simulator’s, which gathers notifications as Graph does.\n',
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
    ['What the machine does of one thing alone', 'a second', 'used by 1 worker', 'by 2'],
    [
      row('Fastify on loopback, requests', limits.requestsPerSecond, (flood) =>
        perSecond(flood.calls, flood),
      ),
      row('PostgreSQL, commits of one row', limits.commitsPerSecond, (flood) =>
        perSecond(flood.transactions, flood),
      ),
      row('local model, mails a core-second', limits.judgedPerSecond, toMailsPerSecond),
    ],
  )
}

function toMailsPerSecond({ mails, tookMs }: Flood): number {
  return mails / (tookMs / 1000)
}

function toWhole(value: number): string {
  return value.toFixed(0)
}
