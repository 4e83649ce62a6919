import { startEmbeddedPostgres } from '@doorman/db/embedded/start-postgres'
import { findRelayProblem } from '@doorman/notify/relay-problem'
import { createTransport } from '@doorman/runtime/mail/transport'
import type { KeyRing } from '@doorman/services/ports/key-ring'
import { existsSync } from 'node:fs'
import { access, constants, readFile, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { askDatabase, type DatabaseAnswer } from './ask-database.ts'
import {
  findErrorCode,
  catchProbeFailure,
  toProbeFailure,
  type ProbeFailure,
} from '../probe-failure.ts'
import type { FolderAnswer, StoredFile, Probes } from './probes.ts'

/** The real machine and network. Aborting `signal` fails every probe that has no answer yet. */
export function openProbes(signal: AbortSignal, relayTimeoutMs: number): Probes {
  const transport = createTransport()
  return {
    nodeVersion: process.versions.node,
    transport: {
      ...transport,
      fetch: (input, init) => {
        const request = new Request(input, init)
        return transport.fetch(request, { signal: AbortSignal.any([signal, request.signal]) })
      },
    },
    askFolder,
    findStoredFile,
    async askDatabase(database, keyRing = null) {
      try {
        if ('url' in database)
          return await untilAborted(signal, () => askDatabase(database.url, keyRing))
        return await askEmbedded(resolve(database.dataDir), keyRing, signal)
      } catch (error) {
        return toProbeFailure(findErrorCode(error) ?? 'network')
      }
    },
    async askRelay(url) {
      try {
        const code = await untilAborted(signal, () => findRelayProblem(url, relayTimeoutMs))
        return code === null ? { kind: 'answered' } : toProbeFailure(code)
      } catch (error) {
        return catchProbeFailure(error)
      }
    },
  }
}

/**
 * Uses the embedded server of a running Doorman, or starts it and stops it afterwards. Never
 * creates one.
 */
async function askEmbedded(
  dataDir: string,
  keyRing: KeyRing | null,
  signal: AbortSignal,
): Promise<DatabaseAnswer | ProbeFailure> {
  const folder = join(dataDir, 'postgres')
  if (!existsSync(folder)) return { kind: 'not-created' }
  const server = await startEmbeddedPostgres({ dataDir: folder, mayShare: true }).catch(() => null)
  if (!server) return { kind: 'failed', reason: 'it does not start', isTimeout: false }
  try {
    return await untilAborted(signal, () => askDatabase(server.url, keyRing))
  } finally {
    await server.stop()
  }
}

async function askFolder(path: string): Promise<FolderAnswer | ProbeFailure> {
  const folder = resolve(path)
  const exists = existsSync(folder)
  const nearest = exists ? folder : findExistingAncestor(folder)
  try {
    if (!(await stat(nearest)).isDirectory()) return toProbeFailure('ENOTDIR')
    const { bavail, bsize } = await statfs(nearest)
    const isWritable = await access(nearest, constants.W_OK).then(
      () => true,
      () => false,
    )
    return { exists, isWritable, freeBytes: bavail * bsize }
  } catch (error) {
    return catchProbeFailure(error)
  }
}

function findExistingAncestor(path: string): string {
  const parent = dirname(path)
  return existsSync(parent) || parent === path ? parent : findExistingAncestor(parent)
}

async function findStoredFile(path: string): Promise<StoredFile | null> {
  if (!existsSync(path)) return null
  const { mode } = await stat(path)
  return { text: await readFile(path, 'utf8'), isReadableByOthers: (mode & 0o077) !== 0 }
}

/** Resolves with the answer, or rejects with the signal's reason, whichever is first. */
async function untilAborted<Answer>(
  signal: AbortSignal,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([ask(), aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
