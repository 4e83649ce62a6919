import { expect, test } from 'vitest'
import { createFakeTerminal } from '../screening/fake-terminal.ts'
import { UsageError } from '../usage-error.ts'
import { toFailure } from './failure.ts'
import {
  canary,
  createFakeProbes,
  createFakeWorld,
  service,
  toNetworkError,
  type FakeWorld,
} from './fake-probes.ts'
import type { Finding } from './finding.ts'
import type { Probes } from './probes.ts'
import { runDoctor } from './run-doctor.ts'
import { readSettings } from './settings.ts'

type Visit = {
  args?: string[]
  columns?: number
  world?: FakeWorld
  other?: Partial<Probes>
}

async function run(
  env: Readonly<Record<string, string>>,
  { args = [], columns, world = createFakeWorld(), other = {} }: Visit = {},
) {
  const terminal = createFakeTerminal(columns === undefined ? {} : { columns })
  const settings = readSettings(env, new Date('2026-11-15'))
  const exitCode = await runDoctor(args, terminal, settings, createFakeProbes(world, other))
  return { exitCode, printed: terminal.printed() }
}

test('with nothing set it says that this is the demo, what a service needs, and that nothing is broken', async () => {
  const { exitCode, printed } = await run({})
  expect(printed).toContain('this is the demo')
  for (const name of [
    'PUBLIC_URL',
    'TOKEN_KEYS',
    'SMTP_URL',
    'GOOGLE_CLIENT_ID',
    'docs/operations.md',
  ])
    expect(printed).toContain(name)
  expect(printed).toMatch(/\n\nNothing is broken\.\n$/)
  expect(exitCode).toBe(0)
})

test('a service where everything answers has nothing to complain of', async () => {
  const { exitCode, printed } = await run(service)
  expect(printed).not.toMatch(/^(?:broken|look)/m)
  expect(exitCode).toBe(0)
})

test('what is half set is all told at once, and the exit code says so', async () => {
  const { exitCode, printed } = await run({
    ...service,
    GOOGLE_CLIENT_SECRET: '',
    MAIL_FROM: '',
    TOKEN_KEYS: '',
    PORT: 'many',
    LOG_LEVEL: 'loud',
  })
  for (const name of ['GOOGLE_CLIENT_SECRET', 'MAIL_FROM', 'TOKEN_KEYS', 'PORT', 'LOG_LEVEL'])
    expect(printed).toMatch(new RegExp(`^broken .*${name}`, 'm'))
  expect(printed).toMatch(/^broken {2}Settings +Doorman would not start/m)
  expect(printed).toContain('6 broken.')
  expect(exitCode).toBe(1)
})

test('something to look at is no failure', async () => {
  const { exitCode, printed } = await run({ ...service, TRUST_PROXY: '' })
  expect(printed).toContain('Nothing is broken, 1 to look at.')
  expect(exitCode).toBe(0)
})

test('a check that fails itself is told by name, and the others go on', async () => {
  const findKept = () => Promise.reject(new RangeError(canary))
  const { exitCode, printed } = await run({}, { other: { findKept } })
  expect(printed).toMatch(/^broken {2}Secrets +could not be examined \(RangeError\)/m)
  expect(printed).toMatch(/^ok {6}Node/m)
  expect(exitCode).toBe(1)
})

test('--json says the same to programs', async () => {
  const { exitCode, printed } = await run(service, { args: ['--json'] })
  const report: { findings: Finding[] } = JSON.parse(printed)
  expect(report).toMatchObject({ isDemo: false, isBroken: false })
  expect(report.findings[0]).toEqual({
    subject: 'Settings',
    status: 'ok',
    says: 'complete, for a service',
    advice: null,
  })
  expect(exitCode).toBe(0)
  expect(JSON.parse((await run({ PORT: 'x' }, { args: ['--json'] })).printed)).toMatchObject({
    isBroken: true,
  })
})

test('lines fit the terminal', async () => {
  const { printed } = await run({}, { columns: 72 })
  expect(Math.max(...printed.split('\n').map((line) => line.length))).toBeLessThanOrEqual(72)
})

test.each([['--jsn'], ['please']])('%s is wrong usage', async (argument) => {
  await expect(run({}, { args: [argument] })).rejects.toThrow(UsageError)
})

test('S10: no secret is ever printed, whatever goes wrong', async () => {
  const wrong = {
    ...service,
    GOOGLE_CLIENT_SECRET: `${canary}!`,
    MICROSOFT_CLIENT_SECRET: `${canary}!`,
  }
  const withPasswords = Object.fromEntries(
    Object.entries(service).map(([name, value]) => [
      name,
      value.replace(/^(https?:\/\/)/, `$1user:${canary}@`),
    ]),
  )
  const invalid = Object.fromEntries(
    Object.keys(service).map((name) => [name, `${canary}\n\x1b[2J`]),
  )
  const deaf = createFakeWorld()
  for (const host of deaf.hosts.keys())
    deaf.hosts.set(host, () => Promise.reject(toNetworkError('ECONNRESET')))
  const rude = createFakeWorld()
  for (const host of rude.hosts.keys())
    rude.hosts.set(host, async () =>
      Response.json({ error: canary, error_description: canary }, { status: 400 }),
    )
  const other = {
    askDatabase: async () => toFailure(`${canary}: ${canary}`),
    askRelay: async () => toFailure(`${canary} \x1b[2J`),
  }
  const kept = { findKept: async () => ({ text: canary, isOpenToOthers: true }) }
  const visits: [Readonly<Record<string, string>>, Visit][] = [
    [service, {}],
    [wrong, {}],
    [withPasswords, {}],
    [{ ...wrong, PUBLIC_URL: `https://user:${canary}@doorman.test` }, {}],
    [invalid, {}],
    [{}, { other: kept }],
    [service, { world: deaf, other }],
    [service, { world: rude, other }],
  ]
  for (const [env, visit] of visits)
    for (const args of [[], ['--json']]) {
      const { printed } = await run(env, { ...visit, args })
      expect(printed).not.toContain(canary)
      expect(printed).not.toContain('\x1b')
    }
})
