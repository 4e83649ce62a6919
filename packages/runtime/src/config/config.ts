import { isLoopback } from '@doorman/domain/accounts/loopback'
import * as z from 'zod'
import {
  toLanguageModelConfig,
  defaultSpending,
  type LanguageModelConfig,
  type Spending,
} from './language-model-config.ts'
import type { GoogleConfig, MicrosoftConfig } from './mail-config.ts'
import { findStripeProblem, parseWebhookSecrets, type StripeConfig } from './payment-config.ts'
import { parseTokenKeys } from '../secrets/token-keys.ts'
import { findProxyProblem } from './trusted-proxies.ts'

const Port = z.coerce.number().int().min(0).max(65_535)
const Count = z.coerce.number().int().positive()
const Amount = z.coerce.number().nonnegative()
/** Tokens, passwords and messages travel to these addresses, so they need TLS. */
const WebUrl = z
  .url({ protocol: /^https?$/, abort: true })
  .refine(isEncryptedOrLocal, 'must use https, except for an address of this machine')
  .transform(removeTrailingSlash)

/** Every variable that we read. A test compares them with `.env.example`. */
export const Env = z.object({
  PORT: Port.default(3000),
  HOST: z.string().default('localhost'),
  PUBLIC_URL: WebUrl.refine(
    isOrigin,
    'must have no path, query, user or password, as in https://doorman.example',
  ).optional(),
  DATA_DIR: z.string().default('.data'),
  BLOG_DIR: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DOORMAN_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  TOKEN_KEYS: z
    .string()
    .transform((text) => parseTokenKeys(text))
    .refine((keys) => keys !== null, 'must have the form 1:KEY, each key being 32 bytes in base64')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().optional(),
  CONTACT_EMAIL: z.email().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GMAIL_PUBSUB_TOPIC: z
    .string()
    .regex(/^projects\/[^/]+\/topics\/[^/]+$/, 'must have the form projects/NAME/topics/NAME')
    .optional(),
  GMAIL_PUBSUB_ACCOUNT: z.email().optional(),
  GOOGLE_OAUTH_URL: WebUrl.optional(),
  GMAIL_API_URL: WebUrl.optional(),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_LOGIN_URL: WebUrl.optional(),
  GRAPH_API_URL: WebUrl.optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(?:test|live)_\w{16,}$/, 'must have the form sk_live_… or rk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform((text) => parseWebhookSecrets(text))
    .refine((secrets) => secrets !== null, 'must have the form whsec_…, or two of them')
    .optional(),
  STRIPE_PRICE_MONTHLY: z.string().optional(),
  STRIPE_PRICE_YEARLY: z.string().optional(),
  STRIPE_API_URL: WebUrl.optional(),
  AI_PROVIDER: z.enum(['openai', 'anthropic', 'openai-compatible']).optional(),
  AI_MODEL: z.string().optional(),
  AI_API_KEY: z.string().optional(),
  AI_BASE_URL: WebUrl.optional(),
  AI_RETENTION_EVIDENCE: z.string().optional(),
  AI_RETENTION_RECORDED_ON: z.iso.date().optional(),
  AI_TOKENS_PER_DAY: Count.optional(),
  AI_TOKENS_PER_USER: Count.optional(),
  AI_USD_PER_DAY: Amount.optional(),
  AI_USD_PER_MILLION_INPUT: Amount.optional(),
  AI_USD_PER_MILLION_OUTPUT: Amount.optional(),
  TRUST_PROXY: z
    .string()
    .check((context) => {
      const message = findProxyProblem(context.value)
      if (message !== null) context.issues.push({ code: 'custom', input: context.value, message })
    })
    .optional(),
  METRICS_TOKEN: z.string().min(32, 'needs at least 32 characters').optional(),
  METRICS_PORT: Port.optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
})
type Env = z.infer<typeof Env>
type VariableName = keyof Env

type MetricsConfig = {
  /** Prometheus sends it as a bearer token. */
  readonly token: string
  /** Where a worker serves its metrics; `null`: nowhere. Web processes do so at `PORT`. */
  readonly port: number | null
}

export type Config = ReturnType<typeof loadConfig>

/** A setting is invalid or missing. The message is for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * The only code that reads the environment. An integration is complete or `null`. An empty variable
 * counts as not set.
 */
