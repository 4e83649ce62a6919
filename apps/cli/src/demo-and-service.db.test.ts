import { openDb } from '@doorman/db/client'
import { claimDatabase } from '@doorman/db/demo-mark'
import { users } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { dayMs, minuteMs } from '@doorman/domain/time'
import { loadConfig } from '@doorman/runtime/config/config'
import { createLogger } from '@doorman/runtime/logger'
import { formatTokenKey } from '@doorman/runtime/secrets/token-keys'
import { fakePasswordCost, fakeSecret, fakeTokenKey } from '@doorman/runtime/testing/fake-runtime'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { admin } from './commands/admin.ts'
import { migrateDatabase } from './commands/migrate.ts'
import { replies } from './commands/replies.ts'
import { rotateTokenKeys } from './commands/rotate-keys.ts'
import { startWeb } from './commands/web.ts'
import { startWorker } from './commands/worker.ts'
import { demoSignIns } from './demo/seed-demo.ts'
import { findFreePort } from './product/find-free-port.ts'
import { readLibrary } from './product/read-library.ts'
import { startProduct } from './product/start-product.ts'
import { Undo } from './product/undo.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'doorman-demo-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const library = { ...(await readLibrary()), articles: [] }
const belongsToDemo = 'This database belongs to a demo, whose passwords are public.'
const belongsToService = 'This database belongs to a service, so the demo leaves it alone.'

let port: string
let undo: Undo
beforeEach(async () => {
  port = String(await findFreePort())
  undo = new Undo()
})
afterEach(() => undo.run())

function startDemo(testDatabaseUrl: string) {
  const config = loadConfig({ PORT: port, DATA_DIR: dataDir })
  return startProduct(config, createLogger('silent'), undo, {
    isDev: false,
    testDatabaseUrl,
    library,
    passwordCost: fakePasswordCost,
  })
}

function toServiceEnv(databaseUrl: string) {
  return {
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: databaseUrl,
    DOORMAN_SECRET: fakeSecret,
    TOKEN_KEYS: formatTokenKey(fakeTokenKey),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'post@doorman.test',
    LOG_LEVEL: 'silent',
  }
}

/** Everything that opens a service's database. */
const commands: Record<string, (env: Record<string, string>) => Promise<unknown>> = {
  start: async (env) =>
    startProduct(loadConfig(env), createLogger('silent'), undo, { isDev: false }),
  web: (env) => startWeb([], env),
  worker: (env) => startWorker([], env),
  migrate: (env) => migrateDatabase([], env),
  admin: (env) => admin(['grant', 'admin@doorman.example'], env),
  replies: (env) => replies(['stop'], env),
  'rotate-keys': (env) => rotateTokenKeys([], env),
}
const lasting = ['start', 'web', 'worker']

/** What each command says when it refuses. */
async function collectRefusals(env: Record<string, string>): Promise<Record<string, string>> {
  const refusals: Record<string, string> = {}
  for (const [name, run] of Object.entries(commands))
    refusals[name] = await run(env).then(
      () => 'not refused',
      (error: Error) => error.message,
    )
  return refusals
}

function allSay(words: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(commands).map((name) => [name, expect.stringContaining(words)]),
  )
}

async function listUsers(url: string): Promise<string[]> {
  const { db, close } = openDb(url)
  const rows = await db.select({ email: users.email }).from(users).finally(close)
  return rows.map(({ email }) => email).sort()
}

test('a demo’s database is refused to every command of a service, and serves the demo again, with the time that has passed in it', async () => {
  const databaseUrl = await createTestDatabase()
  for (const isAgain of [false, true]) {
    const { ctx } = await startDemo(databaseUrl)
    for (const { email, password } of demoSignIns) {
      const answer = await fetch(`http://localhost:${port}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      expect(answer.status).toBe(200)
    }
    expect((await fetch(`http://localhost:${port}/dev/outbox`)).status).toBe(200)
    if (!isAgain) await passDay()
    expect(ctx.now().getTime()).toBeGreaterThan(Date.now() + dayMs - minuteMs)
    await undo.run()
    undo = new Undo()
    if (isAgain) continue
    expect(await collectRefusals(toServiceEnv(databaseUrl))).toEqual(allSay(belongsToDemo))
  }
}, 120_000)

/** Presses the button on the demo’s page. */
async function passDay(): Promise<void> {
  const body = new URLSearchParams({ do: 'pass-time', days: '1' })
  const url = `http://localhost:${port}/dev/world/`
  expect((await fetch(url, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
}

describe('a database that is not a demo’s is refused to a demo, which changes nothing in it', () => {
  test.each([
    ['that a service has used', (url: string) => claimDatabase(url, false)],
    ['without a mark, but with a user', insertUser],
  ])('%s', async (_name, use) => {
    const databaseUrl = await createTestDatabase()
    await use(databaseUrl)
    const before = await listUsers(databaseUrl)
    await expect(startDemo(databaseUrl)).rejects.toThrow(belongsToService)
    expect(await listUsers(databaseUrl)).toEqual(before)
  })
})

async function insertUser(url: string): Promise<void> {
  const { db, close } = openDb(url)
  await db.insert(users).values({ email: 'ann@own.example' }).finally(close)
}

test('with a part of a service’s settings, nothing opens the database', async () => {
  const { DATABASE_URL, TOKEN_KEYS } = toServiceEnv('postgres://database.invalid/doorman')
  expect(await collectRefusals({ DATABASE_URL, TOKEN_KEYS })).toEqual(
    allSay('PUBLIC_URL, DOORMAN_SECRET, SMTP_URL, MAIL_FROM must be set outside the demo.'),
  )
})

test.each(lasting)('%s refuses a database that could lose committed data', async (name) => {
  const env = toServiceEnv(await createTestDatabase())
  await expect(commands[name]?.(env)).rejects.toThrow(
    'could lose committed data: turn on fsync, full_page_writes, synchronous_commit.',
  )
})

test.each(['web', 'worker'])(
  '%s refuses a database without this version’s migrations',
  async (name) => {
    const env = toServiceEnv(await createTestDatabase('template0'))
    await expect(commands[name]?.(env)).rejects.toThrow(
      'it lacks 0001_users.sql. Run doorman migrate first.',
    )
  },
)
