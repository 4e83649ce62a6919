import { startEmbeddedPostgres } from '@doorman/db/embedded/start-postgres'
import { migrate } from '@doorman/db/migrate'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openProbes } from './open-probes.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'doorman-doctor-'))
  // As root, PostgreSQL runs as somebody else, who has to get there.
  chmodSync(dataDir, 0o755)
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('the embedded database is asked while it runs, or started for the question and stopped again', async () => {
  const { askDatabase } = openProbes(new AbortController().signal, 60_000)
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })
  await migrate(postgres.url)
  const fine = { kind: 'answered', pending: [], unsafe: [], seals: [] }
  expect(await askDatabase({ dataDir })).toMatchObject(fine)

  await postgres.stop()
  expect(await askDatabase({ dataDir })).toMatchObject(fine)
  expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false)
}, 60_000)
