import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Env, loadConfig } from './config.ts'

test('with nothing set it is the demo, reachable from this machine only', () => {
  expect(loadConfig({})).toMatchObject({
    isDemo: true,
    http: { port: 3000, host: 'localhost', publicUrl: 'http://localhost:3000' },
    database: null,
    secret: null,
    tokenKeys: null,
    smtp: null,
    google: null,
    microsoft: null,
    stripe: null,
    languageModel: null,
  })
})

test('the public URL defaults to the port and has no trailing slash', () => {
  expect(loadConfig({ PORT: '4000' }).http.publicUrl).toBe('http://localhost:4000')
  expect(loadConfig({ PUBLIC_URL: 'http://localhost:5000/' }).http.publicUrl).toBe(
    'http://localhost:5000',
  )
})

const production = {
  PUBLIC_URL: 'https://doorman.example',
  DOORMAN_SECRET: 'x'.repeat(32),
  TOKEN_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
  SMTP_URL: 'smtp://relay.example:587',
  MAIL_FROM: 'Doorman <post@doorman.example>',
}

test('with PUBLIC_URL set, the product is not a demo', () => {
  expect(loadConfig(production)).toMatchObject({
    isDemo: false,
    smtp: { url: production.SMTP_URL },
  })
})

const required = ['PUBLIC_URL', 'DOORMAN_SECRET', 'TOKEN_KEYS', 'SMTP_URL', 'MAIL_FROM']

test.each(required)('%s is required outside the demo', (name) => {
  expect(() => loadConfig({ ...production, [name]: undefined })).toThrow(name)
  expect(() => loadConfig({ ...production, [name]: '' })).toThrow(name)
})

const webhookSecret = 'whsec_1234567890123456'
const databaseUrl = { DATABASE_URL: 'postgres://db.example/doorman' }
const { DOORMAN_SECRET, TOKEN_KEYS } = production

test.each([
  databaseUrl,
  { DOORMAN_SECRET },
  { TOKEN_KEYS },
  { ...databaseUrl, DOORMAN_SECRET, TOKEN_KEYS },
])(
  'an incomplete service does not start as a demo, and the error names all that is missing: %j',
  (part) => {
    const missing = required.filter((name) => !Object.hasOwn(part, name)).join(', ')
    expect(() => loadConfig(part)).toThrow(`${missing} must be set outside the demo.`)
  },
)

