import { ConfigError, loadConfig, type Config, type Env } from '@doorman/runtime/config/config'

type VariableName = keyof (typeof Env)['shape']
type Environment = Readonly<Record<string, string | undefined>>

/** A part of the settings: its value, or what is wrong with it. */
type SettingsPart<Value> = { readonly value: Value } | { readonly problem: string }

/** Groups of variables that are checked together, and the part of the config they set. */
export const settingsParts = {
  address: {
    names: ['PORT', 'HOST', 'PUBLIC_URL', 'TRUST_PROXY'],
    read: ({ http }) => http,
  },
  database: { names: ['DATABASE_URL'], read: ({ database }) => database },
  secret: { names: ['DOORMAN_SECRET'], read: ({ secret }) => secret },
  tokenKeys: { names: ['TOKEN_KEYS'], read: ({ tokenKeys }) => tokenKeys },
  relay: {
    names: ['SMTP_URL', 'MAIL_FROM', 'CONTACT_EMAIL'],
    read: ({ smtp, mailFrom }) => smtp && { url: smtp.url, from: mailFrom },
  },
  google: {
    names: [
      'GOOGLE_CLIENT_ID',
      'GOOGLE_CLIENT_SECRET',
      'GMAIL_PUBSUB_TOPIC',
      'GMAIL_PUBSUB_ACCOUNT',
      'GOOGLE_OAUTH_URL',
      'GMAIL_API_URL',
    ],
    read: ({ google }) => google,
  },
  microsoft: {
    names: [
      'MICROSOFT_CLIENT_ID',
      'MICROSOFT_CLIENT_SECRET',
      'MICROSOFT_LOGIN_URL',
      'GRAPH_API_URL',
    ],
    read: ({ microsoft }) => microsoft,
  },
  stripe: {
    names: [
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_PRICE_MONTHLY',
      'STRIPE_PRICE_YEARLY',
      'STRIPE_API_URL',
    ],
    read: ({ stripe }) => stripe,
  },
  languageModel: {
    names: [
      'AI_PROVIDER',
      'AI_MODEL',
      'AI_API_KEY',
      'AI_BASE_URL',
      'AI_RETENTION_EVIDENCE',
      'AI_RETENTION_RECORDED_ON',
      'AI_TOKENS_PER_DAY',
      'AI_TOKENS_PER_USER',
      'AI_USD_PER_DAY',
      'AI_USD_PER_MILLION_INPUT',
      'AI_USD_PER_MILLION_OUTPUT',
    ],
    read: ({ languageModel }) => languageModel,
  },
  metrics: { names: ['METRICS_TOKEN', 'METRICS_PORT'], read: ({ metrics }) => metrics },
  logLevel: { names: ['LOG_LEVEL'], read: ({ logLevel }) => logLevel },
} as const satisfies Record<
  string,
  { names: readonly VariableName[]; read: (config: Config) => unknown }
>

type Parts = typeof settingsParts

export type Settings = {
  readonly [Key in keyof Parts]: SettingsPart<ReturnType<Parts[Key]['read']>>
} & {
  readonly isDemo: boolean
  /** Any text is a valid path. */
  readonly dataDir: string
  /** The whole config, or the error with which a start would fail. */
  readonly config: SettingsPart<Config>
}

/** Valid values for the other required variables, so that each part can be read alone. */
const placeholders: Environment = {
  PUBLIC_URL: 'https://placeholder.invalid',
  DOORMAN_SECRET: 'x'.repeat(32),
  TOKEN_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
  SMTP_URL: 'smtp://placeholder.invalid',
  MAIL_FROM: 'placeholder@placeholder.invalid',
}

/** Reads the settings as at start, but part by part, so that all problems show at once. */
export function readSettings(env: Environment, today: Date): Settings {
  const isDemo = isDemoWanted(env)
  const others = isDemo ? {} : { ...placeholders, ...pickPublicUrl(env, today) }
  const read = Object.entries(settingsParts).map(([key, part]) => [
    key,
    tryToLoad<unknown>(part.read, { ...others, ...pick(env, part.names) }, today),
  ])
  return {
    isDemo,
    dataDir: loadConfig(pick(env, ['DATA_DIR']), today).dataDir,
    config: tryToLoad((config) => config, env, today),
    // `Object.entries` loses the types of `settingsParts`.
    ...(Object.fromEntries(read) as { [Key in keyof Parts]: Settings[Key] }),
  }
}

/** The address decides whether a Stripe key may be a test key. Empty if the address is invalid. */
function pickPublicUrl(env: Environment, today: Date): Environment {
  const picked = pick(env, ['PUBLIC_URL'])
  const isValid =
    env['PUBLIC_URL'] && 'value' in tryToLoad(() => null, { ...placeholders, ...picked }, today)
  return isValid ? picked : {}
}

/** Only the demo needs no secrets. A provider that is only partly set up also ends the demo. */
function isDemoWanted(env: Environment): boolean {
  const { database, secret, tokenKeys, google, microsoft, stripe } = settingsParts
  const parts = [database, secret, tokenKeys, google, microsoft, stripe]
  const names = [
    'PUBLIC_URL',
    'SMTP_URL',
    ...parts.flatMap((part): readonly string[] => part.names),
  ]
  return 'value' in tryToLoad((config) => config, pick(env, names), new Date(0))
}

function tryToLoad<Value>(
  read: (config: Config) => Value,
  env: Environment,
  today: Date,
): SettingsPart<Value> {
  try {
    return { value: read(loadConfig(env, today)) }
  } catch (error) {
    if (error instanceof ConfigError) return { problem: error.message.replaceAll(/\s+/g, ' ') }
    throw error
  }
}

function pick(env: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(names.map((name) => [name, env[name]]))
}
