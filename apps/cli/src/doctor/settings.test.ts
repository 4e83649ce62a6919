import { Env, loadConfig } from '@doorman/runtime/config'
import { expect, test } from 'vitest'
import { service } from './fake-probes.ts'
import { parts, readSettings } from './settings.ts'

const today = new Date('2026-11-15T12:00:00Z')

test('every variable belongs to one part, but for the data folder, which is never wrong', () => {
  const named = Object.values(parts).flatMap(({ names }): readonly string[] => names)
  expect([...named, 'DATA_DIR'].sort()).toEqual(Object.keys(Env.shape).sort())
})

test('with nothing set it is the demo', () => {
  const settings = readSettings({}, today)
  expect(settings).toMatchObject({ isDemo: true, google: { value: null }, secret: { value: null } })
  expect(settings.whole).toEqual({ value: loadConfig({}, today) })
})

test('a whole service is read as a start would read it', () => {
  const settings = readSettings(service, today)
  const config = loadConfig(service, today)
  expect(settings).toMatchObject({
    isDemo: false,
    whole: { value: config },
    address: { value: config.http },
    database: { value: config.database },
    secret: { value: config.secret },
    tokenKeys: { value: config.tokenKeys },
    relay: { value: { ...config.smtp, from: config.mailFrom } },
    google: { value: config.google },
    microsoft: { value: config.microsoft },
    languageModel: { value: config.languageModel },
  })
})

test('what is wrong in one part hides nothing of another', () => {
  const settings = readSettings(
    { PUBLIC_URL: 'nonsense', GOOGLE_CLIENT_ID: 'id', TOKEN_KEYS: '1:short', AI_MODEL: 'small' },
    today,
  )
  expect(settings).toMatchObject({
    isDemo: false,
    address: { wrong: expect.stringContaining('PUBLIC_URL') },
    google: {
      wrong: expect.stringContaining(
        'GOOGLE_CLIENT_SECRET, GMAIL_PUBSUB_TOPIC, GMAIL_PUBSUB_ACCOUNT',
      ),
    },
    microsoft: { value: null },
    tokenKeys: { wrong: expect.stringContaining('TOKEN_KEYS') },
    secret: { wrong: expect.stringContaining('DOORMAN_SECRET') },
    relay: { wrong: expect.stringContaining('SMTP_URL, MAIL_FROM') },
    languageModel: { wrong: expect.stringContaining('AI_PROVIDER') },
    whole: { wrong: expect.any(String) },
  })
})

test.each([
  ['PUBLIC_URL', 'https://doorman.test'],
  ['SMTP_URL', 'smtp://relay.test'],
  ['GOOGLE_CLIENT_ID', 'id'],
  ['GRAPH_API_URL', 'https://graph.test'],
])('%s alone ends the demo, so the secrets are missed', (name, value) => {
  const settings = readSettings({ [name]: value }, today)
  expect(settings.isDemo).toBe(false)
  expect(settings.secret).toHaveProperty('wrong')
})

test('what a part alone allows and the whole does not is still told', () => {
  const { address, whole } = readSettings({ HOST: '0.0.0.0' }, today)
  expect(address).toMatchObject({ wrong: expect.stringContaining('HOST=0.0.0.0') })
  expect(whole).toHaveProperty('wrong')
})

test('for every variable left out of a service, a part is wrong whenever a start would be', () => {
  for (const name of Object.keys(service)) {
    const { whole, isDemo, dataDir, ...read } = readSettings({ ...service, [name]: '' }, today)
    const wrong = Object.entries(read).filter(([, part]) => 'wrong' in part)
    expect([name, wrong.length]).toEqual([name, 'wrong' in whole ? 1 : 0])
    expect([isDemo, dataDir]).toEqual([false, '.data'])
  }
})