export function loadConfig(
  variables: Readonly<Record<string, string | undefined>>,
  today: Date = new Date(),
) {
  const env = parse(variables)
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const mailFrom = env.MAIL_FROM ?? 'Doorman <doorman@localhost>'
  const google = toGoogle(env)
  const microsoft = toMicrosoft(env)
  const stripe = toStripe(env, publicUrl)
  const isDemo =
    isLoopback(new URL(publicUrl).hostname) &&
    serviceVariables.every((name) => env[name] === undefined)
  if (!isDemo)
    requireVariables(
      env,
      ['PUBLIC_URL', 'DOORMAN_SECRET', 'TOKEN_KEYS', 'SMTP_URL', 'MAIL_FROM'],
      'outside the demo. Setting DATABASE_URL, DOORMAN_SECRET or TOKEN_KEYS means a service.',
    )
  else if (!isLoopback(env.HOST))
    throw new ConfigError(
      `HOST=${env.HOST} makes the demo reachable from other machines. Set PUBLIC_URL to run a service instead.`,
    )
  return Object.freeze({
    http: {
      port: env.PORT,
      host: env.HOST,
      publicUrl,
      trustProxy: env.TRUST_PROXY ?? (false as const),
    },
    dataDir: env.DATA_DIR,
    /** `null`: the articles that come with Doorman. */
    blogDir: env.BLOG_DIR ?? null,
    /** `null`: the embedded PostgreSQL, the only database of a demo. */
    database: env.DATABASE_URL ? { url: env.DATABASE_URL } : null,
    /** `null`, only in the demo: created at the first start and stored in the data folder. */
    secret: env.DOORMAN_SECRET ?? null,
    /** `null`, only in the demo: created at the first start and stored in the data folder. */
    tokenKeys: env.TOKEN_KEYS ?? null,
    /** `null`: the demo's outbox. */
    smtp: env.SMTP_URL ? { url: env.SMTP_URL } : null,
    mailFrom,
    /** Receives the messages of the contact form. */
    contactEmail: env.CONTACT_EMAIL ?? toAddress(mailFrom),
    /** `null`: the simulator in the demo; in a service, these mailboxes cannot be connected. */
    google,
    microsoft,
    /** `null`: the simulator in the demo; in a service, Pro cannot be bought. */
    stripe,
    /** `null`: the local model judges alone. */
    languageModel: toLanguageModel(env, today),
    /** `null`: `/metrics` answers 404. */
    metrics: toMetrics(env),
    logLevel: env.LOG_LEVEL ?? (isDemo ? 'warn' : 'info'),
    /**
     * The demo uses simulators and its own database. It runs only if no setting of a service is
     * there and only this machine can reach it.
     */
    isDemo,
  })
}

/**
 * Each of these variables makes this a service. Without this rule, a start with only some of them
 * would run the demo's simulators and worker on the service's database.
 */
const serviceVariables = [
  'DATABASE_URL',
  'DOORMAN_SECRET',
  'TOKEN_KEYS',
  'SMTP_URL',
  'GOOGLE_CLIENT_ID',
  'MICROSOFT_CLIENT_ID',
  'STRIPE_SECRET_KEY',
] as const satisfies VariableName[]

function toGoogle(env: Env): GoogleConfig | null {
  const group = findGroup(
    env,
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['GMAIL_PUBSUB_TOPIC', 'GMAIL_PUBSUB_ACCOUNT', 'GOOGLE_OAUTH_URL', 'GMAIL_API_URL'],
  )
  // Without push, the regular checks find new emails.
  const push = findGroup(env, ['GMAIL_PUBSUB_TOPIC', 'GMAIL_PUBSUB_ACCOUNT'], [])
  return (
    group && {
      clientId: group.GOOGLE_CLIENT_ID,
      clientSecret: group.GOOGLE_CLIENT_SECRET,
      pushTopic: push?.GMAIL_PUBSUB_TOPIC ?? null,
      pushAccount: push?.GMAIL_PUBSUB_ACCOUNT ?? null,
      oauthUrl: env.GOOGLE_OAUTH_URL ?? null,
      apiUrl: env.GMAIL_API_URL ?? 'https://gmail.googleapis.com',
    }
  )
}

function toMicrosoft(env: Env): MicrosoftConfig | null {
  const group = findGroup(
    env,
    ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
    ['MICROSOFT_LOGIN_URL', 'GRAPH_API_URL'],
  )
  return (
    group && {
      clientId: group.MICROSOFT_CLIENT_ID,
      clientSecret: group.MICROSOFT_CLIENT_SECRET,
      loginUrl: env.MICROSOFT_LOGIN_URL ?? 'https://login.microsoftonline.com',
      graphUrl: env.GRAPH_API_URL ?? 'https://graph.microsoft.com',
    }
  )
}

