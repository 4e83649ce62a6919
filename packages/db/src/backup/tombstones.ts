import { AppError } from '@doorman/domain/app-error'
import { readFile, rename, writeFile } from 'node:fs/promises'
import pg from 'pg'

/** The users who were deleted until `madeAt`. They have ids only. */
export type Tombstones = {
  readonly format: typeof tombstoneFormat
  readonly madeAt: string
  readonly deletedUsers: readonly string[]
}

const tombstoneFormat = 'doorman-tombstones-1'

export async function readTombstonesFrom(url: string, now: Date): Promise<Tombstones> {
  const client = new pg.Client({ connectionString: url, application_name: 'doorman-backup' })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      'select id::text from deleted_users order by id',
    )
    return {
      format: tombstoneFormat,
      madeAt: now.toISOString(),
      deletedUsers: rows.map(({ id }) => id),
    }
  } finally {
    await client.end()
  }
}

/** Replaces an earlier list at once, so that a crash leaves the old one or the new one. */
export async function writeTombstones(file: string, tombstones: Tombstones): Promise<void> {
  const partial = `${file}.partial-${process.pid}`
  await writeFile(partial, `${JSON.stringify(tombstones)}\n`, { mode: 0o600, flush: true })
  await rename(partial, file)
}

export async function readTombstoneFile(file: string): Promise<Tombstones> {
  const problem = new AppError(
    'invalid',
    `${file} is not a list that doorman backup --tombstones wrote.`,
  )
  const text = await readFile(file, 'utf8').catch(() => {
    throw new AppError('not-found', `${file} can’t be read.`)
  })
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw problem
  }
  if (!isTombstones(parsed)) throw problem
  return parsed
}

function isTombstones(value: unknown): value is Tombstones {
  return (
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    value.format === tombstoneFormat &&
    'madeAt' in value &&
    !Number.isNaN(Date.parse(String(value.madeAt))) &&
    'deletedUsers' in value &&
    Array.isArray(value.deletedUsers) &&
    value.deletedUsers.every((id) => typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id))
  )
}
