import { productName } from '@doorman/domain/brand'
import { createFakeClock } from '@doorman/mail/testing/fake-clock'
import { createGoogle } from '@doorman/simulators/google/google'
import { createLanguageModel } from '@doorman/simulators/language-model/language-model'
import { createMicrosoft } from '@doorman/simulators/microsoft/microsoft'
import { createStripe } from '@doorman/simulators/stripe/stripe'
import { VirtualClock } from '@doorman/simulators/world/clock'
import { createWorld, type Handler } from '@doorman/simulators/world/world'
import { runChecks } from '../doctor/run-checks.ts'
import type { Finding } from '../doctor/finding.ts'
import type { Probes } from '../doctor/probes/probes.ts'
import { readSettings } from '../doctor/settings.ts'

const start = new Date('2026-11-15T12:00:00Z')

/** Part of every secret. It must never be printed. */
export const canary = 'CANARY'

const app = { clientId: 'doorman', clientSecret: `client-${canary}`, name: productName }

/** A service with every variable set. In `createFakeWorld` all its hosts answer. */
export const serviceEnv = {
  PUBLIC_URL: 'https://doorman.test',
  TRUST_PROXY: '127.0.0.1',
  DATABASE_URL: `postgres://doorman:${canary}@database.test:5432/doorman`,
  DOORMAN_SECRET: canary.repeat(6),
  TOKEN_KEYS: `2:${Buffer.from(canary.padEnd(32)).toString('base64')},1:${Buffer.alloc(32, canary).toString('base64')}`,
  SMTP_URL: `smtp://doorman:${canary}@relay.test:587`,
  MAIL_FROM: 'Doorman <post@doorman.test>',
  GOOGLE_CLIENT_ID: app.clientId,
  GOOGLE_CLIENT_SECRET: app.clientSecret,
  GMAIL_PUBSUB_TOPIC: 'projects/doorman/topics/gmail',
  GMAIL_PUBSUB_ACCOUNT: 'push@doorman.iam.gserviceaccount.com',
  GOOGLE_OAUTH_URL: 'https://google.test',
  GMAIL_API_URL: 'https://google.test',
  MICROSOFT_CLIENT_ID: app.clientId,
  MICROSOFT_CLIENT_SECRET: app.clientSecret,
  MICROSOFT_LOGIN_URL: 'https://login.test',
  GRAPH_API_URL: 'https://graph.test',
  STRIPE_SECRET_KEY: `sk_live_${canary.repeat(3)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${canary.repeat(3)}`,
  STRIPE_PRICE_MONTHLY: 'price_monthly',
  STRIPE_PRICE_YEARLY: 'price_yearly',
  STRIPE_API_URL: 'https://stripe.test',
  AI_PROVIDER: 'openai-compatible',
  AI_MODEL: 'judge-1',
  AI_API_KEY: canary,
  AI_BASE_URL: 'http://localhost:11434/v1',
} satisfies Record<string, string>

export const noMailboxes = {
  byProblem: { none: 0, 'needs-reconnect': 0, 'out-of-reach': 0, refused: 0 },
  late: 0,
} as const

export type FakeWorld = ReturnType<typeof createFakeWorld>

/** Google, Microsoft, Stripe, a language model and the product itself, at the hosts of `serviceEnv`. */
export function createFakeWorld() {
  const clock = new VirtualClock(start)
  const world = createWorld({ clock })
  const model = createLanguageModel(world, { apiKey: canary })
  const hosts = new Map<string, Handler>()
  const google = createGoogle(world, { apps: [{ ...app, redirectUris: [] }] })
  const microsoft = createMicrosoft(world, {
    apps: [{ ...app, redirectUris: [] }],
    loginUrl: serviceEnv.MICROSOFT_LOGIN_URL,
    graphUrl: serviceEnv.GRAPH_API_URL,
  })
  hosts.set('google.test', google.handle)
  hosts.set('login.test', microsoft.handle)
  hosts.set('graph.test', microsoft.handle)
  hosts.set('stripe.test', createStripe(world, { secretKey: serviceEnv.STRIPE_SECRET_KEY }).handle)
  hosts.set('localhost:11434', model.handle)
  hosts.set('doorman.test', async () => Response.json({ product: productName, status: 'ok' }))

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { host } = new URL(request.url)
    const handle = hosts.get(host)
    if (!handle) throw toNetworkError('ENOTFOUND')
    const response = await handle(request)
    if (!response.headers.has('date')) response.headers.set('date', clock.now().toUTCString())
    return response
  }
  return {
    world,
    hosts,
    model,
    transport: { fetch, clock: createFakeClock(clock), random: () => 0.5 },
  }
}

/** An error as `fetch` throws it, with the code in its cause. */
export function toNetworkError(code: string): TypeError {
  return new TypeError(`fetch failed for ${canary}`, {
    cause: Object.assign(new Error(canary), { code }),
  })
}

export const wholeAuditLog = { entries: 3, brokenAt: null, head: 'abc' }

export function createFakeProbes({ transport }: FakeWorld, other: Partial<Probes> = {}): Probes {
  return {
    nodeVersion: '24.1.0',
    transport,
    askFolder: async () => ({ exists: true, isWritable: true, freeBytes: 50 * 1024 ** 3 }),
    findStoredFile: async () => null,
    askDatabase: async () => ({
      kind: 'answered',
      version: '18.1',
      pendingMigrations: [],
      unsafeSettings: [],
      now: transport.clock.now(),
      tokenCounts: [],
      keyProblem: null,
      damagedTokens: 0,
      isDemo: null,
      demoUsers: [],
      queues: [],
      auditLog: wholeAuditLog,
      mailboxes: noMailboxes,
    }),
    askRelay: async () => ({ kind: 'answered' }),
    ...other,
  }
}

export async function diagnose(
  env: Readonly<Record<string, string | undefined>>,
  world: FakeWorld = createFakeWorld(),
  other: Partial<Probes> = {},
): Promise<{ readonly all: readonly Finding[]; of(subject: string): readonly Finding[] }> {
  const all = await runChecks(readSettings(env, start), createFakeProbes(world, other))
  return { all, of: (wanted) => all.filter(({ subject }) => subject === wanted) }
}
