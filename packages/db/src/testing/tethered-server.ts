import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../embedded/start-postgres.ts'

// The program that `startTestServer` runs: a server that stops when its standard input is closed.
// The system closes it when the parent process ends, even by SIGKILL.

/** `npm test` fills less than one gigabyte. The long tests, some with a million rows, may need more. */
const minFreeBytes = 6 * 2 ** 30

const { values } = parseArgs({
  options: { 'data-dir': { type: 'string' }, durable: { type: 'boolean', default: false } },
})
const givenFolder = values['data-dir']
const folder = givenFolder ?? (await makeFolder())
const server = await startEmbeddedPostgres({
  dataDir: folder,
  isDurable: values.durable,
  log: (line) => process.stderr.write(`${line}\n`),
})
process.stdout.write(`${JSON.stringify({ url: server.url, home: server.home })}\n`)

await text(process.stdin)
await server.stop()
if (givenFolder === undefined)
  for (const path of [folder, server.home]) await rm(path, { recursive: true, force: true })
process.exit(0)

/** PostgreSQL may run as another system user, which must be able to enter the folder. */
async function makeFolder(): Promise<string> {
  const parent = values.durable ? tmpdir() : await findParent()
  const path = await mkdtemp(join(parent, 'doorman-test-'))
  await chmod(path, 0o755)
  return path
}

/** Linux keeps files in /dev/shm in memory: there a copy of the template takes a seventh of the time. */
async function findParent(): Promise<string> {
  const inMemory = '/dev/shm'
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }))
  const freeBytes = Math.min(bavail * bsize, process.availableMemory())
  return freeBytes >= minFreeBytes ? inMemory : tmpdir()
}
