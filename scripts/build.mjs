import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNodeQuietly } from './run-quietly.mjs'

/**
 * One build: its input files, its output folder and its command. Paths are relative to the root.
 * @typedef {{ title: string, inputs: string[], output: string, cwd: string, args: string[] }} Build
 */

const shared = ['packages/domain/src', 'package-lock.json']

/** @satisfies {Record<string, Build>} */
export const builds = {
  web: {
    title: 'Building the web app',
    inputs: [
      'apps/web',
      'packages/contract/src',
      'packages/classifier/src/judge-message.ts',
      'packages/classifier/src/model',
      'packages/mail-text/src',
      'packages/classifier/model',
      'content',
      'docs/model-card.md',
      ...shared,
    ],
    output: 'apps/web/build',
    cwd: 'apps/web',
    args: ['node_modules/@react-router/dev/bin.cjs', 'build'],
  },
  emails: {
    title: 'Building the email templates',
    inputs: ['packages/notify', ...shared],
    output: 'packages/notify/build',
    cwd: '.',
    args: ['node_modules/vite/bin/vite.js', 'build', '--config', 'packages/notify/vite.config.ts'],
  },
}

const ignored = new Set(['node_modules', 'build', '.react-router'])

/**
 * @param {string} root
 * @param {Build} build
 */
export function isBuilt(root, build) {
  const stampFile = toStampFile(root, build)
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === toStamp(root, build)
}

/**
 * @param {string} root
 * @param {string} node
 * @param {Build} build
 */
export async function runBuild(root, node, build) {
  const [program = '', ...args] = build.args
  const stamp = toStamp(root, build)
  rmSync(toStampFile(root, build), { force: true })
  await runNodeQuietly(node, [join(root, program), ...args], {
    cwd: join(root, build.cwd),
    env: { ...process.env, NODE_ENV: 'production' },
  })
  writeFileSync(toStampFile(root, build), stamp)
}

/**
 * @param {string} root
 * @param {Build} build
 */
function toStampFile(root, build) {
  return join(root, build.output, '.doorman-built')
}

/**
 * @param {string} root
 * @param {Build} build
 */
function toStamp(root, build) {
  const hash = createHash('sha256')
  for (const file of build.inputs.flatMap((input) => listFiles(root, input)).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(root, path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stats) return []
  if (stats.isFile()) return [path]
  return readdirSync(join(root, path))
    .filter((name) => !ignored.has(name))
    .flatMap((name) => listFiles(root, `${path}/${name}`))
}
