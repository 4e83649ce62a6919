import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildMain } from './testing/built-main.ts'

const sources = new URL('main.ts', import.meta.url).pathname
let main: string
const pitch = 'Could we talk for fifteen minutes about how we help firms like yours to save money?'
let folder: string

beforeAll(async () => {
  main = await buildMain()
}, 240_000)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorman-main-'))
  const lines = Array.from({ length: 2_000 }, (_, id) => `${JSON.stringify({ id, body: pitch })}\n`)
  writeFileSync(join(folder, 'one.jsonl'), lines[0] ?? '')
  writeFileSync(join(folder, 'many.jsonl'), lines.join(''))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('screen finds files relative to where npm was called and uses the shipped model', async () => {
  const { printed, errors, exitCode } = await run('screen', 'one.jsonl', '--json')
  expect(JSON.parse(printed)).toMatchObject({ id: '0', skipped: null })
  expect(errors).toMatch(/^1 message in /)
  expect(exitCode).toBe(0)
})

test('prompt uses the same model', async () => {
  expect(await run('prompt', 'one.jsonl')).toMatchObject({ exitCode: 0 })
})

test.each([
  ['a missing file', ['screen', 'gone.eml'], 1, 'gone.eml does not exist'],
  ['no files', ['screen'], 2, 'Usage: doorman screen FILES'],
  ['an unknown option', ['prompt', 'one.jsonl', '--all'], 2, 'Usage: doorman prompt FILES'],
])('%s: the reason is printed, and the exit code is not 0', async (_name, args, code, words) => {
  const { errors, exitCode } = await run(...args)
  expect(exitCode).toBe(code)
  expect(errors).toContain(words)
})

test.each(['constructor', 'scren'])(
  '%s is not a command, so the usage is printed',
  async (name) => {
    const { printed, errors, exitCode } = await run(name)
    expect(printed).toContain('Usage: npm run -s doorman -- COMMAND')
    expect(errors).toBe('')
    expect(exitCode).toBe(2)
  },
)

test('--help prints the help and exits with 0', async () => {
  const { printed, exitCode } = await run('screen', '--help')
  expect(printed).toContain('--json')
  expect(exitCode).toBe(0)
})

test('when the reader closes the pipe early, the exit code is 0', async () => {
  const child = start(['screen', 'many.jsonl', '--json'])
  const errors = text(child.stderr)
  child.stdout.once('data', () => child.stdout.destroy())
  await once(child, 'close')
  expect(await errors).toBe('')
  expect(child.exitCode).toBe(0)
})

test('screen loads neither the database nor the web app', async () => {
  const hook = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { process.stderr.write('loads ' + url + '\\n'); return next(url, context) } })`
  const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}` }
  const child = start(['screen', 'one.jsonl', '--json'], env, sources)
  const loaded = await text(child.stderr)
  expect(loaded).toContain('/exported-mail/screen-files.ts')
  expect(loaded).not.toMatch(
    /\/(?:api|db|runtime|services|simulators|web)\/src\/|\/(?:fastify|pg|drizzle-orm|ai)\//,
  )
})

async function run(...args: string[]) {
  const child = start(args)
  const [printed, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { printed, errors, exitCode: child.exitCode }
}

function start(args: string[], env: Record<string, string> = {}, program = main) {
  return spawn(process.execPath, [program, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      INIT_CWD: folder,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
