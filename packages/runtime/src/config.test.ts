import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Env, loadConfig } from './config.ts'

test('with nothing set it is the demo, on this machine alone', () => {
  expect(loadConfig({})).toMatchObject({
    isDemo: true,
    http: { port: 3000, host: 'localhost', publicUrl: 'http://localhost:3000' },
    database: null,
    secret: null,
    tokenKeys: null,
    smtp: null,
    google: null,
    microsoft: null,
    languageModel: null,
  })
})

test('the public address follows the port, and loses its last slash', () => {
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

test('a public address means no demo', () => {
  expect(loadConfig(production)).toMatchObject({
    isDemo: false,
    smtp: { url: production.SMTP_URL },
  })
})

test.each(['DOORMAN_SECRET', 'TOKEN_KEYS', 'SMTP_URL', 'MAIL_FROM'])(
  'R36: in public, %s is demanded by name',
  (name) => {
    expect(() => loadConfig({ ...production, [name]: undefined })).toThrow(name)
    expect(() => loadConfig({ ...production, [name]: '' })).toThrow(name)
  },
)

test.each([
  ['PORT', 'many'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'doorman.example'],
  ['PUBLIC_URL', 'ftp://doorman.example'],
  ['DATABASE_URL', 'mysql://db'],
  ['DOORMAN_SECRET', 'short'],
  ['TOKEN_KEYS', '1:short'],
  ['GMAIL_PUBSUB_TOPIC', 'gmail'],
  ['GMAIL_PUBSUB_ACCOUNT', 'push'],
  ['GRAPH_API_URL', 'graph'],
  ['AI_PROVIDER', 'somebody'],
  ['AI_RETENTION_RECORDED_ON', 'last year'],
  ['AI_TOKENS_PER_DAY', 'many'],
  ['AI_TOKENS_PER_USER', '0'],
  ['AI_USD_PER_DAY', '-1'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', 'true'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => loadConfig({ [name]: value })).toThrow(name)
})

test('a relay for real mail means no demo either', () => {
  expect(() => loadConfig({ SMTP_URL: production.SMTP_URL })).toThrow('DOORMAN_SECRET')
})

test('the demo, whose passwords everybody knows, is not opened to others', () => {
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

test('without other addresses, the providers’ own are used', () => {
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

test('another emulator can stand in for each of them', () => {
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

const onThisMachine = {
  AI_PROVIDER: 'openai-compatible',
  AI_MODEL: 'small',
  AI_BASE_URL: 'http://localhost:11434/v1',
}

test.each([
  ...toHalves(google),
  ...toHalves(microsoft),
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
] as const)('%j alone does not start, and names %s', (half, missing) => {
  expect(() => loadConfig({ ...production, ...half })).toThrow(
    new RegExp(`Incomplete configuration: .*${missing}`),
  )
})

test.each([google, microsoft])('real credentials end the demo: %j', (credentials) => {
  expect(() => loadConfig({ ...credentials })).toThrow('outside the demo')
})

const hosted = { AI_PROVIDER: 'openai', AI_MODEL: 'small', AI_API_KEY: 'key' }
const today = new Date('2026-11-15T12:00:00Z')

test('F55: a hosted language model without recorded zero retention does not start, and says why', () => {
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
  ).toMatchObject({ model: 'small', apiKey: 'key', endpoint: { provider: 'openai' } })
})

test('F55: what runs on this machine needs neither evidence nor key, and leaves the demo a demo', () => {
  expect(loadConfig(onThisMachine)).toMatchObject({
    isDemo: true,
    languageModel: { apiKey: '', endpoint: { baseUrl: 'http://localhost:11434/v1' } },
  })
})

test('R28: a day has a limit in tokens, and one in dollars where prices are known', () => {
  expect(loadConfig(onThisMachine).languageModel?.limits).toEqual({
    user: { tokens: 200_000, microUsd: 0 },
    all: { tokens: 20_000_000, microUsd: 0 },
  })
  const dear = {
    AI_TOKENS_PER_DAY: '1000',
    AI_TOKENS_PER_USER: '100',
    AI_USD_PER_DAY: '0.5',
    AI_USD_PER_MILLION_INPUT: '0.15',
    AI_USD_PER_MILLION_OUTPUT: '0.6',
  }
  expect(loadConfig({ ...onThisMachine, ...dear }).languageModel).toMatchObject({
    limits: {
      user: { tokens: 100, microUsd: 500_000 },
      all: { tokens: 1_000, microUsd: 500_000 },
    },
    price: { microUsdPerInputToken: 0.15, microUsdPerOutputToken: 0.6 },
  })
})

test('a hosted language model needs its key', () => {
  expect(() => loadConfig({ ...hosted, AI_API_KEY: '' }, today)).toThrow('AI_API_KEY is missing')
})

/** A group without each of its variables in turn, and the name of that. */
function toHalves(group: Record<string, string>): [Record<string, string>, string][] {
  return Object.keys(group).map((missing) => [{ ...group, [missing]: '' }, missing])
}

test('.env.example names every variable, and no other', () => {
  const example = readFileSync('.env.example', 'utf8')
  const named = [...example.matchAll(/^# ?([A-Z_]+)=/gm)].map(([, name]) => String(name))
  expect(named.sort()).toEqual(Object.keys(Env.shape).sort())
})