test.each([
  ['PORT', 'many'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'doorman.example'],
  ['PUBLIC_URL', 'ftp://doorman.example'],
  ['PUBLIC_URL', 'http://doorman.example'],
  ['PUBLIC_URL', 'http://192.168.1.20:3000'],
  ['PUBLIC_URL', 'http://localhost.doorman.example'],
  ['PUBLIC_URL', 'https://doorman.example/mail'],
  ['PUBLIC_URL', 'https://doorman.example?a=b'],
  ['PUBLIC_URL', 'https://doorman.example#a'],
  ['PUBLIC_URL', 'https://user:password@doorman.example'],
  ['PUBLIC_URL', 'https://user@doorman.example'],
  ['DATABASE_URL', 'mysql://db'],
  ['DOORMAN_SECRET', 'short'],
  ['TOKEN_KEYS', '1:short'],
  ['GMAIL_PUBSUB_TOPIC', 'gmail'],
  ['GMAIL_PUBSUB_ACCOUNT', 'push'],
  ['GRAPH_API_URL', 'graph'],
  ['GRAPH_API_URL', 'http://graph.example'],
  ['GMAIL_API_URL', 'http://gmail.example'],
  ['STRIPE_API_URL', 'http://stripe.example'],
  ['STRIPE_SECRET_KEY', 'secret'],
  ['STRIPE_SECRET_KEY', 'pk_live_1234567890123456'],
  ['STRIPE_SECRET_KEY', 'sk_live_short'],
  ['STRIPE_SECRET_KEY', 'sk_live_1234567890123456 '],
  ['STRIPE_WEBHOOK_SECRET', 'secret'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_short'],
  ['STRIPE_WEBHOOK_SECRET', `${webhookSecret},`],
  ['STRIPE_WEBHOOK_SECRET', `${webhookSecret},${webhookSecret},${webhookSecret}`],
  ['AI_BASE_URL', 'http://models.example/v1'],
  ['AI_BASE_URL', 'http://192.168.1.20:11434/v1'],
  ['AI_PROVIDER', 'unknown'],
  ['AI_RETENTION_RECORDED_ON', 'last year'],
  ['AI_TOKENS_PER_DAY', 'many'],
  ['AI_TOKENS_PER_USER', '0'],
  ['AI_USD_PER_DAY', '-1'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', 'loopback'],
  ['TRUST_PROXY', '10.0.0'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '0.0.0.0/0.0.0.0'],
  ['TRUST_PROXY', '0.0.0.0/1, 128.0.0.0/1'],
  ['TRUST_PROXY', '127.0.0.1, ::/0'],
  ['TRUST_PROXY', '2000::/3'],
  ['TRUST_PROXY', '::ffff:0.0.0.0/96'],
  ['TRUST_PROXY', '0:0:0:0:0:ffff:0:0/96'],
])('%s=%s is rejected with its name', (name, value) => {
  expect(() => loadConfig({ [name]: value })).toThrow(`Invalid configuration:\n  ${name}: `)
})

test.each([
  '127.0.0.1',
  '127.0.0.1, ::1',
  '10.0.0.0/8,172.16.0.0/12',
  'fc00::/7',
  '::ffff:10.0.0.1',
])('TRUST_PROXY=%s is accepted', (list) => {
  expect(loadConfig({ TRUST_PROXY: list }).http.trustProxy).toBe(list)
})

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  '%s needs no TLS, because it is this machine',
  (url) => {
    expect(loadConfig({ PUBLIC_URL: url })).toMatchObject({
      isDemo: true,
      http: { publicUrl: url },
    })
  },
)

test('an SMTP relay ends the demo', () => {
  expect(() => loadConfig({ SMTP_URL: production.SMTP_URL })).toThrow('DOORMAN_SECRET')
})

test('the demo, whose passwords are public, does not start on a reachable interface', () => {
  expect(() => loadConfig({ HOST: '0.0.0.0' })).toThrow('PUBLIC_URL')
  expect(loadConfig({ ...production, HOST: '0.0.0.0' }).isDemo).toBe(false)
})

const google = {
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  GMAIL_PUBSUB_TOPIC: 'projects/doorman/topics/gmail',
  GMAIL_PUBSUB_ACCOUNT: 'push@doorman.iam.gserviceaccount.com',
}
const microsoft = { MICROSOFT_CLIENT_ID: 'id', MICROSOFT_CLIENT_SECRET: 'secret' }

test('by default the providers’ own hosts are used', () => {
  expect(loadConfig({ ...production, ...google, ...microsoft })).toMatchObject({
    google: {
      clientId: 'id',
      clientSecret: 'secret',
      pushTopic: 'projects/doorman/topics/gmail',
      pushAccount: 'push@doorman.iam.gserviceaccount.com',
      oauthUrl: null,
      apiUrl: 'https://gmail.googleapis.com',
    },
    microsoft: {
      loginUrl: 'https://login.microsoftonline.com',
      graphUrl: 'https://graph.microsoft.com',
    },
  })
})

test('Gmail works without push, but not with only one of the push settings', () => {
  const { GMAIL_PUBSUB_TOPIC, GMAIL_PUBSUB_ACCOUNT, ...withoutPush } = google
  expect(loadConfig({ ...production, ...withoutPush }).google).toMatchObject({
    pushTopic: null,
    pushAccount: null,
  })
  for (const half of [{ GMAIL_PUBSUB_TOPIC }, { GMAIL_PUBSUB_ACCOUNT }])
    expect(() => loadConfig({ ...production, ...withoutPush, ...half })).toThrow('must be set')
  expect(() => loadConfig({ ...production, GMAIL_PUBSUB_TOPIC, GMAIL_PUBSUB_ACCOUNT })).toThrow(
    'GOOGLE_CLIENT_ID',
  )
})

test('each provider host can be replaced by an emulator', () => {
  const config = loadConfig({
    ...production,
    ...google,
    ...microsoft,
    GOOGLE_OAUTH_URL: 'http://localhost:4000/google/',
    GMAIL_API_URL: 'http://localhost:4000/gmail',
    MICROSOFT_LOGIN_URL: 'http://localhost:4000/login',
    GRAPH_API_URL: 'http://localhost:4000/graph',
  })
  expect(config.google).toMatchObject({
    oauthUrl: 'http://localhost:4000/google',
    apiUrl: 'http://localhost:4000/gmail',
  })
  expect(config.microsoft).toMatchObject({
    loginUrl: 'http://localhost:4000/login',
    graphUrl: 'http://localhost:4000/graph',
  })
})

const stripe = {
  STRIPE_SECRET_KEY: 'sk_live_1234567890123456',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_PRICE_MONTHLY: 'price_monthly',
  STRIPE_PRICE_YEARLY: 'price_yearly',
}

test('Stripe has two prices, its own host, and up to two webhook secrets', () => {
  expect(loadConfig({ ...production, ...stripe }).stripe).toEqual({
    secretKey: 'sk_live_1234567890123456',
    webhookSecrets: [webhookSecret],
    prices: { monthly: 'price_monthly', yearly: 'price_yearly' },
    apiUrl: 'https://api.stripe.com',
  })
  const other = {
    STRIPE_SECRET_KEY: 'rk_live_1234567890123456',
    STRIPE_WEBHOOK_SECRET: `${webhookSecret}, whsec_abcdefghijklmnop`,
    STRIPE_API_URL: 'http://localhost:4000/stripe/',
  }
  expect(loadConfig({ ...production, ...stripe, ...other }).stripe).toMatchObject({
    webhookSecrets: [webhookSecret, 'whsec_abcdefghijklmnop'],
    apiUrl: 'http://localhost:4000/stripe',
  })
})

const testKey = { STRIPE_SECRET_KEY: 'sk_test_1234567890123456' }
const thisMachine = { PUBLIC_URL: 'http://localhost:3000' }

test.each([
  ['a test key at a public address', testKey, 'STRIPE_SECRET_KEY is a test key'],
  ['a live key on this machine', thisMachine, 'STRIPE_SECRET_KEY is a live key'],
  ['one price for both', { STRIPE_PRICE_YEARLY: 'price_monthly' }, 'are the same price'],
])('%s is refused with an explanation', (_case, variables, sentence) => {
  expect(() => loadConfig({ ...production, ...stripe, ...variables })).toThrow(sentence)
})

test('a service on this machine may use a test key of Stripe', () => {
  const config = loadConfig({ ...production, ...stripe, ...testKey, ...thisMachine })
  expect(config).toMatchObject({ isDemo: false, stripe: { secretKey: testKey.STRIPE_SECRET_KEY } })
})

test('no message about Stripe contains a secret', () => {
  for (const variables of [testKey, thisMachine, { STRIPE_PRICE_YEARLY: '' }])
    expect(() => loadConfig({ ...production, ...stripe, ...variables })).not.toThrow(
      /1234567890123456/,
    )
})

const onThisMachine = {
  AI_PROVIDER: 'openai-compatible',
  AI_MODEL: 'small',
  AI_BASE_URL: 'http://localhost:11434/v1',
}

test.each([
  ...omitEach(google),
  ...omitEach(microsoft),
  ...omitEach(stripe),
  [{ STRIPE_API_URL: 'http://localhost:4000' }, 'STRIPE_SECRET_KEY'],
  [{ GMAIL_API_URL: 'http://localhost:4000' }, 'GOOGLE_CLIENT_ID'],
  [{ GRAPH_API_URL: 'http://localhost:4000' }, 'MICROSOFT_CLIENT_ID'],
  [{ AI_MODEL: 'small' }, 'AI_PROVIDER'],
  [{ AI_PROVIDER: 'openai' }, 'AI_MODEL'],
  [{ AI_API_KEY: 'key' }, 'AI_PROVIDER, AI_MODEL'],
  [{ AI_TOKENS_PER_DAY: '1000' }, 'AI_PROVIDER, AI_MODEL'],
  [
    { ...onThisMachine, AI_USD_PER_DAY: '5' },
    'AI_USD_PER_MILLION_INPUT, AI_USD_PER_MILLION_OUTPUT',
  ],
] as const)('%j alone is rejected: %s must be set too', (variables, missing) => {
  expect(() => loadConfig({ ...production, ...variables })).toThrow(
    new RegExp(`Incomplete configuration: .*${missing}`),
  )
})

test.each([google, microsoft, { ...stripe, ...testKey }])(
  'real credentials end the demo: %j',
  (credentials) => {
    expect(() => loadConfig({ ...credentials })).toThrow('outside the demo')
  },
)

const hosted = { AI_PROVIDER: 'openai', AI_MODEL: 'small', AI_API_KEY: 'key' }
const today = new Date('2026-11-15T12:00:00Z')

test('a hosted language model without evidence of zero retention is rejected with the reason', () => {
  expect(() => loadConfig(hosted, today)).toThrow(
    'api.openai.com: a hosted language model is used only with recorded evidence',
  )
  const evidence = { AI_RETENTION_EVIDENCE: 'Contract 12, clause 3' }
  expect(() => loadConfig({ ...hosted, ...evidence }, today)).toThrow('needs the date')
  expect(() =>
    loadConfig({ ...hosted, ...evidence, AI_RETENTION_RECORDED_ON: '2027-01-01' }, today),
  ).toThrow('in the future')
  expect(
    loadConfig({ ...hosted, ...evidence, AI_RETENTION_RECORDED_ON: '2026-11-01' }, today)
      .languageModel,
  ).toMatchObject({ model: 'small', apiKey: 'key', endpoint: { vendor: 'openai' } })
})

test('a language model on this machine needs no evidence and no key, and does not end the demo', () => {
  expect(loadConfig(onThisMachine)).toMatchObject({
    isDemo: true,
    languageModel: { apiKey: '', endpoint: { baseUrl: 'http://localhost:11434/v1' } },
  })
})

test('each day has a limit in tokens and, if the prices are set, one in dollars', () => {
  expect(loadConfig(onThisMachine).languageModel?.limits).toEqual({
    user: { tokens: 200_000, microUsd: 0 },
    all: { tokens: 20_000_000, microUsd: 0 },
  })
  const withPrices = {
    AI_TOKENS_PER_DAY: '1000',
    AI_TOKENS_PER_USER: '100',
    AI_USD_PER_DAY: '0.5',
    AI_USD_PER_MILLION_INPUT: '0.15',
    AI_USD_PER_MILLION_OUTPUT: '0.6',
  }
  expect(loadConfig({ ...onThisMachine, ...withPrices }).languageModel).toMatchObject({
    limits: {
      user: { tokens: 100, microUsd: 500_000 },
      all: { tokens: 1_000, microUsd: 500_000 },
    },
    price: { microUsdPerInputToken: 0.15, microUsdPerOutputToken: 0.6 },
  })
})

test('a hosted language model needs an API key', () => {
  expect(() => loadConfig({ ...hosted, AI_API_KEY: '' }, today)).toThrow('AI_API_KEY is missing')
})

/** For each variable of a group: the group without it, and its name. */
function omitEach(group: Record<string, string>): [Record<string, string>, string][] {
  return Object.keys(group).map((missing) => [{ ...group, [missing]: '' }, missing])
}

test('.env.example names exactly the variables that we read', () => {
  const example = readFileSync('.env.example', 'utf8')
  const named = [...example.matchAll(/^# ?([A-Z_]+)=/gm)].map(([, name]) => String(name))
  expect(named.sort()).toEqual(Object.keys(Env.shape).sort())
})
