import { expect, test } from 'vitest'
import { canary, createFakeWorld, diagnose, service } from './fake-probes.ts'
import type { KeptFile } from './probes.ts'

const keys = `1:${Buffer.alloc(32, canary).toString('base64')}`

async function find(env: Record<string, string>, kept: Record<string, KeptFile> = {}) {
  const { of } = await diagnose(env, createFakeWorld(), {
    findKept: async (path) => kept[path] ?? null,
  })
  return [...of('Login secret'), ...of('Token keys')]
}

test('secrets are there or not, and keys go by their versions', async () => {
  expect(await find(service)).toMatchObject([
    { status: 'ok', says: 'set' },
    { status: 'ok', says: 'key 2 seals; what is older opens with 1' },
  ])
})

test('R36: outside the demo, each that is missing is broken and says how to make it', async () => {
  expect(await find({ ...service, DOORMAN_SECRET: '', TOKEN_KEYS: '' })).toMatchObject([
    {
      status: 'broken',
      says: expect.stringContaining('DOORMAN_SECRET'),
      advice: expect.stringContaining('openssl'),
    },
    {
      status: 'broken',
      says: expect.stringContaining('TOKEN_KEYS'),
      advice: expect.stringContaining('openssl'),
    },
  ])
})

test('the demo makes its own at the first start', async () => {
  expect(await find({})).toMatchObject([
    { status: 'off', says: expect.stringContaining('.data/secret') },
    { status: 'off', says: expect.stringContaining('.data/token-keys') },
  ])
})

test('what the demo has kept is fine where nobody else can read it', async () => {
  const closed = { isOpenToOthers: false }
  const kept = {
    '.data/secret': { text: canary, ...closed },
    '.data/token-keys': { text: keys, ...closed },
  }
  expect(await find({}, kept)).toMatchObject([
    { status: 'ok', says: 'kept with the data' },
    { status: 'ok', says: 'key 1 seals' },
  ])
})

test('what others can read, or nobody, is told', async () => {
  const kept = {
    '.data/secret': { text: canary, isOpenToOthers: true },
    '.data/token-keys': { text: canary, isOpenToOthers: false },
  }
  expect(await find({}, kept)).toMatchObject([
    { status: 'look', advice: 'Run: chmod 600 .data/secret' },
    { status: 'broken', says: '.data/token-keys holds no keys' },
  ])
})
