import { expect, test } from 'vitest'
import { toFailure } from './failure.ts'
import { createFakeWorld, diagnose, service } from './fake-probes.ts'
import type { Folder, Probes } from './probes.ts'

const folder: Folder = { isThere: true, isWritable: true, freeBytes: 50 * 1024 ** 3 }

async function findFolder(found: Awaited<ReturnType<Probes['askFolder']>>, env = {}) {
  const { of } = await diagnose(env, createFakeWorld(), { askFolder: async () => found })
  return of('Data folder')
}

test('an old Node is broken', async () => {
  const { of } = await diagnose({}, createFakeWorld(), { nodeVersion: '22.20.0' })
  expect(of('Node')).toMatchObject([{ status: 'broken', says: '22.20.0 is too old' }])
})

test.each([
  ['with room', folder, 'ok', '.data, 50 GB free'],
  [
    'not there yet',
    { ...folder, isThere: false },
    'ok',
    '.data, made at the first start, 50 GB free',
  ],
  ['closed to us', { ...folder, isWritable: false }, 'broken', '.data: we may not write there'],
  ['with little room', { ...folder, freeBytes: 1024 ** 3 }, 'look', '.data, 1.0 GB free'],
  ['full', { ...folder, freeBytes: 1024 ** 2 }, 'broken', '.data, 0.0 GB free'],
  ['a file', toFailure('ENOTDIR'), 'broken', '.data: that is no folder'],
] as const)('a data folder %s', async (_name, found, status, says) => {
  expect(await findFolder(found)).toMatchObject([{ status, says }])
})

test('where nothing is kept in it, the data folder does not matter', async () => {
  expect(await findFolder({ ...folder, isWritable: false }, service)).toMatchObject([
    { status: 'off' },
  ])
})
