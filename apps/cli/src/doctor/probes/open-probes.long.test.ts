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
  // When the tests run as root, PostgreSQL runs as another user that must reach this folder.
  chmodSync(dataDir, 0o755)
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('a running embedded database is used; a stopped one is started and stopped again', async () => {
  const { askDatabase } = openProbes(new AbortController().signal, 60_000)
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })
  await migrate(postgres.url)
  const healthy = {
    kind: 'answered',
    pendingMigrations: [],
    unsafeSettings: [],
    tokenCounts: [],
  }
  expect(await askDatabase({ dataDir })).toMatchObject(healthy)

  await postgres.stop()
  expect(await askDatabase({ dataDir })).toMatchObject(healthy)
  expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false)
}, 60_000)
