import { setTimeout as sleep } from 'node:timers/promises'
import { connectToServer, type Connection, type Server } from './server.ts'

/** A connection and whether it holds the lock that makes this process the owner of the server. */
export type ServerLock = Connection & { readonly isOwner: boolean }

/** Any number that all versions of Doorman agree on. */
const ownerLockKey = 0x646f6f72

/** PostgreSQL needs a moment to notice that the connection of a killed owner is gone. */
const lockWaitMs = 1_000

/**
 * Makes this process the owner of the server. Two processes on the same data race for this: without
 * a lock, each could stop the server while the other uses it. The lock is an advisory lock on a
 * connection. PostgreSQL releases it when the connection ends, so a crash leaves nothing to clean
 * up. The owner stops the server, even if a killed owner before it started the server.
 */
export async function lockServer(server: Server, port?: number): Promise<ServerLock> {
  const deadline = Date.now() + lockWaitMs
  for (;;) {
    const lock = await tryLockServer(server, port)
    if (lock.isOwner) return lock
    if (Date.now() > deadline)
      throw new Error(
        `Another Doorman is using the data in ${server.dataFolder.home}. Stop it first.`,
      )
    await sleep(100)
  }
}

/** If another process is the owner, the returned connection is closed. */
export async function tryLockServer(server: Server, port?: number): Promise<ServerLock> {
  const connection = await connectToServer(server, port)
  const isOwner = await tryAdvisoryLock(connection)
  if (!isOwner) await connection.client.end()
  return { ...connection, isOwner }
}

async function tryAdvisoryLock({ client }: Connection): Promise<boolean> {
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1) as locked',
      [ownerLockKey],
    )
    return rows[0]?.locked ?? false
  } catch {
    // The owner is stopping the server.
    return false
  }
}
