import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { loadCoreSeconds, loadFamilyCoreSeconds, loadParentPid } from './core-seconds.ts'
import type { Service } from './service.ts'
import { answerTimeoutMs, sendCommand } from './world.ts'

/** Resources that the product has used. CPU times are in milliseconds. */
export type Usage = {
  /** Statements of web and workers in pg_stat_statements, `begin` and `commit` included. */
  readonly statements: number
  /** The benchmark's own statements, one transaction each, are subtracted. */
  readonly transactions: number
  /** Requests to the simulated providers. */
  readonly calls: number
  readonly workerMs: number
  readonly databaseMs: number
  readonly worldMs: number
}

export type Meter = {
  /** The resources used while `run` runs, and until PostgreSQL has reported its part. */
  measure<Result>(
    run: () => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly used: Usage; readonly tookMs: number }>
}

/** An idle connection of PostgreSQL reports its transactions after up to ten seconds. */
const reportDelayMs = 11_000

/** `db` connects to the `observerUrl` of the service. */
export function createMeter(
  { world, databaseUrl }: Service,
  db: pg.Pool,
  workers: readonly ChildProcess[],
): Meter {
  async function load(): Promise<Usage> {
    const committed = await loadNumber(
      `select xact_commit from pg_stat_database where datname = current_database()`,
    )
    const statements = await countStatements(true)
    const transactions = committed - (await countStatements(false))
    const calls = await sendCommand(world, { do: 'count-calls' })
    const backend = await loadNumber('select pg_backend_pid()')
    const [database, simulators, ...workersUsed] = await Promise.all([
      loadFamilyCoreSeconds(await loadParentPid(backend)),
      loadCoreSeconds(world.pid),
      ...workers.map(({ pid }) => loadCoreSeconds(pid)),
    ])
    return {
      statements,
      transactions,
      calls,
      workerMs: 1000 * workersUsed.reduce((sum, seconds) => sum + seconds, 0),
      databaseMs: 1000 * database,
      worldMs: 1000 * simulators,
    }
  }

  const { username } = new URL(databaseUrl)
  function countStatements(isOfProduct: boolean): Promise<number> {
    return loadNumber(
      `select coalesce(sum(calls), 0) from pg_stat_statements(false)
       where dbid = (select oid from pg_database where datname = current_database())
         and (userid = '${username}'::regrole) = ${isOfProduct}`,
    )
  }

  /** Work that follows a decision, such as a move, must not be reported in the next measurement. */
  async function waitUntilReported(): Promise<void> {
    const countJobs = () =>
      loadNumber(`select count(*) from pgboss.job_common
        where state = 'active' or state < 'active' and start_after <= now()`)
    const signal = AbortSignal.timeout(answerTimeoutMs)
    while ((await countJobs()) > 0) await sleep(100, undefined, { signal })
    await sleep(reportDelayMs)
  }

  async function loadNumber(statement: string): Promise<number> {
    const { rows } = await db.query<{ value: string }>(
      `select value from (${statement}) as it (value)`,
    )
    return Number(rows[0]?.value)
  }

  return {
    async measure(run) {
      await waitUntilReported()
      const before = await load()
      const startedAt = performance.now()
      const result = await run()
      await waitUntilReported()
      const used = subtract(await load(), before)
      return { result, used, tookMs: performance.now() - startedAt }
    },
  }
}

/** Subtracts the usage of an idle service. `times`: how much longer than `idle` it took. */
export function withoutIdle(used: Usage, idle: Usage, times: number): Usage {
  return map((name) => Math.max(0, used[name] - times * idle[name]))
}

export function perMessage(used: Usage, messages: number): Usage {
  return map((name) => used[name] / messages)
}

function subtract(after: Usage, before: Usage): Usage {
  return map((name) => after[name] - before[name])
}

function map(toValue: (name: keyof Usage) => number): Usage {
  return {
    statements: toValue('statements'),
    transactions: toValue('transactions'),
    calls: toValue('calls'),
    workerMs: toValue('workerMs'),
    databaseMs: toValue('databaseMs'),
    worldMs: toValue('worldMs'),
  }
}
