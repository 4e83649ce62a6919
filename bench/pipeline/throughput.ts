import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { loadCoreSeconds, loadFamilyCoreSeconds, loadParentPid } from './core-seconds.ts'
import type { Service } from './service.ts'
import { answerTimeoutMs, sendCommand, type Mix } from './world.ts'

/** As many as Gmail's quota allows without a wait. */
const messagesPerMailbox = 10

/** `tookMs`: until every message was decided and every cold one had our label. */
export type Flood = { readonly messages: number; readonly tookMs: number; readonly calls: number }

export type Throughput = Flood &
  Mix & {
    readonly workers: number
    readonly transactions: number
    /** Cores used by all worker processes together during the flood. */
    readonly workerCores: number
    readonly databaseCores: number
    readonly worldCores: number
  }

/** Measures how many messages pass per second, and how many cores each part uses. */
export async function measureFlood(
  { world }: Service,
  db: pg.Pool,
  workers: readonly ChildProcess[],
  mix: Mix,
): Promise<Throughput> {
  // Warm up: a new worker needs a moment, and V8 has not optimised its code yet.
  await sleep(5_000)
  await runFlood(world, db, { perMailbox: 2, ...mix })
  const postmaster = await findPostmaster(db)
  const loadCores = () =>
    Promise.all([
      loadFamilyCoreSeconds(postmaster),
      loadCoreSeconds(world.pid),
      ...workers.map(({ pid }) => loadCoreSeconds(pid)),
    ])
  const transactionsBefore = await countTransactions(db)
  const coresBefore = await loadCores()
  const flood = await runFlood(world, db, { perMailbox: messagesPerMailbox, ...mix })
  const coresAfter = await loadCores()
  const [databaseCores = NaN, worldCores = NaN, ...workerCores] = coresAfter.map(
    (seconds, index) => (seconds - (coresBefore[index] ?? NaN)) / (flood.tookMs / 1000),
  )
  return {
    ...flood,
    ...mix,
    workers: workers.length,
    transactions: (await countTransactions(db)) - transactionsBefore,
    workerCores: workerCores.reduce((sum, cores) => sum + cores, 0),
    databaseCores,
    worldCores,
  }
}

async function runFlood(
  world: ChildProcess,
  db: pg.Pool,
  flood: { readonly perMailbox: number } & Mix,
): Promise<Flood> {
  const decidedBefore = await countDecided(db)
  const callsBefore = await sendCommand(world, { do: 'count-calls' })
  const startedAt = performance.now()
  const passed = await sendCommand(world, { do: 'flood', ...flood })
  const signal = AbortSignal.timeout(answerTimeoutMs)
  while ((await countDecided(db)) < decidedBefore + passed.messages)
    await sleep(20, undefined, { signal })
  const tookMs = performance.now() - startedAt
  const calls = (await sendCommand(world, { do: 'count-calls' })) - callsBefore
  return { ...passed, tookMs, calls }
}

async function countDecided(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ count: string }>('select count(*) from decisions')
  return Number(rows[0]?.count)
}

/** The parent process of our connection's backend. */
async function findPostmaster(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  return loadParentPid(rows[0]?.pid)
}

/** PostgreSQL updates its statistics with a delay of about a second. */
async function countTransactions(db: pg.Pool): Promise<number> {
  await sleep(1_500)
  const { rows } = await db.query<{ count: string }>(
    'select xact_commit as count from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.count)
}
