import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { canEnter } from './account.ts'
import { startEmbeddedPostgres } from './start-postgres.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }
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

test('a second start is refused and leaves the first alone', async () => {
  await expect(startEmbeddedPostgres({ dataDir: owner.home })).rejects.toThrow(
    `Another Doorman is using the data in ${owner.home}. Stop it first.`,
  )
  expect(await ask(owner.url, 'select 1')).toBe(1)
})

test('a short command shares the server of a running Doorman and leaves it running', async () => {
  const guest = await startEmbeddedPostgres({ dataDir: owner.home, mayShare: true })
  expect(guest.url).toBe(owner.url)
  await guest.stop()
  expect(await ask(owner.url, 'select 1')).toBe(1)
})

test('a server that is killed comes back on the same port', async () => {
  process.kill(await loadPid(owner), 'SIGKILL')
  expect(await askUntilAnswered(owner.url, 'select 1')).toBe(1)
})

test('a server whose owner was killed is taken over with what it holds', async () => {
  const first = await start()
  await ask(first.url, 'create table kept ()')
  first.process.kill('SIGKILL')
  await once(first.process, 'exit')
  const pid = await loadPid(first)

  const second = await start()
  expect(await loadPid(second)).toBe(pid)
  expect(await ask(second.url, `select to_regclass('kept') is not null`)).toBe(true)
  await second.stop()
  await expect(ask(second.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('a cluster whose making was interrupted is made anew', async () => {
  const abandoned = join(folder, 'postgres', 'cluster.partial-999999')
  await mkdir(abandoned, { recursive: true })
  await writeFile(join(abandoned, 'PG_VERSION'), '18')
  const server = await start()
  expect(await ask(server.url, 'select 1')).toBe(1)
  await expect(readFile(join(abandoned, 'PG_VERSION'))).rejects.toThrow('ENOENT')
})

test('real data is written durably, and stopping twice is stopping once', async () => {
  const server = await startEmbeddedPostgres({ dataDir: folder })
  try {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
      expect(await ask(server.url, `select current_setting('${setting}')`)).toBe('on')
    expect(await ask(server.url, `select current_setting('listen_addresses')`)).toBe('127.0.0.1')
  } finally {
    await Promise.all([server.stop(), server.stop()])
  }
  await server.stop()
  await expect(ask(server.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('under a folder for root alone the data lives elsewhere', async ({ skip }) => {
  skip(!isRoot, 'needs root')
  await chmod(folder, 0o700)
  const server = await start()
  expect(server.home).toMatch(/^\/var\/lib\/doorman\/[0-9a-f]{12}$/)
  expect(await ask(server.url, 'select 1')).toBe(1)
})

test('an ordinary user needs no other account', async ({ skip }) => {
  skip(!isRoot, 'every other test shows it')
  skip(!(await canEnter(nobody, repository)), 'no ordinary user can read this checkout')
  await chmod(folder, 0o777)
  const server = await start(nobody)
  expect(await ask(server.url, 'select 1')).toBe(1)
})

async function start(account?: typeof nobody): Promise<TestServer> {
  const dataDir = join(folder, 'postgres')
  const server = await startTestServer(account ? { dataDir, account } : { dataDir })
  running.push(server)
  return server
}

async function loadPid({ home }: TestServer): Promise<number> {
  return Number.parseInt(await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8'), 10)
}

/** The only value of the only row. */
async function ask(url: string, query: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  await client.connect()
  const { rows } = await client
    .query<unknown[]>({ text: query, rowMode: 'array' })
    .finally(() => client.end())
  return rows[0]?.[0]
}

async function askUntilAnswered(url: string, query: string): Promise<unknown> {
  for (;;) {
    const answer = await ask(url, query).catch(() => null)
    if (answer !== null) return answer
    await sleep(50)
  }
}
