import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNpm } from './find-npm.mjs'
import { Refusal } from './refusal.mjs'
import { runNodeQuietly } from './run-quietly.mjs'

/**
 * The Node we install when the machine's own is too old: for each platform an npm package that
 * holds the program, with its hash. Platforms without a published build of this version are missing.
 *
 * @typedef {{ name: string, program: string, integrity: string }} NodePackage
 * @typedef {{ version: string, packages: Record<string, NodePackage> }} NodeRelease
 */

/** The oldest Node that runs TypeScript directly without a warning. */
const minVersion = [24, 12]
/** @type {NodeRelease} */
const pinned = JSON.parse(readFileSync(new URL('node-release.json', import.meta.url), 'utf8'))

/** @param {string} root */
export function toNodePath(root) {
  return isRecent(process.version) ? process.execPath : toInstalledPath(root)
}

/** @param {string} root */
export function hasNode(root) {
  const node = toNodePath(root)
  if (node === process.execPath) return true
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return stdout?.trim() === `v${pinned.version}`
}

/**
 * Installs Node into `.tools/node` with npm. npm gets a lock file with our hash, so it refuses a
 * package that is not the pinned one before it unpacks anything, from whatever registry it came.
 * The folder is renamed into place when complete, so an interrupted install leaves nothing behind
 * that looks finished.
 *
 * @param {string} root
 * @param {{ release?: NodeRelease, env?: NodeJS.ProcessEnv }} [options]
 */
export async function installNode(root, { release = pinned, env = process.env } = {}) {
  const { name, program, integrity } = findPackage(release)
  const partial = join(root, '.tools', 'node.partial')
  const target = join(root, '.tools', 'node')
  const dependencies = { [name]: release.version }
  const lock = {
    lockfileVersion: 3,
    packages: {
      '': { dependencies },
      [`node_modules/${name}`]: { version: release.version, integrity, bin: { node: program } },
    },
  }
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  try {
    writeFileSync(join(partial, 'package.json'), JSON.stringify({ private: true, dependencies }))
    writeFileSync(join(partial, 'package-lock.json'), JSON.stringify(lock))
    const args = [findNpm(), 'ci', '--prefix', partial, ...flags]
    await runNodeQuietly(process.execPath, args, { cwd: partial, env })
    rmSync(target, { recursive: true, force: true })
    renameSync(partial, target)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    if (!(error instanceof Refusal) || !error.message.includes('EINTEGRITY')) throw error
    throw new Refusal(
      `The registry sent another ${name} ${release.version} than the one pinned in scripts/node-release.json. ` +
        `It was not installed. Ask another registry, or install Node ${minVersion.join('.')} or later yourself.\n\n${error.message}`,
    )
  }
}

export const installNodeTitle = `Installing Node ${pinned.version} (this machine has ${process.version})`

/** @param {string} root */
export function toInstalledPath(root, release = pinned) {
  const { name, program } = findPackage(release)
  return join(root, '.tools', 'node', 'node_modules', name, ...program.split('/'))
}

/** @param {NodeRelease} release */
function findPackage({ version, packages }, platform = `${process.platform}-${process.arch}`) {
  const found = packages[platform]
  if (found) return found
  throw new Refusal(
    `This needs Node ${minVersion.join('.')} or later, and we cannot install Node ${version} on ${platform}. ` +
      'Please install it yourself: https://nodejs.org',
  )
}

/** @param {string} version such as v24.12.0 */
function isRecent(version) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = minVersion
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
