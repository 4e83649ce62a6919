import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readGitLab, readOsv, type Advisory } from './advisories.ts'
import { toPackageName, type LockFile } from './lock-file.ts'
import { findShipped } from './shipped-packages.ts'

type Finding = {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly summary: string
  /** False for a tool that only builds or tests the product. */
  readonly ships: boolean
}

type AdvisoryReport = {
  /** How many packages were looked up, and how many advisories there are about any version of them. */
  readonly packages: number
  readonly advisories: number
  /** When the newest of these was published: an old copy misses what came later. */
  readonly newest: string
  readonly found: readonly Finding[]
}

/** Looks up every package of the lock file in a local copy of an advisory database. */
export async function checkAdvisories(lock: LockFile, folder: string): Promise<AdvisoryReport> {
  const shipped = findShipped(lock)
  const installed = listInstalled(lock)
  const about = [
    ...(await readOsvFolder(folder)).filter(({ packageName }) => installed.has(packageName)),
    ...(await readGitLabFolder(folder, [...installed.keys()])),
  ]
  if (about.length === 0) throw new Error(`${folder} has no advisories about our packages.`)
  const found = about.flatMap(({ id, packageName: name, summary, affects }) =>
    [...(installed.get(name) ?? [])].filter(affects).map((version) => {
      return { id, name, version, summary, ships: shipped.has(`${name}@${version}`) }
    }),
  )
  return {
    packages: [...installed.values()].reduce((sum, versions) => sum + versions.size, 0),
    advisories: about.length,
    newest:
      about
        .map(({ published }) => published)
        .sort()
        .at(-1) ?? '',
    found,
  }
}

async function readOsvFolder(folder: string): Promise<readonly Advisory[]> {
  const advisories: Advisory[] = []
  for (const path of await readdir(folder, { recursive: true }))
    if (path.endsWith('.json'))
      advisories.push(...readOsv(await readFile(join(folder, path), 'utf8')))
  return advisories
}

async function readGitLabFolder(
  folder: string,
  names: readonly string[],
): Promise<readonly Advisory[]> {
  const advisories: Advisory[] = []
  for (const name of names) {
    const place = join(folder, 'npm', name)
    if (!existsSync(place)) continue
    for (const file of await readdir(place))
      if (file.endsWith('.yml'))
        advisories.push(readGitLab(name, await readFile(join(place, file), 'utf8')))
  }
  return advisories
}

/** The versions of each package that is not ours. */
function listInstalled({ packages }: LockFile): ReadonlyMap<string, ReadonlySet<string>> {
  const installed = new Map<string, Set<string>>()
  for (const [path, entry] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || entry.link || entry.version === undefined) continue
    const name = toPackageName(path, entry)
    installed.set(name, (installed.get(name) ?? new Set()).add(entry.version))
  }
  return installed
}
