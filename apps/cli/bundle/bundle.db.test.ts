import { openDb } from '@doorman/db/client'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@doorman/db/embedded/start-postgres'
import { postImages } from '@doorman/db/schema'
import { sample } from '@doorman/domain/testing/sample'
import { formatTokenKey } from '@doorman/runtime/secrets/token-keys'
import { fakeSecret, fakeTokenKey } from '@doorman/runtime/testing/fake-runtime'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { builds } from '../../../scripts/build.mjs'
import { findFreePort } from '../src/product/find-free-port.ts'
import { buildMain } from '../src/testing/built-main.ts'
import type { SourceMap } from './source-map.ts'

// Building takes seconds, and a minute on a very busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const root = fileURLToPath(new URL('../../../', import.meta.url))
const sources = join(root, 'apps/cli/src/main.ts')
let bundle: string
const folder = mkdtempSync(join(tmpdir(), 'doorman-bundle-'))
let postgres: EmbeddedPostgres
const children: ChildProcess[] = []

beforeAll(async () => {
  // As root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755)
  bundle = await buildMain()
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
})
afterAll(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

test('migrate, web and worker run from the bundle, with pages, articles and painted covers', async () => {
  const port = await findFreePort()
  const env = {
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: postgres.url,
    DOORMAN_SECRET: fakeSecret,
    TOKEN_KEYS: formatTokenKey(fakeTokenKey),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'post@doorman.test',
    LOG_LEVEL: 'warn',
    BLOG_DIR: copyOneArticle(),
  }
  expect(await run(bundle, ['migrate'], env)).toMatchObject({ exitCode: 0, errors: '' })
  const web = start(bundle, ['web'], env)
  const worker = start(bundle, ['worker'], env)
  const output = Promise.all([web, worker].map(({ stderr }) => text(stderr)))
  await until(async () => (await fetch(`${env.PUBLIC_URL}/readyz`).catch(() => null))?.ok ?? false)
  expect(await (await fetch(env.PUBLIC_URL)).text()).toContain('Doorman')

  const { db, close } = openDb(postgres.url)
  await until(async () => (await db.select({ name: postImages.name }).from(postImages)).length > 0)
  await close()
  for (const child of [web, worker]) {
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(child.exitCode).toBe(0)
  }
  expect(await output).toEqual(['', ''])
})

test('a change of any source that the bundle contains makes it stale', () => {
  const folder = join(root, builds.server.output)
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.map'))
    .flatMap((name) => {
      const { sources: own } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as SourceMap
      return own.map((source) => relative(root, join(folder, source)))
    })
    .filter((file) => /^(?:apps|content|packages)\//.test(file))
  expect(files).toContain('packages/db/src/migrate.ts')
  const isWatched = (file: string) =>
    builds.server.inputs.some((input) => file === input || file.startsWith(`${input}/`))
  expect(files.filter((file) => !isWatched(file))).toEqual([])
})

const compared = [
  [['doctor', '--json']],
  [['no such command']],
  [['screen', 'gone.eml']],
  [['replies']],
  [['help']],
]

test.each(sample(compared, 2))(
  'doorman %s prints the same as from sources, and ends with the same code',
  async (args) => {
    const env = { DATA_DIR: join(folder, 'data'), INIT_CWD: folder }
    const ofBundle = await run(bundle, args, env)
    expect(ofBundle.printed + ofBundle.errors).not.toBe('')
    expect(ofBundle).toEqual(await run(sources, args, env))
  },
)

test('a stack trace names our source files', async () => {
  const broken = join(folder, 'broken.mjs')
  writeFileSync(
    broken,
    `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { readFileSync } = fs
fs.readFileSync = (path, ...rest) => {
  if (String(path).endsWith('model.json')) throw new TypeError('the model is broken')
  return readFileSync(path, ...rest)
}
syncBuiltinESMExports()`,
  )
  const env = { NODE_OPTIONS: `--import ${broken}` }
  const { errors } = await run(bundle, ['screen', 'some.eml'], env)
  expect(errors).toMatch(/^TypeError: the model is broken\n {4}at /)
  expect(errors).toMatch(
    /at loadModelData \(file:\/\/\S+\/packages\/classifier\/src\/load-local-model\.ts:\d+:\d+\)/,
  )
  expect(errors).toMatch(/\/apps\/cli\/src\/commands\/screen\.ts:\d+:\d+/)
})

/** A blog with one article, whose cover is painted in a second. */
function copyOneArticle(): string {
  const ours = join(root, 'content/blog')
  const blog = join(folder, 'blog')
  mkdirSync(blog)
  for (const file of ['authors.json', 'categories.json', 'cost-of-twenty-pitches-a-day.md'])
    cpSync(join(ours, file), join(blog, file))
  return blog
}

async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = start(program, args, env)
  const [printed, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode === null) await once(child, 'exit')
  // The printed duration differs between runs.
  return { printed, errors: errors.replace(/in [\d.]+ s/, 'in 1 s'), exitCode: child.exitCode }
}

function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    if (tries > 1_000) throw new Error('Timed out')
    await sleep(50)
  }
}
