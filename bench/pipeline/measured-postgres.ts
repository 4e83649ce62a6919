import { startTestServer, type TestServer } from '@doorman/db/testing/test-postgres'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type MeasuredPostgres = Pick<TestServer, 'url' | 'stop'> & {
  /** For the benchmarks themselves: statements of this role are not the product's. */
  readonly superuserUrl: string
}

/** A durable PostgreSQL that counts statements with pg_stat_statements. */
export async function startMeasuredPostgres(): Promise<MeasuredPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorman-bench-'))
  // PostgreSQL may run as another user, which must be able to enter.
  await chmod(dataDir, 0o755)
  // The library is loaded at the start of the server, and only a superuser may configure that.
  const first = await startTestServer({ dataDir, isDurable: true })
  await asSuperuser(
    first.url,
    `alter system set shared_preload_libraries = 'pg_stat_statements'`,
    'alter system set pg_stat_statements.max = 10000',
  )
  await first.stop()
  const server = await startTestServer({ dataDir, isDurable: true })
  await asSuperuser(server.url, 'create extension pg_stat_statements')
  return {
    url: server.url,
    superuserUrl: toSuperuser(server.url),
    async stop() {
      await server.stop()
      for (const path of [dataDir, server.home]) await rm(path, { recursive: true, force: true })
    },
  }
}

/** The superuser of the embedded server has the same password as our own role. */
function toSuperuser(url: string): string {
  const address = new URL(url)
  address.username = 'postgres'
  return address.href
}

async function asSuperuser(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: toSuperuser(url) })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
