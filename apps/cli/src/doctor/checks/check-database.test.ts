import { formatTokenKey } from '@doorman/runtime/secrets/token-keys'
import { expect, test } from 'vitest'
import type { DatabaseAnswer } from '../probes/ask-database.ts'
import { toProbeFailure, type ProbeFailure } from '../probe-failure.ts'
import {
  canary,
  createFakeWorld,
  diagnose,
  noMailboxes,
  serviceEnv,
  wholeAuditLog,
} from '../../testing/fake-probes.ts'

const healthy = {
  kind: 'answered',
  version: '18.1',
  pendingMigrations: [],
  unsafeSettings: [],
  now: new Date('2026-11-15T12:00:00Z'),
  tokenCounts: [],
  keyProblem: null,
  damagedTokens: 0,
  isDemo: null,
  demoUsers: [],
  queues: [],
  auditLog: wholeAuditLog,
  mailboxes: noMailboxes,
} as const

async function diagnoseDatabase(
  answer: DatabaseAnswer | ProbeFailure,
  env = serviceEnv,
  storedKeys: string | null = null,
) {
  const { of } = await diagnose(env, createFakeWorld(), {
    askDatabase: async () => answer,
    findStoredFile: async () =>
      storedKeys === null ? null : { text: storedKeys, isReadableByOthers: false },
  })
  return { database: of('Database'), tokens: of('Sealed tokens') }
}

test.each([
  [
    'that is healthy',
    healthy,
    'ok',
    'PostgreSQL at database.test:5432, version 18.1, up to date and durable',
  ],
  [
    'that does not answer',
    toProbeFailure('ECONNREFUSED'),
    'broken',
    'PostgreSQL at database.test:5432: nothing listens there',
  ],
  ['that rejects the login', toProbeFailure('28P01'), 'broken', 'user or password rejected'],
  [
    'that could lose data in a crash',
    { ...healthy, unsafeSettings: ['fsync', 'full_page_writes'] },
    'broken',
    'fsync, full_page_writes must be on',
  ],
  [
    'of an older version',
    { ...healthy, pendingMigrations: ['0005_grants.sql', '0006_mailboxes.sql'] },
    'look',
    'pending migrations: 2, starting with 0005_grants.sql',
  ],
  [
    'with a clock that is slightly off',
    { ...healthy, now: new Date('2026-11-15T12:01:00Z') },
    'look',
    'its clock is 60 seconds ahead of this machine',
  ],
  [
    'with a wrong clock',
    { ...healthy, now: new Date('2026-11-15T11:00:00Z') },
    'broken',
    'its clock is 3600 seconds behind this machine',
  ],
] as const)('a database %s', async (_name, answer, status, words) => {
  const { database } = await diagnoseDatabase(answer)
  expect(database).toMatchObject([{ status, says: expect.stringContaining(words) }])
})

test.each([
  [{ isDemo: true }, 'a demo has used it'],
  [{ demoUsers: ['admin@doorman.example'] }, 'the passwords of admin@doorman.example'],
  [
    { isDemo: false, demoUsers: ['admin@doorman.example', 'user@doorman.example'] },
    'admin@doorman.example and user@doorman.example',
  ],
])('a demo’s data in a service is broken: %j', async (data, words) => {
  const { database } = await diagnoseDatabase({ ...healthy, ...data })
  expect(database).toMatchObject([
    {
      status: 'broken',
      says: expect.stringContaining(words),
      advice: expect.stringContaining('docs/operations.md'),
    },
  ])
})

test('in a demo, a demo’s data is ok and a service’s data is reported as broken', async () => {
  const used = { ...healthy, isDemo: true, demoUsers: ['admin@doorman.example'] }
  const demoEnv = {} as typeof serviceEnv
  expect((await diagnoseDatabase(used, demoEnv)).database).toMatchObject([{ status: 'ok' }])
  const { database } = await diagnoseDatabase({ ...healthy, isDemo: false }, demoEnv)
  expect(database).toMatchObject([
    { status: 'broken', says: 'it belongs to a service, so the demo would not start' },
  ])
})

test('all problems are reported at once', async () => {
  const { database } = await diagnoseDatabase({
    ...healthy,
    unsafeSettings: ['fsync'],
    pendingMigrations: ['0009_settings.sql'],
  })
  expect(database.map(({ status }) => status)).toEqual(['broken', 'look'])
})

test('the embedded database does not exist before the first start', async () => {
  const { database } = await diagnoseDatabase(
    { kind: 'not-created' },
    { ...serviceEnv, DATABASE_URL: '' },
  )
  expect(database).toMatchObject([
    { status: 'off', says: 'the embedded PostgreSQL will be created at the first start' },
  ])
})

test('tokens with an older key need attention, and tokens whose key is missing are broken', async () => {
  const { tokens } = await diagnoseDatabase({
    ...healthy,
    tokenCounts: [
      { keyVersion: 1, count: 12 },
      { keyVersion: 2, count: 3 },
      { keyVersion: 7, count: 4 },
    ],
  })
  expect(tokens).toMatchObject([
    { status: 'broken', says: 'mailboxes whose key 7 is missing: 4' },
    {
      status: 'look',
      says: 'mailboxes still encrypted with key 1: 12',
      advice: 'Run: doorman rotate-keys',
    },
  ])
})

test('damaged tokens need attention', async () => {
  const { tokens } = await diagnoseDatabase({ ...healthy, damagedTokens: 2 })
  expect(tokens).toMatchObject([
    { status: 'look', says: 'mailboxes whose tokens are damaged and can’t be decrypted: 2' },
  ])
})

test.each([
  ['another-key', 'Key 1 of TOKEN_KEYS is not the key 1 that this database was used with.'],
  ['opens-none', 'Key 1 of TOKEN_KEYS opens none of the mailboxes encrypted with key 1: 5.'],
] as const)('a wrong key (%s) is broken, and the tokens are not blamed', async (kind, says) => {
  const keyProblem = { kind, version: 1, mailboxes: 5 }
  const { tokens } = await diagnoseDatabase({ ...healthy, keyProblem, damagedTokens: 5 })
  expect(tokens).toMatchObject([
    { status: 'broken', says, advice: expect.stringContaining('Put the right key back.') },
  ])
})

test('the keys that a demo stored count as well', async () => {
  const storedKeys = formatTokenKey({ version: 1, key: Buffer.alloc(32, canary) })
  const tokenCounts = [{ keyVersion: 1, count: 1 }]
  expect(
    (await diagnoseDatabase({ ...healthy, tokenCounts }, {} as typeof serviceEnv, storedKeys))
      .tokens,
  ).toEqual([])
  expect(
    (await diagnoseDatabase({ ...healthy, tokenCounts }, {} as typeof serviceEnv)).tokens,
  ).toMatchObject([{ status: 'broken' }])
})
