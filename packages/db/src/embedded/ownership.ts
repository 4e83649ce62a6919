import { setTimeout as sleep } from 'node:timers/promises'
import { connectToServer, type Connection, type Server } from './server.ts'

export type Claim = Connection & { readonly isOwner: boolean }

const ownerLock = 0x646f6f72

/** A killed owner's connection takes PostgreSQL a moment to notice. */
const patienceMs = 1_000

/**
 * Makes this process the owner of the server for as long as the returned
 * connection lives: it holds a lock there, which ends with it, so there is
 * nothing to clean up after a crash. The server may have been started by
 * somebody who is gone; whoever holds the lock stops it.
 */
export async function claimServer(server: Server, port?: number): Promise<Claim> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const claim = await tryToClaimServer(server, port)
    if (claim.isOwner) return claim
    if (Date.now() > deadline)
      throw new Error(`Another Doorman is using the data in ${server.place.home}. Stop it first.`)
    await sleep(100)
  }
}

/** Where somebody else is the owner the connection is closed again. */
export async function tryToClaimServer(server: Server, port?: number): Promise<Claim> {
  const connection = await connectToServer(server, port)
  const isOwner = await takeLock(connection)
  if (!isOwner) await connection.client.end()
  return { ...connection, isOwner }
}

async function takeLock({ client }: Connection): Promise<boolean> {
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [ownerLock],
    )
    return rows[0]?.taken ?? false
  } catch {
    return false // the server was being stopped by its owner
  }
}
