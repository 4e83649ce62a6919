import { expect, test } from 'vitest'
import { canary, createFakeWorld, diagnose, serviceEnv } from '../../testing/fake-probes.ts'
import type { StoredFile } from '../probes/probes.ts'

const keys = `1:${Buffer.alloc(32, canary).toString('base64')}`

async function diagnoseSecrets(
  env: Record<string, string>,
  storedFiles: Record<string, StoredFile> = {},
) {
  const { of } = await diagnose(env, createFakeWorld(), {
    findStoredFile: async (path) => storedFiles[path] ?? null,
  })
  return [...of('Login secret'), ...of('Token keys')]
}

test('secrets are reported as set, keys by their versions', async () => {
  expect(await diagnoseSecrets(serviceEnv)).toMatchObject([
    { status: 'ok', says: 'set' },
    { status: 'ok', says: 'key 2 encrypts; older keys for decryption: 1' },
  ])
})

test('outside the demo a missing secret is broken, with a command that creates it', async () => {
  expect(
    await diagnoseSecrets({ ...serviceEnv, DOORMAN_SECRET: '', TOKEN_KEYS: '' }),
  ).toMatchObject([
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

test('the demo creates its own secrets at the first start', async () => {
  expect(await diagnoseSecrets({})).toMatchObject([
    { status: 'off', says: expect.stringContaining('.data/secret') },
    { status: 'off', says: expect.stringContaining('.data/token-keys') },
  ])
})

test('secrets that the demo stored are ok if other users cannot read them', async () => {
  const unreadable = { isReadableByOthers: false }
  const storedFiles = {
    '.data/secret': { text: canary, ...unreadable },
    '.data/token-keys': { text: keys, ...unreadable },
  }
  expect(await diagnoseSecrets({}, storedFiles)).toMatchObject([
    { status: 'ok', says: 'stored in the data folder' },
    { status: 'ok', says: 'key 1 encrypts' },
  ])
})

test('a file that other users can read, and one without valid keys, are reported', async () => {
  const storedFiles = {
    '.data/secret': { text: canary, isReadableByOthers: true },
    '.data/token-keys': { text: canary, isReadableByOthers: false },
  }
  expect(await diagnoseSecrets({}, storedFiles)).toMatchObject([
    { status: 'look', advice: 'Run: chmod 600 .data/secret' },
    { status: 'broken', says: '.data/token-keys contains no valid keys' },
  ])
})
