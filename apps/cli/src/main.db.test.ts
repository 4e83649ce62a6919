import { whenThorough } from '@doorman/domain/testing/sample'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatTokenKey } from '@doorman/runtime/secrets/token-keys'
import { fakeSecret, fakeTokenKey } from '@doorman/runtime/testing/fake-runtime'
import { demoSignIns } from './demo/seed-demo.ts'
import { findFreePort } from './product/find-free-port.ts'
import { buildMain } from './testing/built-main.ts'

let main: string
let dataDir: string
let blogDir: string
let port: number
let children: ChildProcess[]

beforeAll(async () => {
  main = await buildMain()
}, 240_000)

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'doorman-cli-'))
  // As root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o755)
  // An empty blog: painting the covers of our own articles would take most of the test's time.
  blogDir = join(dataDir, 'blog')
  mkdirSync(blogDir)
  for (const list of ['authors.json', 'categories.json']) writeFileSync(join(blogDir, list), '[]')
  port = await findFreePort()
  children = []
})
afterEach(async () => {
  for (const child of children) if (isRunning(child)) await stop(child)
  expect(findPostgres()).toBeNull()
  rmSync(dataDir, { recursive: true })
})

/** A complete service on the embedded PostgreSQL. */
const toServiceEnv = () => ({
  PUBLIC_URL: `http://localhost:${port}`,
  DOORMAN_SECRET: fakeSecret,
  TOKEN_KEYS: formatTokenKey(fakeTokenKey),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'post@doorman.test',
})

test('a demo takes over from a killed one, refuses a service and a second demo its data, serves commands, and ends at SIGTERM', async () => {
  const first = run('start')
  await whenReady()
  await kill(first)
  expect(findPostgres()).not.toBeNull()

  const service = run('start', toServiceEnv())
  expect(await ended(service)).toMatchObject({ code: 1 })
  expect(service.output().trim()).toMatch(
    /^This database belongs to a demo.*DATABASE_URL.*DATA_DIR/,
  )
  // It took over the server of the killed demo, so it also stopped it.
  expect(findPostgres()).toBeNull()

  const second = run('start')
  await whenReady()
  const third = run('start', { PORT: String(await findFreePort()) })
  expect(await ended(third)).toMatchObject({ code: 1 })
  expect(third.output()).toContain('Another Doorman is using the data')

  const granted = run('admin', {}, 'grant', 'USER@doorman.example')
  expect(await ended(granted)).toMatchObject({ code: 0 })
  expect(granted.output()).toContain('user@doorman.example is now an admin.')

  const unknown = run('admin', {}, 'grant', 'nobody@example.com')
  expect(await ended(unknown)).toMatchObject({ code: 1 })
  expect(unknown.output().trim()).toBe('No user has the address nobody@example.com.')

  const examined = run('doctor', {}, '--mailbox', 'nobody@example.com')
  expect(await ended(examined)).toMatchObject({ code: 1 })
  expect(examined.output().trim()).toBe(
    'No mailbox with the address nobody@example.com is connected.',
  )

  const visited = run('doctor', {}, '--json')
  expect(await ended(visited)).toMatchObject({ code: 0 })
  expect(JSON.parse(visited.output())).toMatchObject({
    findings: expect.arrayContaining([
      expect.objectContaining({ subject: 'Database', status: 'ok' }),
      expect.objectContaining({ subject: 'Front door', status: 'ok' }),
    ]),
  })

  const reset = run('admin', {}, 'reset-second-factor', 'user@doorman.example')
  expect(await ended(reset)).toMatchObject({ code: 1 })
  expect(reset.output().trim()).toBe('user@doorman.example has no second factor.')

  const stopped = run('replies', {}, 'stop')
  expect(await ended(stopped)).toMatchObject({ code: 0 })
  expect(stopped.output()).toContain('All smart responses are stopped.')

  // Browsers keep idle connections open; they must not delay the shutdown.
  const idle = connect(port, 'localhost').on('error', () => {})
  await once(idle, 'connect')
  expect(await stop(second)).toMatchObject({ code: 0 })
}, 240_000)

