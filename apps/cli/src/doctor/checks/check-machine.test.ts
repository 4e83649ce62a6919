import { expect, test } from 'vitest'
import { toProbeFailure } from '../probe-failure.ts'
import { createFakeWorld, diagnose, serviceEnv } from '../../testing/fake-probes.ts'
import type { FolderAnswer, Probes } from '../probes/probes.ts'

const folder: FolderAnswer = { exists: true, isWritable: true, freeBytes: 50 * 1024 ** 3 }

async function findFolder(found: Awaited<ReturnType<Probes['askFolder']>>, env = {}) {
  const { of } = await diagnose(env, createFakeWorld(), { askFolder: async () => found })
  return of('Data folder')
}

test('a Node that is too old is broken', async () => {
  const { of } = await diagnose({}, createFakeWorld(), { nodeVersion: '22.20.0' })
  expect(of('Node')).toMatchObject([{ status: 'broken', says: '22.20.0 is too old' }])
})

test.each([
  ['with enough space', folder, 'ok', '.data, 50 GB free'],
  [
    'that does not exist yet',
    { ...folder, exists: false },
    'ok',
    '.data, will be created at the first start, 50 GB free',
  ],
  ['that is not writable', { ...folder, isWritable: false }, 'broken', '.data: not writable'],
  ['with little space', { ...folder, freeBytes: 1024 ** 3 }, 'look', '.data, 1.0 GB free'],
  ['that is full', { ...folder, freeBytes: 1024 ** 2 }, 'broken', '.data, 0.0 GB free'],
  ['that is a file', toProbeFailure('ENOTDIR'), 'broken', '.data: not a folder'],
] as const)('a data folder %s', async (_name, found, status, says) => {
  expect(await findFolder(found)).toMatchObject([{ status, says }])
})

test('the data folder is not checked if nothing is stored in it', async () => {
  expect(await findFolder({ ...folder, isWritable: false }, serviceEnv)).toMatchObject([
    { status: 'off' },
  ])
})
