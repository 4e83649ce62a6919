import * as z from 'zod'
import {
  toLanguageModelConfig,
  usualSpending,
  type LanguageModelConfig,
  type Spending,
} from './language-model-config.ts'
import type { GoogleConfig, MicrosoftConfig } from './mail-config.ts'
import { parseTokenKeys } from './token-keys.ts'

const Port = z.coerce.number().int().min(0).max(65_535)
const Count = z.coerce.number().int().positive()
const Amount = z.coerce.number().nonnegative()
const WebUrl = z.url({ protocol: /^https?$/ }).transform(withoutLastSlash)

/** Every variable we read. `.env.example` says the same to people, and a test compares the two. */
export const Env = z.object({
  PORT: Port.default(3000),
  HOST: z.string().default('localhost'),
  PUBLIC_URL: WebUrl.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DOORMAN_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  TOKEN_KEYS: z
    .string()
    .transform((text) => parseTokenKeys(text))
    .refine((keys) => keys !== null, 'must be like 1:KEY, each key 32 bytes in base64')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().optional(),
  CONTACT_EMAIL: z.email().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GMAIL_PUBSUB_TOPIC: z
    .string()
    .regex(/^projects\/[^/]+\/topics\/[^/]+$/, 'must be like projects/NAME/topics/NAME')
    .optional(),
  GMAIL_PUBSUB_ACCOUNT: z.email().optional(),
  GOOGLE_OAUTH_URL: WebUrl.optional(),
  GMAIL_API_URL: WebUrl.optional(),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_LOGIN_URL: WebUrl.optional(),
  GRAPH_API_URL: WebUrl.optional(),
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
    .regex(/^[\da-fA-F.:/, ]+$/, 'must list addresses or networks, such as 10.0.0.0/8')
    .optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
})
type Env = z.infer<typeof Env>
type Name = keyof Env

export type Config = ReturnType<typeof loadConfig>

/** A setting is wrong or missing. The message is for whoever starts the server. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * The only reader of the environment. An integration is fully configured or
 * `null`; an empty variable counts as absent.
 */
export function loadConfig(
  source: Readonly<Record<string, string | undefined>>,
  today: Date = new Date(),
) {
  const env = parse(source)
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const mailFrom = env.MAIL_FROM ?? 'Doorman <doorman@localhost>'
  const google = toGoogle(env)
  const microsoft = toMicrosoft(env)
  const isDemo =
    isLoopback(new URL(publicUrl).hostname) &&
    env.SMTP_URL === undefined &&
    google === null &&
    microsoft === null
  if (!isDemo)
    demand(env, ['DOORMAN_SECRET', 'TOKEN_KEYS', 'SMTP_URL', 'MAIL_FROM'], 'outside the demo')
  else if (!isLoopback(env.HOST))
    throw new ConfigError(`HOST=${env.HOST} opens the demo to others: set PUBLIC_URL as well`)
  return Object.freeze({
    http: {
      port: env.PORT,
      host: env.HOST,
      publicUrl,
      trustProxy: env.TRUST_PROXY ?? (false as const),
    },
    dataDir: env.DATA_DIR,
    /** `null` means the embedded PostgreSQL. */
    database: env.DATABASE_URL ? { url: env.DATABASE_URL } : null,
    /** `null` means one made at the first start and kept with the data; only in the demo. */
    secret: env.DOORMAN_SECRET ?? null,
    /** `null` means the same. */
    tokenKeys: env.TOKEN_KEYS ?? null,
    /** `null` means the outbox of the demo. */
    smtp: env.SMTP_URL ? { url: env.SMTP_URL } : null,
    mailFrom,
    /** Who reads what comes by the contact form. */
    contactEmail: env.CONTACT_EMAIL ?? addressIn(mailFrom),
    /** `null` means the simulator in the demo, and elsewhere that nobody can connect such a mailbox. */
    google,
    microsoft,
    /** `null` means the local model alone. */
    languageModel: toLanguageModel(env, today),
    logLevel: env.LOG_LEVEL ?? (isDemo ? 'warn' : 'info'),
    /** Simulators stand in only where nothing real is configured and nobody outside can reach them. */
    isDemo,
  })
}

