import { formatTokenKey } from '@doorman/runtime/token-keys'
import { expect, test } from 'vitest'
import type { DatabaseAnswer } from './ask-database.ts'
import { toFailure, type Failure } from './failure.ts'
import { canary, createFakeWorld, diagnose, service } from './fake-probes.ts'

const fine = {
  kind: 'answered',
  version: '18.1',
  pending: [],
  unsafe: [],
  now: new Date('2026-11-15T12:00:00Z'),
  seals: [],
} as const

async function findAll(
  answer: DatabaseAnswer | Failure,
  env = service,
  kept: string | null = null,
) {
  const { of } = await diagnose(env, createFakeWorld(), {
    askDatabase: async () => answer,
    findKept: async () => (kept === null ? null : { text: kept, isOpenToOthers: false }),
  })
  return { database: of('Database'), seals: of('Sealed tokens') }
}

test.each([
  [
    'that is fine',
    fine,
    'ok',
    'PostgreSQL at database.test:5432, version 18.1, up to date and durable',
  ],
  [
    'that does not answer',
    toFailure('ECONNREFUSED'),
    'broken',
    'PostgreSQL at database.test:5432: nobody listens there',
  ],
  ['that refuses us', toFailure('28P01'), 'broken', 'refuses the user or the password'],
  [
    'that could lose data (R10)',
    { ...fine, unsafe: ['fsync', 'full_page_writes'] },
    'broken',
    'fsync, full_page_writes must be on',
  ],
  [
    'of an older Doorman',
    { ...fine, pending: ['0005_grants.sql', '0006_mailboxes.sql'] },
    'look',
    'migrations missing: 2, from 0005_grants.sql on',
  ],
  [
    'with another time',
    { ...fine, now: new Date('2026-11-15T12:01:00Z') },
    'look',
    'its clock is 60 seconds ahead of this machine',
  ],
  [
    'with a wrong time',
    { ...fine, now: new Date('2026-11-15T11:00:00Z') },
    'broken',
    'its clock is 3600 seconds behind this machine',
  ],
] as const)('a database %s', async (_name, answer, status, words) => {
  const { database } = await findAll(answer)
  expect(database).toMatchObject([{ status, says: expect.stringContaining(words) }])
})

test('everything that is wrong with it is told at once', async () => {
  const { database } = await findAll({ ...fine, unsafe: ['fsync'], pending: ['0009_settings.sql'] })
  expect(database.map(({ status }) => status)).toEqual(['broken', 'look'])
})

test('the embedded one may not be there yet', async () => {
  const { database } = await findAll({ kind: 'none-yet' }, { ...service, DATABASE_URL: '' })
  expect(database).toMatchObject([
    { status: 'off', says: 'the embedded PostgreSQL is made at the first start' },
  ])
})

test('S9: tokens sealed with an older key wait for rotation, and without their key they are lost', async () => {
  const { seals } = await findAll({
    ...fine,
    seals: [
      { keyVersion: 1, count: 12 },
      { keyVersion: 2, count: 3 },
      { keyVersion: 7, count: 4 },
    ],
  })
  expect(seals).toMatchObject([
    { status: 'broken', says: 'mailboxes that need key 7, which is not there: 4' },
    {
      status: 'look',
      says: 'mailboxes still sealed with key 1: 12',
      advice: 'Run: doorman rotate-keys',
    },
  ])
})

test('the keys that a demo has kept count as well', async () => {
  const kept = formatTokenKey({ version: 1, key: Buffer.alloc(32, canary) })
  const seals = [{ keyVersion: 1, count: 1 }]
  expect((await findAll({ ...fine, seals }, {} as typeof service, kept)).seals).toEqual([])
  expect((await findAll({ ...fine, seals }, {} as typeof service)).seals).toMatchObject([
    { status: 'broken' },
  ])
})
