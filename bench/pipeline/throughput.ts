import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { loadCoreSeconds, loadFamilyCoreSeconds, loadParentPid } from './core-seconds.ts'
import type { Service } from './service.ts'
import { patienceMs, tell, type Mix } from './world.ts'

/** As many as Gmail's quota lets pass without a pause. */
const mailsPerMailbox = 10

/** `tookMs`: until every mail was decided, and the cold ones lay under our label. */
export type Flood = { readonly mails: number; readonly tookMs: number; readonly calls: number }

export type Throughput = Flood &
  Mix & {
    readonly workers: number
    readonly transactions: number
    /** Of all worker processes together, while it lasted. */
    readonly workerCores: number
    readonly databaseCores: number
    readonly worldCores: number
  }

/** How much mail passes, and what of the machine it takes. */
export async function measureFlood(
  { world }: Service,
  db: pg.Pool,
  workers: readonly ChildProcess[],
  mix: Mix,
): Promise<Throughput> {
  // Whoever has just begun needs a moment, and code that runs for the first time is slow.
  await sleep(5_000)
  await passThrough(world, db, { perMailbox: 2, ...mix })
  const postmaster = await findPostmaster(db)
  const loadCores = () =>
    Promise.all([
      loadFamilyCoreSeconds(postmaster),
      loadCoreSeconds(world.pid),
      ...workers.map(({ pid }) => loadCoreSeconds(pid)),
    ])
  const transactionsBefore = await countTransactions(db)
  const coresBefore = await loadCores()
  const flood = await passThrough(world, db, { perMailbox: mailsPerMailbox, ...mix })
  const coresAfter = await loadCores()
  const [databaseCores = NaN, worldCores = NaN, ...workerCores] = coresAfter.map(
    (seconds, place) => (seconds - (coresBefore[place] ?? NaN)) / (flood.tookMs / 1000),
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

async function passThrough(
  world: ChildProcess,
  db: pg.Pool,
  flood: { readonly perMailbox: number } & Mix,
): Promise<Flood> {
  const decidedBefore = await countDecided(db)
  const callsBefore = await tell(world, { do: 'count-calls' })
  const startedAt = performance.now()
  const passed = await tell(world, { do: 'flood', ...flood })
  const signal = AbortSignal.timeout(patienceMs)
  while ((await countDecided(db)) < decidedBefore + passed.mails)
    await sleep(20, undefined, { signal })
  const tookMs = performance.now() - startedAt
  const calls = (await tell(world, { do: 'count-calls' })) - callsBefore
  return { ...passed, tookMs, calls }
}

async function countDecided(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ count: string }>('select count(*) from decisions')
  return Number(rows[0]?.count)
}

/** The parent of whoever serves us. */
async function findPostmaster(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  return loadParentPid(rows[0]?.pid)
}

/** Statistics come a moment late. */
async function countTransactions(db: pg.Pool): Promise<number> {
  await sleep(1_500)
  const { rows } = await db.query<{ count: string }>(
    'select xact_commit as count from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.count)
}