test('a service has no simulators and no demo users, and a demo is refused its data', async () => {
  const service = run('start', toServiceEnv())
  await whenReady()
  const paths = ['world/', 'outbox', 'simulators.css', 'gallery', 'google/x', 'microsoft/x']
  for (const path of paths)
    for (const method of ['GET', 'POST'])
      expect([path, await ask(`/dev/${path}`, { method })]).toEqual([path, 404])
  for (const { email, password } of demoSignIns) {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email, password })
    expect(await ask('/api/auth/login', { method: 'POST', headers, body })).toBe(401)
  }
  expect(await stop(service)).toMatchObject({ code: 0 })

  const demo = run('start')
  expect(await ended(demo)).toMatchObject({ code: 1 })
  expect(demo.output().trim()).toMatch(/^This database belongs to a service.*DATA_DIR/)
}, 240_000)

whenThorough(test)(
  'a start that is stopped halfway leaves nothing running',
  async () => {
    const product = run('start')
    await until(() => existsSync(join(dataDir, 'postgres/cluster/postmaster.pid')))
    expect(await stop(product)).toMatchObject({ code: 0 })
  },
  90_000,
)

test('a port in use is reported, and nothing is left running', async () => {
  const other = createServer().listen(port, 'localhost')
  await once(other, 'listening')
  const product = run('start')
  expect(await ended(product)).toMatchObject({ code: 1 })
  expect(product.output()).toContain(`Port ${port} is in use.`)
  other.close()
})

test.each([
  ['grant', 'nobody', 'Usage: doorman admin grant|revoke|reset-second-factor EMAIL'],
  [
    'dethrone',
    'user@doorman.example',
    'Usage: doorman admin grant|revoke|reset-second-factor EMAIL',
  ],
])('admin %s %s is refused with a message', async (verb, email, sentence) => {
  const admin = run('admin', {}, verb, email)
  expect(await ended(admin)).toMatchObject({ code: 1 })
  expect(admin.output().trim()).toBe(sentence)
})

test('`doorman replies` without stop or resume prints its usage', async () => {
  const replies = run('replies')
  expect(await ended(replies)).toMatchObject({ code: 2 })
  expect(replies.output()).toBe('Use stop or resume.\nUsage: doorman replies stop|resume\n')
})

test('an invalid setting is named', async () => {
  const product = run('start', { PORT: 'many' })
  expect(await ended(product)).toMatchObject({ code: 1 })
  expect(product.output()).toContain('PORT')
})

type Running = ChildProcess & { output(): string }

function run(command: string, env: Record<string, string> = {}, ...args: string[]): Running {
  const child = spawn(process.execPath, [main, command, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      DATA_DIR: dataDir,
      BLOG_DIR: blogDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => lines.push(text))
  children.push(child)
  return Object.assign(child, { output: () => lines.join('') })
}

/** The status with which the product answers. */
async function ask(path: string, init: RequestInit): Promise<number> {
  return (await fetch(`http://localhost:${port}${path}`, init)).status
}

async function ended(child: ChildProcess) {
  if (isRunning(child)) await once(child, 'close')
  return { code: child.exitCode, signal: child.signalCode }
}

async function stop(child: ChildProcess) {
  child.kill('SIGTERM')
  return ended(child)
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  return ended(child)
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

async function whenReady(): Promise<void> {
  await until(async () => {
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => null)
    return answer?.ok ?? false
  })
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    if (tries > 1_000) throw new Error('Timed out')
    await sleep(100)
  }
}

/** The process id of the embedded server, if it runs on this data folder. */
function findPostgres(): number | null {
  const file = join(dataDir, 'postgres/cluster/postmaster.pid')
  if (!existsSync(file)) return null
  return Number(readFileSync(file, 'utf8').split('\n')[0])
}
