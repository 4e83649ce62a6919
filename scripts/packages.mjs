import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, delimiter, join } from 'node:path'
import { findNpm } from './find-npm.mjs'
import { runNodeQuietly } from './run-quietly.mjs'

/** Whether the last install completed with this lock file and nothing has been removed since. */
export function hasPackages(/** @type {string} */ root) {
  const file = toStampFile(root)
  return existsSync(file) && readFileSync(file, 'utf8') === toStamp(root)
}

/**
 * @param {string} root
 * @param {string} node
 */
export async function installPackages(root, node) {
  rmSync(toStampFile(root), { force: true })
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  await runNodeQuietly(node, [findNpm(), 'ci', '--loglevel=error'], { cwd: root, env })
  markInstalled(root)
}

export function markInstalled(/** @type {string} */ root) {
  writeFileSync(toStampFile(root), toStamp(root))
}

/**
 * A hash of the lock file and of the number of entries in each package's folder. It takes
 * milliseconds and detects removed files.
 */
function toStamp(/** @type {string} */ root) {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const folders = Object.keys(JSON.parse(lock).packages).filter((folder) => folder !== '')
  const hash = createHash('sha256').update(lock)
  for (const folder of folders) hash.update(`\n${folder} ${countEntries(join(root, folder))}`)
  return hash.digest('hex')
}

function countEntries(/** @type {string} */ folder) {
  if (!folder.includes('node_modules') || !existsSync(folder)) return 0
  // Our own packages are links to their sources, where build folders appear and disappear.
  return lstatSync(folder).isSymbolicLink() ? 1 : readdirSync(folder).length
}

function toStampFile(/** @type {string} */ root) {
  return join(root, 'node_modules', '.doorman-installed')
}
