import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findNpm } from './find-npm.mjs'
import { runNodeQuietly } from './run-quietly.mjs'

/** The oldest Node that runs TypeScript directly without a warning. */
const minVersion = [24, 12]
/** The version we install when the machine's own is older. */
const installedVersion = '24.21.0'

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
  return stdout?.trim() === `v${installedVersion}`
}

/**
 * Installs Node into `.tools/node` with npm. It is renamed into place when complete, so an
 * interrupted install leaves nothing behind that looks finished.
 */
export async function installNode(/** @type {string} */ root) {
  const partial = join(root, '.tools', 'node.partial')
  const target = join(root, '.tools', 'node')
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  // The package downloads the program for this machine in its install script, which .npmrc disables.
  const flags = [
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts=false',
    '--loglevel=error',
  ]
  const args = [findNpm(), 'install', '--prefix', partial, ...flags, `node@${installedVersion}`]
  await runNodeQuietly(process.execPath, args, { cwd: partial })
  rmSync(target, { recursive: true, force: true })
  renameSync(partial, target)
}

export const installNodeTitle = `Installing Node ${installedVersion} (this machine has ${process.version})`

/** @param {string} version such as v24.12.0 */
function isRecent(version) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = minVersion
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
