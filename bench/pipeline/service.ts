import { migrate } from '@doorman/db/migrate'
import { formatTokenKey } from '@doorman/runtime/secrets/token-keys'
import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { buildDoorman, doormanEnv } from '../built-doorman.ts'
import { startMeasuredPostgres } from './measured-postgres.ts'
import { sendCommand } from './world.ts'
import { findFreePort } from '@doorman/cli/product/find-free-port'

const worldProgram = fileURLToPath(new URL('world-process.ts', import.meta.url))

/** The product as an operator runs it, with its own durable PostgreSQL and simulated providers. */
export type Service = {
  readonly publicUrl: string
  readonly databaseUrl: string
  /** For the benchmark's own statements, which `createMeter` doesn't count. */
  readonly observerUrl: string
  readonly web: ChildProcess
  readonly world: ChildProcess
  startWorker(): ChildProcess
  stop(): Promise<void>
}

/**
 * Every child process ends when its IPC channel closes, so none is left behind if this one crashes.
 */
export async function openService({
  inspectorPorts,
}: {
  /** Lets a debugger connect. Then there can be only one worker. */
  readonly inspectorPorts?: Readonly<Record<'web' | 'worker', number>>
} = {}): Promise<Service> {
  const doorman = await buildDoorman()
  const postgres = await startMeasuredPostgres()
  await migrate(postgres.url)
  const publicUrl = `http://localhost:${await findFreePort()}`
  const worldUrl = `http://localhost:${await findFreePort()}`
  const children: ChildProcess[] = []
  const start = (
    program: string,
    args: readonly string[],
    { env, inspectorPort }: { env?: NodeJS.ProcessEnv; inspectorPort?: number | undefined } = {},
  ) => {
    const execArgv = inspectorPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectorPort}`]
    const child = fork(program, args, { execArgv, ...(env && { env }) })
    children.push(child)
    return child
  }

  const world = start(worldProgram, [worldUrl, publicUrl])
  await waitUntilReady(`${worldUrl}/dev/google/oauth2/v1/certs`)
  const { google, microsoft, smtpUrl } = await sendCommand(world, { do: 'introduce' })
  const env = {
    ...doormanEnv,
    PORT: new URL(publicUrl).port,
    PUBLIC_URL: publicUrl,
    DATABASE_URL: postgres.url,
    DOORMAN_SECRET: randomBytes(32).toString('base64'),
    TOKEN_KEYS: formatTokenKey({ version: 1, key: randomBytes(32) }),
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Doorman <doorman@doorman.example>',
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GMAIL_PUBSUB_TOPIC: google.pushTopic,
    GMAIL_PUBSUB_ACCOUNT: google.pushAccount,
    GOOGLE_OAUTH_URL: google.oauthUrl ?? '',
    GMAIL_API_URL: google.apiUrl,
    MICROSOFT_CLIENT_ID: microsoft.clientId,
    MICROSOFT_CLIENT_SECRET: microsoft.clientSecret,
    MICROSOFT_LOGIN_URL: microsoft.loginUrl,
    GRAPH_API_URL: microsoft.graphUrl,
    // All requests come from this machine; `x-forwarded-for` gives each user a different network.
    TRUST_PROXY: '127.0.0.1, ::1',
    LOG_LEVEL: 'error',
  }
  const web = start(doorman, ['web'], { env, inspectorPort: inspectorPorts?.web })
  await waitUntilReady(`${publicUrl}/healthz`)
  return {
    publicUrl,
    databaseUrl: postgres.url,
    observerUrl: postgres.superuserUrl,
    web,
    world,
    startWorker: () => start(doorman, ['worker'], { env, inspectorPort: inspectorPorts?.worker }),
    async stop() {
      await Promise.all(children.map(end))
      await postgres.stop()
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const startTimeoutMs = 60_000

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  while (!(await fetch(url).catch(() => null))?.ok)
    if (Date.now() > deadline) throw new Error(`${url} does not answer`)
}
