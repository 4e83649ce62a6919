import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findNpm } from './find-npm.mjs'
import { runNodeQuietly } from './run-quietly.mjs'

/** The oldest that runs TypeScript directly without a warning. */
const oldest = [24, 12]
const brought = '24.21.0'

/** @param {string} root */
export function toNodePath(root) {
  if (isRecent(process.version)) return process.execPath
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  return join(root, '.tools', 'node', 'node_modules', 'node', 'bin', name)
}

/** @param {string} root */
export function hasNode(root) {
  const node = toNodePath(root)
  if (node === process.execPath) return true
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return stdout?.trim() === `v${brought}`
}

/** Installs Node beside the project, from npm like everything else. It grows beside its place, so half of one never counts. */
export async function bringNode(/** @type {string} */ root) {
  const partial = join(root, '.tools', 'node.partial')
  const place = join(root, '.tools', 'node')
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  // The package fetches the program for this machine in its install script, which .npmrc forbids.
  const flags = [
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts=false',
    '--loglevel=error',
  ]
  const args = [findNpm(), 'install', '--prefix', partial, ...flags, `node@${brought}`]
  await runNodeQuietly(process.execPath, args, { cwd: partial })
  rmSync(place, { recursive: true, force: true })
  renameSync(partial, place)
}

export const bringNodeTitle = `Bringing Node ${brought} (this machine has ${process.version})`

/** @param {string} version such as v24.12.0 */
function isRecent(version) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldest
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
