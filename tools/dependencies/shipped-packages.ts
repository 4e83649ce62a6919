import { toPackageName, type LockEntry, type LockFile } from './lock-file.ts'

export type ShippedPackage = {
  readonly name: string
  readonly version: string
  readonly licence: string
  /** `sha512-…` as in the lock file; `null` for our own packages. */
  readonly integrity: string | null
  readonly isOurs: boolean
  /** The product can do without it, as with the parts of a library for other platforms. */
  readonly isOptional: boolean
  /** Keys of the packages it needs: `name@version`. */
  readonly needs: readonly string[]
}

/** Our apps and everything they need when they run. Tools for building and testing don't ship. */
export function findShipped(lock: LockFile): ReadonlyMap<string, ShippedPackage> {
  const apps = Object.keys(lock.packages).filter((path) => /^apps\/[^/]+$/.test(path))
  const required = walk(lock, apps, { withOptional: false })
  const shipped = new Map<string, ShippedPackage>()
  for (const path of walk(lock, apps, { withOptional: true })) {
    const found = describe(lock, path, !required.has(path))
    const key = toKey(lock, path)
    const copy = shipped.get(key)
    // npm may install one version in several folders, with different neighbours.
    const needs = [...new Set([...(copy?.needs ?? []), ...found.needs])].sort()
    shipped.set(key, {
      ...found,
      needs,
      isOptional: found.isOptional && (copy?.isOptional ?? true),
    })
  }
  return new Map([...shipped].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function walk(lock: LockFile, from: readonly string[], options: { withOptional: boolean }) {
  const seen = new Set<string>()
  const waiting = [...from]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    waiting.push(...listNeeds(lock, path, options))
  }
  return seen
}

/** The folders in which npm installed what this package needs. */
function listNeeds(
  lock: LockFile,
  path: string,
  { withOptional }: { withOptional: boolean },
): readonly string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = at(
    lock,
    path,
  )
  const optional = Object.keys(optionalDependencies ?? {})
  const required = Object.keys(dependencies ?? {}).filter((name) => !optional.includes(name))
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => !peerDependenciesMeta?.[name]?.optional,
  )
  return [...required, ...peers, ...(withOptional ? optional : [])].map((name) => {
    const found = resolve(lock, path, name)
    if (found === null) throw new Error(`The lock file has no ${name} for ${path}.`)
    return found
  })
}

/** As Node does: the nearest `node_modules` on the way up that has the package. */
function resolve(lock: LockFile, from: string, name: string): string | null {
  const parts = from.split('/')
  for (let depth = parts.length; depth >= 0; depth--) {
    const path = [...parts.slice(0, depth), 'node_modules', name].join('/')
    const entry = lock.packages[path]
    if (entry) return entry.link ? (entry.resolved ?? null) : path
  }
  return null
}

function describe(lock: LockFile, path: string, isOptional: boolean): ShippedPackage {
  const entry = at(lock, path)
  return {
    name: toPackageName(path, entry),
    version: entry.version ?? '',
    licence: entry.license ?? '',
    integrity: entry.integrity ?? null,
    isOurs: !path.includes('node_modules/'),
    isOptional,
    needs: listNeeds(lock, path, { withOptional: true }).map((need) => toKey(lock, need)),
  }
}

function toKey(lock: LockFile, path: string): string {
  const entry = at(lock, path)
  return `${toPackageName(path, entry)}@${entry.version}`
}

function at(lock: LockFile, path: string): LockEntry {
  const entry = lock.packages[path]
  if (!entry) throw new Error(`The lock file has no ${path}.`)
  return entry
}