function toGoogle(env: Env): GoogleConfig | null {
  const set = findGroup(
    env,
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GMAIL_PUBSUB_TOPIC', 'GMAIL_PUBSUB_ACCOUNT'],
    ['GOOGLE_OAUTH_URL', 'GMAIL_API_URL'],
  )
  return (
    set && {
      clientId: set.GOOGLE_CLIENT_ID,
      clientSecret: set.GOOGLE_CLIENT_SECRET,
      pushTopic: set.GMAIL_PUBSUB_TOPIC,
      pushAccount: set.GMAIL_PUBSUB_ACCOUNT,
      oauthUrl: env.GOOGLE_OAUTH_URL ?? null,
      apiUrl: env.GMAIL_API_URL ?? 'https://gmail.googleapis.com',
    }
  )
}

function toMicrosoft(env: Env): MicrosoftConfig | null {
  const set = findGroup(
    env,
    ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
    ['MICROSOFT_LOGIN_URL', 'GRAPH_API_URL'],
  )
  return (
    set && {
      clientId: set.MICROSOFT_CLIENT_ID,
      clientSecret: set.MICROSOFT_CLIENT_SECRET,
      loginUrl: env.MICROSOFT_LOGIN_URL ?? 'https://login.microsoftonline.com',
      graphUrl: env.GRAPH_API_URL ?? 'https://graph.microsoft.com',
    }
  )
}

/** A limit in dollars needs to know what things cost. */
const prices = ['AI_USD_PER_DAY', 'AI_USD_PER_MILLION_INPUT', 'AI_USD_PER_MILLION_OUTPUT'] as const

function toLanguageModel(env: Env, today: Date): LanguageModelConfig | null {
  const set = findGroup(
    env,
    ['AI_PROVIDER', 'AI_MODEL'],
    [
      'AI_API_KEY',
      'AI_BASE_URL',
      'AI_RETENTION_EVIDENCE',
      'AI_RETENTION_RECORDED_ON',
      'AI_TOKENS_PER_DAY',
      'AI_TOKENS_PER_USER',
      ...prices,
    ],
  )
  if (!set) return null
  const config = toLanguageModelConfig(
    {
      provider: set.AI_PROVIDER,
      model: set.AI_MODEL,
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
  const usd = findGroup(env, prices, [])
  return {
    tokensPerDay: env.AI_TOKENS_PER_DAY ?? usualSpending.tokensPerDay,
    tokensPerUser: env.AI_TOKENS_PER_USER ?? usualSpending.tokensPerUser,
    usd: usd && {
      perDay: usd.AI_USD_PER_DAY,
      perMillionInput: usd.AI_USD_PER_MILLION_INPUT,
      perMillionOutput: usd.AI_USD_PER_MILLION_OUTPUT,
    },
  }
}

type Group<Required extends Name> = { readonly [Key in Required]: NonNullable<Env[Key]> }

/** What belongs together is there or not; a part of it is refused, naming what is missing. */
function findGroup<Required extends Name>(
  env: Env,
  required: readonly Required[],
  optional: readonly Name[],
): Group<Required> | null {
  if ([...required, ...optional].every((name) => env[name] === undefined)) return null
  demand(
    env,
    required,
    `with ${[...required, ...optional].find((name) => env[name] !== undefined)}`,
  )
  return env as Group<Required> // demanded just now
}

function parse(source: Readonly<Record<string, string | undefined>>): Env {
  const present = Object.entries(source).filter(([, value]) => value !== '')
  const result = Env.safeParse(Object.fromEntries(present))
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new ConfigError(`The configuration is not valid.\n  ${problems.join('\n  ')}`)
}

function demand(env: Env, names: readonly Name[], when: string): void {
  const missing = names.filter((name) => env[name] === undefined)
  if (missing.length > 0)
    throw new ConfigError(`Incomplete configuration: ${missing.join(', ')} must be set ${when}`)
}

/** The address of a sender that may be written with a name before it. */
function addressIn(sender: string): string {
  return /<([^>]+)>/.exec(sender)?.[1] ?? sender
}

function withoutLastSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

function isLoopback(host: string): boolean {
  return ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host)
}
