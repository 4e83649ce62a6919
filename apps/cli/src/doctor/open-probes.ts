import { startEmbeddedPostgres } from '@doorman/db/embedded/start-postgres'
import { findRelayProblem } from '@doorman/notify/relay-problem'
import { createWire } from '@doorman/runtime/wire'
import { existsSync } from 'node:fs'
import { access, constants, readFile, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { askDatabase, type DatabaseAnswer } from './ask-database.ts'
import { findCode, readFailure, toFailure, type Failure } from './failure.ts'
import type { Folder, KeptFile, Probes } from './probes.ts'

/** This machine and its network. When `signal` is aborted, every question still open has failed. */
export function openProbes(signal: AbortSignal, patienceMs: number): Probes {
  const wire = createWire()
  return {
    nodeVersion: process.versions.node,
    wire: {
      ...wire,
      fetch: (input, init) => {
        const request = new Request(input, init)
        return wire.fetch(request, { signal: AbortSignal.any([signal, request.signal]) })
      },
    },
    askFolder,
    findKept,
    async askDatabase(where) {
      try {
        if ('url' in where) return await within(signal, () => askDatabase(where.url))
        return await askEmbedded(resolve(where.dataDir), signal)
      } catch (error) {
        return toFailure(findCode(error) ?? 'network')
      }
    },
    async askRelay(url) {
      try {
        const code = await within(signal, () => findRelayProblem(url, patienceMs))
        return code === null ? { kind: 'answered' } : toFailure(code)
      } catch (error) {
        return readFailure(error)
      }
    },
  }
}

/** Uses the server of a Doorman that is running, or starts it for the question. Before the first start there is none. */
async function askEmbedded(
  dataDir: string,
  signal: AbortSignal,
): Promise<DatabaseAnswer | Failure> {
  const home = join(dataDir, 'postgres')
  if (!existsSync(home)) return { kind: 'none-yet' }
  const server = await startEmbeddedPostgres({ dataDir: home, mayShare: true }).catch(() => null)
  if (!server) return { kind: 'failed', why: 'it does not start', isLate: false }
  try {
    return await within(signal, () => askDatabase(server.url))
  } finally {
    await server.stop()
  }
}

async function askFolder(path: string): Promise<Folder | Failure> {
  const folder = resolve(path)
  const isThere = existsSync(folder)
  const nearest = isThere ? folder : findAncestor(folder)
  try {
    if (!(await stat(nearest)).isDirectory()) return toFailure('ENOTDIR')
    const { bavail, bsize } = await statfs(nearest)
    const isWritable = await access(nearest, constants.W_OK).then(
      () => true,
      () => false,
    )
    return { isThere, isWritable, freeBytes: bavail * bsize }
  } catch (error) {
    return readFailure(error)
  }
}

function findAncestor(path: string): string {
  const parent = dirname(path)
  return existsSync(parent) || parent === path ? parent : findAncestor(parent)
}

async function findKept(path: string): Promise<KeptFile | null> {
  if (!existsSync(path)) return null
  const { mode } = await stat(path)
  return { text: await readFile(path, 'utf8'), isOpenToOthers: (mode & 0o077) !== 0 }
}

/** The answer, or the reason of the signal, whichever is first. Nobody hears of what comes later. */
async function within<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  signal.throwIfAborted()
  const isOver = Promise.withResolvers<never>()
  const end = () => isOver.reject(signal.reason)
  signal.addEventListener('abort', end)
  try {
    return await Promise.race([ask(), isOver.promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
