import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { fakeSecret, fakeTokenKey } from '@doorman/runtime/testing/fake-runtime'
import { formatTokenKey } from '@doorman/runtime/secrets/token-keys'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { importArticles } from '@doorman/services/blog/import-articles'
import { openDemo } from './demo.ts'
import { readLibrary } from '@doorman/cli/product/read-library'
import { findFreePort } from '@doorman/cli/product/find-free-port'

const toProgram = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export type Service = Awaited<ReturnType<typeof openService>>

/**
 * Serves the web part on its own port and starts further processes on request. `onEnd` kills them.
 */
export async function openService(
  onEnd: (clean: () => Promise<void>) => void,
  givenDatabaseUrl?: string,
) {
  const port = await findFreePort()
  const publicUrl = `http://localhost:${port}`
  const databaseUrl = givenDatabaseUrl ?? (await createTestDatabase())
  const demo = await openDemo(databaseUrl, { classifier: loadLocalModel(), publicUrl })
  // Imported here with fake pictures, so that workers find nothing to paint.
  await importArticles(demo.ctx, await readLibrary())
  await demo.runJobsUntilIdle()
  await demo.app.listen({ port, host: 'localhost' })
  const stopClock = demo.clock.followRealTime()
  const { google, microsoft, stripe } = demo.simulated
  const env = {
    PUBLIC_URL: publicUrl,
    DATABASE_URL: databaseUrl,
    DOORMAN_SECRET: fakeSecret,
    TOKEN_KEYS: formatTokenKey(fakeTokenKey),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Doorman <doorman@doorman.example>',
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GMAIL_PUBSUB_TOPIC: google.pushTopic,
    GMAIL_PUBSUB_ACCOUNT: google.pushAccount,
    GOOGLE_OAUTH_URL: `${publicUrl}/dev/google`,
    GMAIL_API_URL: google.apiUrl,
    MICROSOFT_CLIENT_ID: microsoft.clientId,
    MICROSOFT_CLIENT_SECRET: microsoft.clientSecret,
    MICROSOFT_LOGIN_URL: microsoft.loginUrl,
    GRAPH_API_URL: microsoft.graphUrl,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecrets.join(','),
    STRIPE_PRICE_MONTHLY: stripe.prices.monthly,
    STRIPE_PRICE_YEARLY: stripe.prices.yearly,
    STRIPE_API_URL: stripe.apiUrl,
    LOG_LEVEL: 'silent',
  }
  const children: ChildProcess[] = []
  const output: string[] = []
  onEnd(async () => {
    for (const child of children) await kill(child)
    stopClock()
  })
  function start(program: string, more: Readonly<Record<string, string>>): ChildProcess {
    const child = spawn(process.execPath, [toProgram(program)], {
      env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env, ...more },
      // The process exits when this IPC channel closes, so it never outlives the test.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => output.push(text))
    children.push(child)
    return child
  }
  return {
    demo,
    databaseUrl,
    startWorker: (more: Readonly<Record<string, string>> = {}) => start('worker-process.ts', more),
    /** Another web process, on a port of its own. */
    async startWeb() {
      const webPort = await findFreePort()
      const child = start('web-process.ts', { PORT: String(webPort) })
      const url = `http://localhost:${webPort}`
      const isUp = () =>
        fetch(`${url}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        )
      await waitUntil(isUp, 'The web process answers')
      return { child, url }
    },
    /** Standard output and error of all processes. */
    output,
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Below the time limit of the long tests, so that a failure says what did not happen. */
const waitTimeoutMs = 300_000

/** Polls until a condition that depends on other processes is true. */
export async function waitUntil(
  condition: () => Promise<boolean>,
  what = 'The condition',
  timeoutMs = waitTimeoutMs,
): Promise<void> {
  const givenUpAt = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > givenUpAt) throw new Error(`${what} did not become true in time`)
    await sleep(250)
  }
}
