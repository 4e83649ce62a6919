import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from './refusal.mjs'
import { runNodeQuietly } from './run-quietly.mjs'
import { withSetupLock } from './setup-lock.mjs'

/**
 * One build: its input files, its output folder and its command. Paths are relative to the root.
 * @typedef {{ name: string, inputs: string[], output: string, cwd: string, args: string[] }} Build
 */

const shared = ['packages/domain/src', 'package-lock.json']

/** @satisfies {Record<string, Build>} */
export const builds = {
  web: {
    name: 'the web app',
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
    name: 'the email templates',
    inputs: ['packages/notify', ...shared],
    output: 'packages/notify/build',
    cwd: '.',
    args: ['node_modules/vite/bin/vite.js', 'build', '--config', 'packages/notify/vite.config.ts'],
  },
  server: {
    name: 'the server',
    inputs: [
      'apps/api/src',
      'apps/cli',
      'apps/web/serve.ts',
      'apps/worker/src',
      'packages/classifier/src',
      'packages/contract/src',
      'packages/db/src',
      'packages/mail/src',
      'packages/mail-text/src',
      'packages/notify/src',
      'packages/payments/src',
      'packages/runtime/src',
      'packages/services/src',
      'packages/simulators/src',
      ...shared,
    ],
    output: 'apps/cli/build',
    cwd: '.',
    args: ['node_modules/vite/bin/vite.js', 'build', '--config', 'apps/cli/vite.config.ts'],
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
 * For tests and benches that need a build of the sources as they are now. Two test files may need it
 * at the same time: the second waits for the lock, and then finds the build.
 * @param {string} root
 * @param {string} node
 * @param {Build} build
 */
export async function ensureBuilt(root, node, build) {
  for (let isDone = isBuilt(root, build); !isDone;)
    try {
      await withSetupLock(root, async () => {
        if (!isBuilt(root, build)) await runBuild(root, node, build)
      })
      isDone = true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await sleep(200)
    }
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
