import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { judgeMail } from '@doorman/cli/screening/judge-mail'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import pg from 'pg'
import { listMails } from '../screening/mails.ts'
import { measure } from '../screening/measure.ts'
import { withBareServer } from './with-bare-server.ts'

export type BareLimits = {
  readonly requestsPerSecond: number
  readonly commitsPerSecond: number
  readonly judgedPerSecond: number
}

const measuredMs = 4_000
/** As many as the product itself has connections to its database. */
const atOnce = 20

/** What this machine can do of each thing the pipeline is made of, if it does nothing else. */
export async function measureBareLimits(databaseUrl: string): Promise<BareLimits> {
  return {
    requestsPerSecond: await measureRequests(),
    commitsPerSecond: await measureCommits(databaseUrl),
    judgedPerSecond: await measureModel(),
  }
}

async function measureRequests(): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
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
  const pool = new pg.Pool({ connectionString, max: atOnce })
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
  const { perCoreSecond } = await measure(listMails(), (mail) =>
    judgeMail({ ...mail, id: '', where: '' }, judge),
  )
  return perCoreSecond
}

async function countPerSecond(act: () => Promise<unknown>): Promise<number> {
  let done = 0
  const startedAt = performance.now()
  const endAt = startedAt + measuredMs
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (; performance.now() < endAt; done += 1) await act()
    }),
  )
  return done / ((performance.now() - startedAt) / 1000)
}
