import * as z from 'zod'

const Port = z.coerce.number().int().min(0).max(65_535)

/** Every variable we read. `.env.example` says the same to people, and a test compares the two. */
export const Env = z.object({
  PORT: Port.default(3000),
  HOST: z.string().default('localhost'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DOORMAN_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().optional(),
  TRUST_PROXY: z
    .string()
    .regex(/^[\da-fA-F.:/, ]+$/, 'must list addresses or networks, such as 10.0.0.0/8')
    .optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
})

export type Config = ReturnType<typeof loadConfig>

/** A setting is wrong or missing. The message is for whoever starts the server. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * The only reader of the environment. An integration is fully configured or
 * `null`; an empty variable counts as absent.
 */
export function loadConfig(source: Readonly<Record<string, string | undefined>>) {
  const env = parse(source)
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  const isDemo = isLoopback(new URL(publicUrl).hostname) && env.SMTP_URL === undefined
  if (!isDemo) demand(env, ['DOORMAN_SECRET', 'SMTP_URL', 'MAIL_FROM'])
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
    /** `null` means the outbox of the demo. */
    smtp: env.SMTP_URL ? { url: env.SMTP_URL } : null,
    mailFrom: env.MAIL_FROM ?? 'Doorman <doorman@localhost>',
    logLevel: env.LOG_LEVEL ?? (isDemo ? 'warn' : 'info'),
    /** Simulators stand in only where nothing real is configured and nobody outside can reach them. */
    isDemo,
  })
}

function parse(source: Readonly<Record<string, string | undefined>>): z.infer<typeof Env> {
  const present = Object.entries(source).filter(([, value]) => value !== '')
  const result = Env.safeParse(Object.fromEntries(present))
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new ConfigError(`The configuration is not valid.\n  ${problems.join('\n  ')}`)
}

function demand(env: z.infer<typeof Env>, names: readonly (keyof z.infer<typeof Env>)[]): void {
  const missing = names.filter((name) => env[name] === undefined)
  if (missing.length > 0)
    throw new ConfigError(
      `Incomplete configuration: ${missing.join(', ')} must be set outside the demo`,
    )
}

function isLoopback(host: string): boolean {
  return ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host)
}
