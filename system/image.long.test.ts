import { startEmbeddedPostgres } from '@doorman/db/embedded/start-postgres'
import { findFreePort } from '@doorman/cli/product/find-free-port'
import { formatTokenKey } from '@doorman/runtime/secrets/token-keys'
import { fakeSecret, fakeTokenKey } from '@doorman/runtime/testing/fake-runtime'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { waitUntil } from './harness/processes.ts'

/** A user without a name and without rights, as in the image. Only root can choose a user. */
const unprivileged = process.getuid?.() === 0 ? { uid: 10_001, gid: 10_001 } : null
const metricsToken = 'a token of Prometheus with 32 characters'

const root = mkdtempSync(join(tmpdir(), 'doorman-image-'))
chmodSync(root, 0o755)
const product = join(root, 'product')
/** The only folder that its user may write to. */
const backups = join(root, 'backups')
mkdirSync(backups)
if (unprivileged) chownSync(backups, unprivileged.uid, unprivileged.gid)
const children: ChildProcess[] = []
const database = await startEmbeddedPostgres({ dataDir: join(root, 'postgres'), mayShare: false })

afterAll(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  await database.stop()
  rmSync(root, { recursive: true })
})

const port = await findFreePort()
const metricsPort = await findFreePort()
const env = {
  PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: `http://localhost:${port}`,
  DATABASE_URL: database.url,
  DOORMAN_SECRET: fakeSecret,
  TOKEN_KEYS: formatTokenKey(fakeTokenKey),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Doorman <doorman@doorman.example>',
  METRICS_TOKEN: metricsToken,
  METRICS_PORT: String(metricsPort),
  PORT: String(port),
}

function start(...command: string[]) {
  const output: string[] = []
  const child = spawn(process.execPath, ['apps/cli/build/main.js', ...command], {
    cwd: product,
    env,
    ...unprivileged,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
  children.push(child)
  return { child, output }
}

async function stop({ child, output }: ReturnType<typeof start>): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(child.exitCode).toBe(0)
  expectNoMissingFile(output)
}

/** Expects that the process missed no file and was refused no access to one. */
function expectNoMissingFile(output: readonly string[]): void {
  expect(output.join('')).not.toMatch(/EACCES|EROFS|EPERM|ENOENT|ERR_MODULE_NOT_FOUND/)
}

/** Runs a short command. Returns what it prints. */
async function run(...command: string[]): Promise<string> {
  const { child, output } = start(...command)
  await once(child, 'close')
  expectNoMissingFile(output)
  return output.join('')
}

vi.setConfig({ testTimeout: 1_200_000 })

const listAll = () => readdirSync(product, { recursive: true }).length

test('the image runs as a user without rights, and writes nothing', async () => {
  execFileSync('sh', ['deploy/build-image.sh', process.cwd(), product], {
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` },
    stdio: 'pipe',
  })
  const unneeded = ['node_modules/vite', 'node_modules/pg', 'apps/cli/src', 'packages/db/src']
  expect(unneeded.filter((path) => existsSync(join(product, path)))).toEqual([])
  const sizeKb = Number(execFileSync('du', ['-sk', product], { encoding: 'utf8' }).split('\t')[0])
  expect(sizeKb).toBeLessThan(100_000)
  const before = listAll()

  expect(await run('migrate')).toContain('0001_users.sql')
  const web = start('web')
  const worker = start('worker')
  const isUp = (url: string, headers = {}) => {
    for (const { child, output } of [web, worker])
      if (child.exitCode !== null) throw new Error(output.join(''))
    return fetch(url, { headers }).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  await waitUntil(() => isUp(`http://127.0.0.1:${port}/readyz`), 'web')
  const metrics = { authorization: `Bearer ${metricsToken}` }
  await waitUntil(() => isUp(`http://127.0.0.1:${metricsPort}/metrics`, metrics), 'worker')

  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text()
  expect(page).toContain('Doorman')
  const [, asset = ''] = /(?:href|src)="(\/assets\/[^"]+)"/.exec(page) ?? []
  expect((await fetch(`http://127.0.0.1:${port}${asset}`)).status).toBe(200)
  const registered = await fetch(`http://127.0.0.1:${port}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: env.PUBLIC_URL },
    body: JSON.stringify({ email: 'ann@example.com', password: 'correct horse battery' }),
  })
  expect(registered.status).toBe(200)
  // The worker renders the email and tries to send it, but there is no relay.
  const text = async () =>
    (await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { headers: metrics })).text()
  await waitUntil(
    async () => (await text()).includes('doorman_relay_sends_total{outcome="unavailable"}'),
    'The worker tries to send',
  )

  // Doctor gives a server five seconds to answer, which is not always enough on a busy machine.
  await waitUntil(async () => {
    const { findings } = JSON.parse(await run('doctor', '--json')) as {
      findings: { subject: string; status: string }[]
    }
    const ofDatabase = findings.filter(({ subject }) => /^(?:Database|Audit log)$/.test(subject))
    return ofDatabase.map(({ status }) => status).join() === 'ok,ok'
  }, 'Doctor finds the database and the audit log in order')
  expect(await run('backup', join(backups, 'first'))).toMatch(/first: \d+ rows/)
  expect(readdirSync(backups)).toEqual(['first'])

  await stop(web)
  await stop(worker)
  expect(listAll()).toBe(before)
})
