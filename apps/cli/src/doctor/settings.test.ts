import { Env, loadConfig } from '@doorman/runtime/config/config'
import { expect, test } from 'vitest'
import { serviceEnv } from '../testing/fake-probes.ts'
import { settingsParts, readSettings } from './settings.ts'

const today = new Date('2026-11-15T12:00:00Z')

test('every variable belongs to one part, except folders, for which any path is valid', () => {
  const named = Object.values(settingsParts).flatMap(({ names }): readonly string[] => names)
  expect([...named, 'BLOG_DIR', 'DATA_DIR'].sort()).toEqual(Object.keys(Env.shape).sort())
})

test('with nothing set the demo starts', () => {
  const settings = readSettings({}, today)
  expect(settings).toMatchObject({ isDemo: true, google: { value: null }, secret: { value: null } })
  expect(settings.config).toEqual({ value: loadConfig({}, today) })
})

test('the settings of a complete service are read as at start', () => {
  const settings = readSettings(serviceEnv, today)
  const config = loadConfig(serviceEnv, today)
  expect(settings).toMatchObject({
    isDemo: false,
    config: { value: config },
    address: { value: config.http },
    database: { value: config.database },
    secret: { value: config.secret },
    tokenKeys: { value: config.tokenKeys },
    relay: { value: { ...config.smtp, from: config.mailFrom } },
    google: { value: config.google },
    microsoft: { value: config.microsoft },
    stripe: { value: config.stripe },
    languageModel: { value: config.languageModel },
  })
})

test('a problem in one part does not hide problems of other parts', () => {
  const settings = readSettings(
    { PUBLIC_URL: 'nonsense', GOOGLE_CLIENT_ID: 'id', TOKEN_KEYS: '1:short', AI_MODEL: 'small' },
    today,
  )
  expect(settings).toMatchObject({
    isDemo: false,
    address: { problem: expect.stringContaining('PUBLIC_URL') },
    google: {
      problem: expect.stringContaining('GOOGLE_CLIENT_SECRET'),
    },
    microsoft: { value: null },
    tokenKeys: { problem: expect.stringContaining('TOKEN_KEYS') },
    secret: { problem: expect.stringContaining('DOORMAN_SECRET') },
    relay: { problem: expect.stringContaining('SMTP_URL, MAIL_FROM') },
    languageModel: { problem: expect.stringContaining('AI_PROVIDER') },
    config: { problem: expect.any(String) },
  })
})

test.each([
  ['PUBLIC_URL', 'https://doorman.test'],
  ['SMTP_URL', 'smtp://relay.test'],
  ['DATABASE_URL', 'postgres://database.test/doorman'],
  ['TOKEN_KEYS', serviceEnv.TOKEN_KEYS],
  ['GOOGLE_CLIENT_ID', 'id'],
  ['GRAPH_API_URL', 'https://graph.test'],
])('%s alone ends the demo, so the secrets are required', (name, value) => {
  const settings = readSettings({ [name]: value }, today)
  expect(settings.isDemo).toBe(false)
  expect(settings.secret).toHaveProperty('problem')
})

test.each([
  ['https://doorman.test', 'sk_live_1234567890123456', false],
  ['https://doorman.test', 'sk_test_1234567890123456', true],
  ['http://localhost:3000', 'sk_live_1234567890123456', true],
  ['http://localhost:3000', 'sk_test_1234567890123456', false],
  ['nonsense', 'sk_live_1234567890123456', false],
])('at %s the key %s is a problem: %s', (publicUrl, key, isProblem) => {
  const env = { ...serviceEnv, PUBLIC_URL: publicUrl, STRIPE_SECRET_KEY: key }
  const { stripe } = readSettings(env, today)
  expect('problem' in stripe).toBe(isProblem)
})

test('a host that the demo does not allow is reported', () => {
  const { address, config } = readSettings({ HOST: '0.0.0.0' }, today)
  expect(address).toMatchObject({ problem: expect.stringContaining('HOST=0.0.0.0') })
  expect(config).toHaveProperty('problem')
})

test('a missing variable is reported whenever a service would not start without it', () => {
  for (const name of Object.keys(serviceEnv)) {
    const { config, isDemo, dataDir, ...read } = readSettings({ ...serviceEnv, [name]: '' }, today)
    const problems = Object.entries(read).filter(([, part]) => 'problem' in part)
    expect([name, problems.length]).toEqual([name, 'problem' in config ? 1 : 0])
    expect([isDemo, dataDir]).toEqual([false, '.data'])
  }
})
