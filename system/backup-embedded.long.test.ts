import { readBackup } from '@doorman/db/backup/backup-file'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'doorman-embedded-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the program as an operator would, on the embedded PostgreSQL of this data folder. */
function doorman(dataDir: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['apps/cli/src/main.ts', ...args],
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], DATA_DIR: join(folder, dataDir), LOG_LEVEL: 'silent' },
    },
  )
  return { status, output: stdout + stderr }
}

test('the embedded PostgreSQL is backed up, and restored into an empty data folder only', async () => {
  const file = join(folder, 'backup')
  expect(doorman('first', 'migrate').status).toBe(0)
  const made = doorman('first', 'backup', file)
  expect(made).toMatchObject({ status: 0, output: expect.stringContaining('TOKEN_KEYS') })

  const unsure = doorman('second', 'restore', file)
  expect(unsure).toMatchObject({ status: 2, output: expect.stringContaining('must not come back') })
  const damaged = join(folder, 'damaged')
  writeFileSync(damaged, 'not a backup')
  const refused = doorman('second', 'restore', damaged, '--no-later-deletions')
  expect(refused).toMatchObject({ status: 1, output: expect.stringContaining('is not a backup') })

  const restored = doorman('second', 'restore', file, '--no-later-deletions')
  expect(restored).toMatchObject({ status: 0, output: expect.stringContaining('Restored') })
  const again = doorman('second', 'restore', file, '--no-later-deletions')
  expect(again).toMatchObject({ status: 1, output: expect.stringContaining('is not empty') })

  const copy = join(folder, 'copy')
  expect(doorman('second', 'backup', copy).status).toBe(0)
  const [one, other] = [await readBackup(file), await readBackup(copy)]
  expect(other.tables['settings']).toEqual(one.tables['settings'])
  expect(one.tables['audit_log']?.rows).toBe(1)
  expect(other.tables['audit_log']?.rows).toBe(3)
})