function toStripe(env: Env, publicUrl: string): StripeConfig | null {
  const group = findGroup(
    env,
    ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_MONTHLY', 'STRIPE_PRICE_YEARLY'],
    ['STRIPE_API_URL'],
  )
  if (!group) return null
  const config = {
    secretKey: group.STRIPE_SECRET_KEY,
    webhookSecrets: group.STRIPE_WEBHOOK_SECRET,
    prices: { monthly: group.STRIPE_PRICE_MONTHLY, yearly: group.STRIPE_PRICE_YEARLY },
    apiUrl: env.STRIPE_API_URL ?? 'https://api.stripe.com',
  }
  const problem = findStripeProblem(config, publicUrl)
  if (problem !== null) throw new ConfigError(`Payments cannot be set up: ${problem}`)
  return config
}

function toMetrics(env: Env): MetricsConfig | null {
  const group = findGroup(env, ['METRICS_TOKEN'], ['METRICS_PORT'])
  return group && { token: group.METRICS_TOKEN, port: env.METRICS_PORT ?? null }
}

/** A limit in dollars requires the prices. */
const dollarVariables = [
  'AI_USD_PER_DAY',
  'AI_USD_PER_MILLION_INPUT',
  'AI_USD_PER_MILLION_OUTPUT',
] as const

function toLanguageModel(env: Env, today: Date): LanguageModelConfig | null {
  const group = findGroup(
    env,
    ['AI_PROVIDER', 'AI_MODEL'],
    [
      'AI_API_KEY',
      'AI_BASE_URL',
      'AI_RETENTION_EVIDENCE',
      'AI_RETENTION_RECORDED_ON',
      'AI_TOKENS_PER_DAY',
      'AI_TOKENS_PER_USER',
      ...dollarVariables,
    ],
  )
  if (!group) return null
  const config = toLanguageModelConfig(
    {
      vendor: group.AI_PROVIDER,
      model: group.AI_MODEL,
      apiKey: env.AI_API_KEY,
      baseUrl: env.AI_BASE_URL,
      evidence: env.AI_RETENTION_EVIDENCE,
      evidenceRecordedOn: env.AI_RETENTION_RECORDED_ON,
      spending: toSpending(env),
    },
    today,
  )
  if ('reason' in config)
    throw new ConfigError(`The language model cannot be used: ${config.reason}`)
  return config
}

function toSpending(env: Env): Spending {
  const usd = findGroup(env, dollarVariables, [])
  return {
    tokensPerDay: env.AI_TOKENS_PER_DAY ?? defaultSpending.tokensPerDay,
    tokensPerUser: env.AI_TOKENS_PER_USER ?? defaultSpending.tokensPerUser,
    usd: usd && {
      perDay: usd.AI_USD_PER_DAY,
      perMillionInput: usd.AI_USD_PER_MILLION_INPUT,
      perMillionOutput: usd.AI_USD_PER_MILLION_OUTPUT,
    },
  }
}

type Group<Required extends VariableName> = { readonly [Key in Required]: NonNullable<Env[Key]> }

/**
 * Returns the variables of a group, or `null` if none is set. Throws if only some are set, naming
 * the missing ones.
 */
function findGroup<Required extends VariableName>(
  env: Env,
  required: readonly Required[],
  optional: readonly VariableName[],
): Group<Required> | null {
  if ([...required, ...optional].every((name) => env[name] === undefined)) return null
  requireVariables(
    env,
    required,
    `together with ${[...required, ...optional].find((name) => env[name] !== undefined)}`,
  )
  return env as Group<Required> // checked by requireVariables
}

function parse(variables: Readonly<Record<string, string | undefined>>): Env {
  const present = Object.entries(variables).filter(([, value]) => value !== '')
  const result = Env.safeParse(Object.fromEntries(present))
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new ConfigError(`Invalid configuration:\n  ${problems.join('\n  ')}`)
}

function requireVariables(env: Env, names: readonly VariableName[], when: string): void {
  const missing = names.filter((name) => env[name] === undefined)
  if (missing.length > 0)
    throw new ConfigError(`Incomplete configuration: ${missing.join(', ')} must be set ${when}`)
}

/** The address in `Name <address>` or in a plain address. */
function toAddress(sender: string): string {
  return /<([^>]+)>/.exec(sender)?.[1] ?? sender
}

function removeTrailingSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

function isEncryptedOrLocal(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopback(hostname)
}

/** Whether the URL is only a scheme, a host and a port, without credentials, path or query. */
function isOrigin(url: string): boolean {
  return new URL(url).href === `${new URL(url).origin}/`
}
