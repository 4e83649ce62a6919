import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { prepareDataFolder } from './data-folder.ts'

const isRoot = process.getuid?.() === 0

let parent: string
let lines: string[]

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'doorman-folder-'))
  lines = []
})
afterEach(() => rm(parent, { recursive: true }))

const prepare = () => prepareDataFolder(join(parent, 'postgres'), (line) => lines.push(line))

test('the data is in the given folder if PostgreSQL’s user can enter it', async () => {
  await chmod(parent, 0o755)
  const { home, systemUser } = await prepare()
  expect(home).toBe(join(await realpath(parent), 'postgres'))
  expect(systemUser === null).toBe(!isRoot)
  expect(lines).toEqual([])
})

test('root’s data is in /var/lib/doorman if only root can enter the folder, and a log line says so', async ({
  skip,
}) => {
  skip(!isRoot, 'needs root')
  const { home, systemUser } = await prepare()
  onTestFinished(() => rm(home, { recursive: true }))
  expect(home).toMatch(/^\/var\/lib\/doorman\/[0-9a-f]{12}$/)
  expect(systemUser?.uid).toBeGreaterThan(0)
  expect(lines).toEqual([expect.stringContaining(`The database is in ${home}`)])
})
