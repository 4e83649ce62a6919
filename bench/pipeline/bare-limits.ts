import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { screenMessage } from '@doorman/cli/exported-mail/screen-message'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import pg from 'pg'
import { listBenchMessages } from '../screening/bench-messages.ts'
import { measure } from '../screening/measure.ts'
import { withBareServer } from './with-bare-server.ts'

export type BareLimits = {
  readonly requestsPerSecond: number
  readonly commitsPerSecond: number
  readonly judgedPerSecond: number
}

const measuredMs = 4_000
/** Equals the number of the product's database connections. */
const concurrency = 20

/** How often per second this machine can do each step of the pipeline by itself. */
export async function measureBareLimits(databaseUrl: string): Promise<BareLimits> {
  return {
    requestsPerSecond: await measureRequests(),
    commitsPerSecond: await measureCommits(databaseUrl),
    judgedPerSecond: await measureModel(),
  }
}

async function measureRequests(): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  try {
    return await withBareServer((url) =>
      countPerSecond(async () => {
        const [response] = await once(get(url, { agent }), 'response')
        response.resume()
        await once(response, 'end')
      }),
    )
  } finally {
    agent.destroy()
  }
}

async function measureCommits(connectionString: string): Promise<number> {
  const pool = new pg.Pool({ connectionString, max: concurrency })
  try {
    await pool.query('create table bench_rows (id bigint generated always as identity, word text)')
    return await countPerSecond(() =>
      pool.query('insert into bench_rows (word) values ($1)', ['pitch']),
    )
  } finally {
    await pool.query('drop table if exists bench_rows')
    await pool.end()
  }
}

async function measureModel(): Promise<number> {
  const { judge } = loadLocalModel()
  const { perCoreSecond } = await measure(listBenchMessages(), (message) =>
    screenMessage({ ...message, id: '', where: '' }, judge),
  )
  return perCoreSecond
}

async function countPerSecond(work: () => Promise<unknown>): Promise<number> {
  let done = 0
  const startedAt = performance.now()
  const endAt = startedAt + measuredMs
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (; performance.now() < endAt; done += 1) await work()
    }),
  )
  return done / ((performance.now() - startedAt) / 1000)
}
