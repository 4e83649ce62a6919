import { readFileSync } from 'node:fs'

/** One package in package-lock.json. Its key is the folder it is installed in. */
export type LockEntry = {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly inBundle?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

export type LockFile = { readonly packages: Readonly<Record<string, LockEntry>> }

export function readLockFile(): LockFile {
  return JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile
}

/** `node_modules/a/node_modules/@b/c` holds `@b/c`, unless the entry names it. */
export function toPackageName(path: string, { name }: LockEntry): string {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
