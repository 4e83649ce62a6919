import { ConfigError, loadConfig, type Config, type Env } from '@doorman/runtime/config'

type Name = keyof (typeof Env)['shape']
type Source = Readonly<Record<string, string | undefined>>

/** What a part of the settings amounts to, or what is wrong with it. */
export type Part<Value> = { readonly value: Value } | { readonly wrong: string }

/** Which variables belong together, and what they make of the config. Each is in one part. */
export const parts = {
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
  logLevel: { names: ['LOG_LEVEL'], read: ({ logLevel }) => logLevel },
} as const satisfies Record<string, { names: readonly Name[]; read: (config: Config) => unknown }>

type Parts = typeof parts

export type Settings = {
  readonly [Key in keyof Parts]: Part<ReturnType<Parts[Key]['read']>>
} & {
  readonly isDemo: boolean
  /** Any text names a folder, so this is never wrong. */
  readonly dataDir: string
  /** What a start would say to all of it together. */
  readonly whole: Part<Config>
}

/** Beside these every part can be read alone, so that one that is wrong hides no other. They go no further. */
const standIns: Source = {
  PUBLIC_URL: 'https://stand-in.invalid',
  DOORMAN_SECRET: 'x'.repeat(32),
  TOKEN_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
  SMTP_URL: 'smtp://stand-in.invalid',
  MAIL_FROM: 'stand-in@stand-in.invalid',
}

/** Reads the settings as a start would, but part by part: whatever is wrong is told at once. */
export function readSettings(source: Source, today: Date): Settings {
  const isDemo = wantsDemo(source)
  const others = isDemo ? {} : standIns
  const read = Object.entries(parts).map(([key, part]) => [
    key,
    tryToRead<unknown>(part.read, { ...others, ...only(source, part.names) }, today),
  ])
  return {
    isDemo,
    dataDir: loadConfig(only(source, ['DATA_DIR']), today).dataDir,
    whole: tryToRead((config) => config, source, today),
    // The keys and readers are those of the table.
    ...(Object.fromEntries(read) as { [Key in keyof Parts]: Settings[Key] }),
  }
}

/** The demo alone does without secrets. Who has set half a provider wants more than that. */
function wantsDemo(source: Source): boolean {
  const { google, microsoft } = parts
  const names = ['PUBLIC_URL', 'SMTP_URL', ...google.names, ...microsoft.names]
  return 'value' in tryToRead((config) => config, only(source, names), new Date(0))
}

function tryToRead<Value>(
  read: (config: Config) => Value,
  source: Source,
  today: Date,
): Part<Value> {
  try {
    return { value: read(loadConfig(source, today)) }
  } catch (error) {
    if (error instanceof ConfigError) return { wrong: error.message.replaceAll(/\s+/g, ' ') }
    throw error
  }
}

/** With those that are absent, too: they count as not set. */
function only(source: Source, names: readonly string[]): Source {
  return Object.fromEntries(names.map((name) => [name, source[name]]))
}
