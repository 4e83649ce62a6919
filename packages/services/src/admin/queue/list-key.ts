import { AppError } from '@doorman/domain/app-error'
import type { ListKey } from '../../ports/queue-desk.ts'

const keyPattern =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/

/** The cursor of the API: opaque to its callers. */
function toCursor({ at, id }: ListKey): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

/** Throws if we didn't make the cursor. */
export function parseCursor(cursor: string | undefined): ListKey | null {
  if (cursor === undefined) return null
  const [, at, id] = keyPattern.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at)))
    throw new AppError('invalid', 'The cursor is not valid.')
  return { at, id }
}

/** Merges pages of two lists in the same order into the first page of both. */
export function mergePages<Row extends { readonly key: ListKey }>(
  pages: readonly (readonly Row[])[],
  { limit, order }: { readonly limit: number; readonly order: 'asc' | 'desc' },
): { list: Row[]; nextCursor: string | null } {
  const sign = order === 'asc' ? 1 : -1
  const merged = pages.flat().sort((one, other) => sign * compareKeys(one.key, other.key))
  const list = merged.slice(0, limit)
  const last = list.at(-1)
  return { list, nextCursor: last && merged.length > limit ? toCursor(last.key) : null }
}

function compareKeys(one: ListKey, other: ListKey): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1
  return one.id < other.id ? -1 : 1
}
