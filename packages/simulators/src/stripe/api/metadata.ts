import type { Params } from './params.ts'

/** An empty value removes a key, and empty metadata removes all keys. */
export function changeMetadata(
  before: Readonly<Record<string, string>>,
  params: Params,
): Record<string, string> {
  if (!params.has('metadata')) return { ...before }
  const given = params.metadata()
  if (Object.keys(given).length === 0) return {}
  return Object.fromEntries(
    Object.entries({ ...before, ...given }).filter(([, value]) => value !== ''),
  )
}
