import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Env, loadConfig } from './config.ts'

test('with nothing set it is the demo, on this machine alone', () => {
  expect(loadConfig({})).toMatchObject({
    isDemo: true,
    http: { port: 3000, host: 'localhost', publicUrl: 'http://localhost:3000' },
    database: null,
    secret: null,
    smtp: null,
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
  SMTP_URL: 'smtp://relay.example:587',
  MAIL_FROM: 'Doorman <post@doorman.example>',
}

test('a public address means no demo', () => {
  expect(loadConfig(production)).toMatchObject({
    isDemo: false,
    smtp: { url: production.SMTP_URL },
  })
})

test.each(['DOORMAN_SECRET', 'SMTP_URL', 'MAIL_FROM'])(
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

test('.env.example names every variable, and no other', () => {
  const example = readFileSync('.env.example', 'utf8')
  const named = [...example.matchAll(/^# ?([A-Z_]+)=/gm)].map(([, name]) => String(name))
  expect(named.sort()).toEqual(Object.keys(Env.shape).sort())
})
