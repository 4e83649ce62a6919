import { findFreePort } from '@doorman/cli/product/find-free-port'
import { startEmbeddedPostgres } from '@doorman/db/embedded/start-postgres'
import { migrate } from '@doorman/db/migrate'
import { startTestServer } from '@doorman/db/testing/test-postgres'
import { formatTokenKey } from '@doorman/runtime/secrets/token-keys'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { buildDoorman, doormanEnv } from './built-doorman.ts'
import { loadCoreSeconds } from './pipeline/core-seconds.ts'
import { printTable } from './screening/print-table.ts'
import {
  loadCommandSeconds,
  loadMegabytes,
  loadSecondsUntilReady,
  start,
  stop,
  type Program,
} from './start/processes.ts'

const toPath = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const sources: Program = { path: toPath('apps/cli/src/main.ts'), env: {} }
const viaUp: Program = { path: toPath('scripts/up.mjs'), env: {} }

/** After this time a process has finished its own work after the start, and has freed memory. */
const settleMs = 10_000

type Row = readonly [what: string, seconds: number, megabytes: number]

/**
 * Measures the CPU until a process is ready and its memory afterwards, from sources and from the
 * bundle. Each is started twice: the first start fills Node's cache of compiled code, and paints the
 * covers of the blog.
 */
export async function benchStart(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'doorman-bench-start-'))
  // PostgreSQL may run as another user, which must be able to enter.
  await chmod(folder, 0o755)
  try {
    const bundle: Program = { path: await buildDoorman(), env: doormanEnv }
    const before = [...(await measureService(sources)), ...(await measureDemo(sources, folder))]
    const after = [...(await measureService(bundle)), ...(await measureDemo(viaUp, folder))]
    printTable(
      ['', 'sources: CPU s', 'MB', 'bundle: CPU s', 'MB'],
      after.map(([what, seconds, megabytes]) => {
        const [, oldSeconds, oldMegabytes] = before.find(([same]) => same === what) ?? []
        return [what, ...[oldSeconds, oldMegabytes, seconds, megabytes].map(toCell)]
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function toCell(value: number = NaN, index: number): string {
  return Number.isNaN(value) ? '' : value.toFixed(index % 2 === 0 ? 2 : 0)
}

async function measureService(program: Program): Promise<Row[]> {
  const postgres = await startTestServer({ isDurable: true })
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  const token = randomBytes(32).toString('base64')
  const settings = {
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: postgres.url,
    DOORMAN_SECRET: randomBytes(32).toString('base64'),
    TOKEN_KEYS: formatTokenKey({ version: 1, key: randomBytes(32) }),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Doorman <doorman@doorman.example>',
    METRICS_TOKEN: token,
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'error',
  }
  const startBoth = async () => {
    const web = start(program, ['web'], settings)
    const webSeconds = await loadSecondsUntilReady(web, `http://localhost:${port}/readyz`)
    const worker = start(program, ['worker'], settings)
    const workerSeconds = await loadSecondsUntilReady(
      worker,
      `http://localhost:${metricsPort}/metrics`,
      { authorization: `Bearer ${token}` },
    )
    await sleep(settleMs)
    await whenPainted(postgres.url)
    const rows: Row[] = [
      ['doorman web', webSeconds, await loadMegabytes(web.pid)],
      ['doorman worker', workerSeconds, await loadMegabytes(worker.pid)],
    ]
    await Promise.all([web, worker].map(stop))
    return rows
  }
  try {
    await migrate(postgres.url)
    const first = await startBoth()
    const second = await startBoth()
    const commands: Row[] = []
    for (const command of ['help', 'migrate', 'audit verify'])
      commands.push([
        `doorman ${command}`,
        await loadCommandSeconds(program, command.split(' '), settings),
        NaN,
      ])
    return [
      ...first.map(([what, ...rest]): Row => [`${what}, first`, ...rest]),
      ...second,
      ...commands,
    ]
  } finally {
    await postgres.stop()
    await rm(postgres.home, { recursive: true, force: true })
  }
}

/** The demo as `npm start` runs it. `up.mjs` starts the product as its child process. */
async function measureDemo(program: Program, folder: string): Promise<Row[]> {
  const dataDir = await mkdtemp(join(folder, 'demo-'))
  await chmod(dataDir, 0o755)
  const port = await findFreePort()
  const settings = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const rows: Row[] = []
  for (const which of ['first', 'second']) {
    const child = start(program, ['start'], settings)
    const ownSeconds = await loadSecondsUntilReady(child, `http://localhost:${port}/readyz`)
    const product = program === viaUp ? await findChild(child.pid) : child.pid
    const productSeconds = program === viaUp ? await loadCoreSeconds(product) : ownSeconds
    await sleep(settleMs)
    const shared = { dataDir: join(dataDir, 'postgres'), mayShare: true }
    await whenPainted((await startEmbeddedPostgres(shared)).url)
    rows.push([`npm start, ${which}`, productSeconds, await loadMegabytes(product)])
    if (program === viaUp)
      rows.push([`its scripts/up.mjs, ${which}`, ownSeconds, await loadMegabytes(child.pid)])
    await stop(child)
  }
  return rows
}

async function findChild(pid: number | undefined): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')[0])
}

async function whenPainted(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const isPainting = async () => {
    const { rows } = await client.query(
      `select from pgboss.job where name = 'paint-cover' and state < 'completed' limit 1`,
    )
    return rows.length > 0
  }
  while (await isPainting()) await sleep(200)
  await client.end()
}
