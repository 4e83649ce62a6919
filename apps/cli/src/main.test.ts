import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'

const main = new URL('main.ts', import.meta.url).pathname
const pitch = 'Could we talk for fifteen minutes about how we help firms like yours to save money?'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorman-main-'))
  const lines = Array.from({ length: 2_000 }, (_, id) => `${JSON.stringify({ id, body: pitch })}\n`)
  writeFileSync(join(folder, 'one.jsonl'), lines[0] ?? '')
  writeFileSync(join(folder, 'many.jsonl'), lines.join(''))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('screen judges a file named from where npm was called, by the model we ship', async () => {
  const { printed, told, exitCode } = await run('screen', 'one.jsonl', '--json')
  expect(JSON.parse(printed)).toMatchObject({ id: '0', skipped: null })
  expect(told).toMatch(/^1 message in /)
  expect(exitCode).toBe(0)
})

test('prompt goes by the same model', async () => {
  expect(await run('prompt', 'one.jsonl')).toMatchObject({ exitCode: 0 })
})

test.each([
  ['a missing file', ['screen', 'gone.eml'], 1, 'gone.eml is not there'],
  ['no files', ['screen'], 2, 'Usage: doorman screen FILES'],
  ['an unknown option', ['prompt', 'one.jsonl', '--all'], 2, 'Usage: doorman prompt FILES'],
])('%s is told in the exit code and in words', async (_name, args, code, words) => {
  const { told, exitCode } = await run(...args)
  expect(exitCode).toBe(code)
  expect(told).toContain(words)
})

test.each(['constructor', 'toString', '__proto__', 'scren'])(
  '%s is no command, and the usage says which are',
  async (name) => {
    const { printed, told, exitCode } = await run(name)
    expect(printed).toContain('Usage: npm run -s doorman -- COMMAND')
    expect(told).toBe('')
    expect(exitCode).toBe(2)
  },
)

test('help is not an error', async () => {
  const { printed, exitCode } = await run('screen', '--help')
  expect(printed).toContain('--json')
  expect(exitCode).toBe(0)
})

test('a reader who leaves early is no error', async () => {
  const child = start(['screen', 'many.jsonl', '--json'])
  const told = text(child.stderr)
  child.stdout.once('data', () => child.stdout.destroy())
  await once(child, 'close')
  expect(await told).toBe('')
  expect(child.exitCode).toBe(0)
})

test('screen waits neither for the database nor for the web app', async () => {
  const hook = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { process.stderr.write('loads ' + url + '\\n'); return next(url, context) } })`
  const child = start(['screen', 'one.jsonl', '--json'], {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}`,
  })
  const loaded = await text(child.stderr)
  expect(loaded).toContain('/screening/screen-files.ts')
  expect(loaded).not.toMatch(
    /\/(?:api|db|runtime|services|simulators|web)\/src\/|\/(?:fastify|pg|drizzle-orm|ai)\//,
  )
})

async function run(...args: string[]) {
  const child = start(args)
  const [printed, told] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { printed, told, exitCode: child.exitCode }
}

function start(args: string[], env: Record<string, string> = {}) {
  return spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, INIT_CWD: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
