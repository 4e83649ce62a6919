import { once } from 'node:events'
import { Agent, get } from 'node:http'
import pg from 'pg'
import { loadFamilyCoreSeconds, loadParentPid } from './core-seconds.ts'
import { withBareServer } from './with-bare-server.ts'

/** CPU time, in milliseconds, of the smallest possible steps on this machine. */
export type BareCosts = {
  /** An INSERT of one row that commits: our side and PostgreSQL's. */
  readonly insertMs: number
  /** A GET of a few bytes over an open connection, our side alone. */
  readonly callMs: number
}

const repetitions = 3_000

export async function measureBareCosts(databaseUrl: string): Promise<BareCosts> {
  return { insertMs: await measureInsert(databaseUrl), callMs: await measureCall() }
}

async function measureInsert(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(
      'create table bench_rows (id bigint generated always as identity, word text)',
    )
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const postmaster = await loadParentPid(rows[0]?.pid)
    const insert = { name: 'insert', text: 'insert into bench_rows (word) values ($1)' }
    const before = await loadFamilyCoreSeconds(postmaster)
    const ownMs = await measureOwn(() => client.query(insert, ['pitch']))
    const databaseMs = 1000 * ((await loadFamilyCoreSeconds(postmaster)) - before)
    return ownMs + databaseMs / repetitions
  } finally {
    await client.query('drop table if exists bench_rows')
    await client.end()
  }
}

async function measureCall(): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    return await withBareServer((url) =>
      measureOwn(async () => {
        const [response] = await once(get(url, { agent }), 'response')
        response.resume()
        await once(response, 'end')
      }),
    )
  } finally {
    agent.destroy()
  }
}

/** The CPU time of this process per repetition, one after the other. */
async function measureOwn(step: () => Promise<unknown>): Promise<number> {
  for (let count = 0; count < repetitions / 10; count += 1) await step()
  const before = process.cpuUsage()
  for (let count = 0; count < repetitions; count += 1) await step()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / repetitions
}
