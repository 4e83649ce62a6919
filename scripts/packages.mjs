import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, delimiter, join } from 'node:path'
import { findNpm } from './find-npm.mjs'
import { runNodeQuietly } from './run-quietly.mjs'

/**
 * One entry of the lock file.
 * @typedef {{ optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockedPackage
 */

/** The last install ran to its end on this lock file, and nothing was taken away since. */
export function hasPackages(/** @type {string} */ root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return readStamp(root) === toStamp(lock) && listMissingPackages(root, lock).length === 0
}

/**
 * @param {string} root
 * @param {string} node
 */
export async function installPackages(root, node) {
  const stampFile = toStampFile(root)
  rmSync(stampFile, { force: true })
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  await runNodeQuietly(node, [findNpm(), 'ci', '--loglevel=error'], { cwd: root, env })
  writeFileSync(stampFile, toStamp(readFileSync(join(root, 'package-lock.json'))))
}

/**
 * Packages that the lock file asks for on this machine and that are not there.
 * @param {string} root
 * @param {Buffer} lock
 */
export function listMissingPackages(root, lock) {
  /** @type {{ packages: Record<string, LockedPackage> }} */
  const { packages } = JSON.parse(lock.toString())
  return Object.entries(packages)
    .filter(([folder, entry]) => folder.includes('node_modules/') && isForThisMachine(entry))
    .map(([folder]) => folder)
    .filter((folder) => !existsSync(join(root, folder, 'package.json')))
}

/**
 * An optional package that names no machine may be left out for reasons of
 * npm's own; one that names ours is the native half of something.
 * @param {LockedPackage} entry
 */
function isForThisMachine(entry) {
  if (!entry.optional) return true
  if (!entry.os && !entry.cpu) return false
  return (
    allows(entry.os, process.platform) &&
    allows(entry.cpu, process.arch) &&
    allows(entry.libc, libc)
  )
}

/**
 * @param {string[] | undefined} list names, or names to exclude, as npm writes them: `!win32`
 * @param {string | undefined} value
 */
function allows(list, value) {
  if (!list || value === undefined) return true
  return list.some((name) => name.startsWith('!'))
    ? !list.includes(`!${value}`)
    : list.includes(value)
}

const libc = findLibc()

function findLibc() {
  if (process.platform !== 'linux') return undefined
  /** @type {{ header?: { glibcVersionRuntime?: string } }} */
  const report = Object(process.report.getReport())
  return report.header?.glibcVersionRuntime ? 'glibc' : 'musl'
}

function toStampFile(/** @type {string} */ root) {
  return join(root, 'node_modules', '.doorman-installed')
}

function readStamp(/** @type {string} */ root) {
  const file = toStampFile(root)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function toStamp(/** @type {Buffer} */ lock) {
  return createHash('sha256').update(lock).digest('hex')
}
