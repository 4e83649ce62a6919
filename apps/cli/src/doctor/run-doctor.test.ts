import { expect, test } from 'vitest'
import { createFakeTerminal } from '../testing/fake-terminal.ts'
import { UsageError } from '../commands/usage-error.ts'
import { toProbeFailure } from './probe-failure.ts'
import {
  canary,
  createFakeProbes,
  createFakeWorld,
  serviceEnv,
  toNetworkError,
  type FakeWorld,
} from '../testing/fake-probes.ts'
import type { Finding } from './finding.ts'
import type { Probes } from './probes/probes.ts'
import { runDoctor } from './run-doctor.ts'
import { readSettings } from './settings.ts'

type RunOptions = {
  args?: string[]
  columns?: number
  world?: FakeWorld
  other?: Partial<Probes>
}

async function run(
  env: Readonly<Record<string, string>>,
  { args = [], columns, world = createFakeWorld(), other = {} }: RunOptions = {},
) {
  const terminal = createFakeTerminal(columns === undefined ? {} : { columns })
  const settings = readSettings(env, new Date('2026-11-15'))
  const exitCode = await runDoctor(args, terminal, settings, createFakeProbes(world, other))
  return { exitCode, printed: terminal.printed() }
}

test('with nothing set, doctor reports the demo and what a service needs', async () => {
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

test('a service is ok if everything it depends on answers', async () => {
  const { exitCode, printed } = await run(serviceEnv)
  expect(printed).not.toMatch(/^(?:broken|look)/m)
  expect(exitCode).toBe(0)
})

test('all incomplete settings are reported at once with exit code 1', async () => {
  const { exitCode, printed } = await run({
    ...serviceEnv,
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

test('a finding that needs attention does not change the exit code', async () => {
  const { exitCode, printed } = await run({ ...serviceEnv, TRUST_PROXY: '' })
  expect(printed).toContain('Nothing is broken, 1 to look at.')
  expect(exitCode).toBe(0)
})

test('a check that throws is reported by name, and the other checks still run', async () => {
  const findStoredFile = () => Promise.reject(new RangeError(canary))
  const { exitCode, printed } = await run({}, { other: { findStoredFile } })
  expect(printed).toMatch(/^broken {2}Secrets +the check itself failed \(RangeError\)/m)
  expect(printed).toMatch(/^ok {6}Node/m)
  expect(exitCode).toBe(1)
})

test('--json prints the report as JSON', async () => {
  const { exitCode, printed } = await run(serviceEnv, { args: ['--json'] })
  const report: { findings: Finding[] } = JSON.parse(printed)
  expect(report).toMatchObject({ isDemo: false, isBroken: false })
  expect(report.findings[0]).toEqual({
    subject: 'Settings',
    status: 'ok',
    says: 'complete for a service',
    advice: null,
  })
  expect(exitCode).toBe(0)
  expect(JSON.parse((await run({ PORT: 'x' }, { args: ['--json'] })).printed)).toMatchObject({
    isBroken: true,
  })
})

test('lines fit the width of the terminal', async () => {
  const { printed } = await run({}, { columns: 72 })
  expect(Math.max(...printed.split('\n').map((line) => line.length))).toBeLessThanOrEqual(72)
})

test.each([['--jsn'], ['please']])('the argument %s is a usage error', async (argument) => {
  await expect(run({}, { args: [argument] })).rejects.toThrow(UsageError)
})

test('no secret is ever printed, not even after failures', async () => {
  const wrong = {
    ...serviceEnv,
    GOOGLE_CLIENT_SECRET: `${canary}!`,
    MICROSOFT_CLIENT_SECRET: `${canary}!`,
  }
  const withPasswords = Object.fromEntries(
    Object.entries(serviceEnv).map(([name, value]) => [
      name,
      value.replace(/^(https?:\/\/)/, `$1user:${canary}@`),
    ]),
  )
  const invalid = Object.fromEntries(
    Object.keys(serviceEnv).map((name) => [name, `${canary}\n\x1b[2J`]),
  )
  const unreachable = createFakeWorld()
  for (const host of unreachable.hosts.keys())
    unreachable.hosts.set(host, () => Promise.reject(toNetworkError('ECONNRESET')))
  const echoing = createFakeWorld()
  for (const host of echoing.hosts.keys())
    echoing.hosts.set(host, async () =>
      Response.json({ error: canary, error_description: canary }, { status: 400 }),
    )
  const other = {
    askDatabase: async () => toProbeFailure(`${canary}: ${canary}`),
    askRelay: async () => toProbeFailure(`${canary} \x1b[2J`),
  }
  const storedCanary = { findStoredFile: async () => ({ text: canary, isReadableByOthers: true }) }
  const runs: [Readonly<Record<string, string>>, RunOptions][] = [
    [serviceEnv, {}],
    [wrong, {}],
    [withPasswords, {}],
    [{ ...wrong, PUBLIC_URL: `https://user:${canary}@doorman.test` }, {}],
    [invalid, {}],
    [{}, { other: storedCanary }],
    [serviceEnv, { world: unreachable, other }],
    [serviceEnv, { world: echoing, other }],
  ]
  for (const [env, options] of runs)
    for (const args of [[], ['--json']]) {
      const { printed } = await run(env, { ...options, args })
      expect(printed).not.toContain(canary)
      expect(printed).not.toContain('\x1b')
    }
})
