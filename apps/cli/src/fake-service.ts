import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { createTestDatabase } from '@doorman/db/test-db'
import { fakeSecret, fakeTokenKey } from '@doorman/runtime/fake-runtime'
import { formatTokenKey } from '@doorman/runtime/token-keys'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { importArticles } from '@doorman/services/blog/import-articles'
import { openDemo } from './fake-demo.ts'
import { readLibrary } from './read-library.ts'
import { findFreePort } from './find-free-port.ts'

const main = new URL('main.ts', import.meta.url).pathname

export type Service = Awaited<ReturnType<typeof openService>>

/** The product without its jobs, on a port of its own, and processes that do them until `onEnd`. */
export async function openService(
  onEnd: (clean: () => Promise<void>) => void,
  givenDatabaseUrl?: string,
) {
  const port = await findFreePort()
  const publicUrl = `http://localhost:${port}`
  const databaseUrl = givenDatabaseUrl ?? (await createTestDatabase())
  const demo = await openDemo(databaseUrl, { classifier: loadLocalModel(), publicUrl })
  // Or every process would begin by painting the covers of the blog.
  await importArticles(demo.ctx, await readLibrary())
  await demo.settle()
  await demo.app.listen({ port, host: 'localhost' })
  const stopClock = demo.clock.followRealTime()
  const { google, microsoft } = demo.simulated
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
    LOG_LEVEL: 'silent',
  }
  const children: ChildProcess[] = []
  const said: string[] = []
  onEnd(async () => {
    for (const child of children) await end(child)
    stopClock()
  })
  return {
    demo,
    startWorker(more: Readonly<Record<string, string>> = {}) {
      const child = spawn(process.execPath, [main, 'worker'], {
        env: { ...env, ...more },
        // By the channel it notices that we are gone, however we end.
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => said.push(text))
      children.push(child)
      return child
    },
    /** What the workers wrote, in any stream. */
    said,
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const patienceMs = 300_000

/** Waits for what other processes bring about. */
export async function until(isSo: () => Promise<boolean>, what = 'It'): Promise<void> {
  const givenUpAt = Date.now() + patienceMs
  while (!(await isSo())) {
    if (Date.now() > givenUpAt) throw new Error(`${what} never came to be`)
    await sleep(250)
  }
}
