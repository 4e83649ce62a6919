import { whenThorough } from '@doorman/domain/testing/sample'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { canEnter } from './system-user.ts'
import { startEmbeddedPostgres } from './start-postgres.ts'
import { startTestServer, type TestServer } from '../testing/test-postgres.ts'

const isRoot = process.getuid?.() === 0
const ordinaryUser = { uid: 65_534, gid: 65_534 }
const repository = fileURLToPath(new URL('../../../..', import.meta.url))

let owner: TestServer
let folder: string
let running: TestServer[]

beforeAll(async () => {
  owner = await startTestServer()
})
afterAll(() => owner.stop())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorman-embedded-'))
  await chmod(folder, 0o755)
  running = []
})

afterEach(async () => {
  for (const server of running) await server.stop()
  for (const home of running.map((server) => server.home))
    await rm(home, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

test('a second start on the same data fails and the first server keeps running', async () => {
  await expect(startEmbeddedPostgres({ dataDir: owner.home })).rejects.toThrow(
    `Another Doorman is using the data in ${owner.home}. Stop it first.`,
  )
  expect(await query(owner.url, 'select 1')).toBe(1)
})

test('a short command shares the server of a running Doorman and leaves it running', async () => {
  const guest = await startEmbeddedPostgres({ dataDir: owner.home, mayShare: true })
  expect(guest.url).toBe(owner.url)
  await guest.stop()
  expect(await query(owner.url, 'select 1')).toBe(1)
})

test('a killed server is restarted on the same port', async () => {
  process.kill(await loadPid(owner), 'SIGKILL')
  expect(await queryUntilAnswered(owner.url, 'select 1')).toBe(1)
})

test('a start takes over the server of a killed owner, with its data', async () => {
  const first = await start()
  await query(first.url, 'create table kept ()')
  first.process.kill('SIGKILL')
  await once(first.process, 'exit')
  const pid = await loadPid(first)

  const second = await start()
  expect(await loadPid(second)).toBe(pid)
  expect(await query(second.url, `select to_regclass('kept') is not null`)).toBe(true)
  await second.stop()
  await expect(query(second.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

whenThorough(test)('a cluster whose creation was interrupted is created again', async () => {
  const abandoned = join(folder, 'postgres', 'cluster.partial-999999')
  await mkdir(abandoned, { recursive: true })
  await writeFile(join(abandoned, 'PG_VERSION'), '18')
  const server = await start()
  expect(await query(server.url, 'select 1')).toBe(1)
  await expect(readFile(join(abandoned, 'PG_VERSION'))).rejects.toThrow('ENOENT')
})

test('the default settings are durable, and a second stop does nothing', async () => {
  const server = await startEmbeddedPostgres({ dataDir: folder })
  try {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
      expect(await query(server.url, `select current_setting('${setting}')`)).toBe('on')
    expect(await query(server.url, `select current_setting('listen_addresses')`)).toBe('127.0.0.1')
  } finally {
    await Promise.all([server.stop(), server.stop()])
  }
  await server.stop()
  await expect(query(server.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

whenThorough(test)(
  'the data is in /var/lib/doorman if only root can enter the data folder',
  async ({ skip }) => {
    skip(!isRoot, 'needs root')
    await chmod(folder, 0o700)
    const server = await start()
    expect(server.home).toMatch(/^\/var\/lib\/doorman\/[0-9a-f]{12}$/)
    expect(await query(server.url, 'select 1')).toBe(1)
  },
)

whenThorough(test)('a user other than root runs PostgreSQL as itself', async ({ skip }) => {
  skip(!isRoot, 'the other tests already run as such a user')
  skip(!(await canEnter(ordinaryUser, repository)), 'only root can read this checkout')
  await chmod(folder, 0o777)
  const server = await start(ordinaryUser)
  expect(await query(server.url, 'select 1')).toBe(1)
})

async function start(systemUser?: typeof ordinaryUser): Promise<TestServer> {
  const dataDir = join(folder, 'postgres')
  const server = await startTestServer(systemUser ? { dataDir, systemUser } : { dataDir })
  running.push(server)
  return server
}

async function loadPid({ home }: TestServer): Promise<number> {
  return Number.parseInt(await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8'), 10)
}

/** Returns the only value of the only row. */
async function query(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  await client.connect()
  const { rows } = await client
    .query<unknown[]>({ text, rowMode: 'array' })
    .finally(() => client.end())
  return rows[0]?.[0]
}

async function queryUntilAnswered(url: string, text: string): Promise<unknown> {
  for (;;) {
    const value = await query(url, text).catch(() => null)
    if (value !== null) return value
    await sleep(50)
  }
}
