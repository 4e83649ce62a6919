import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile, truncate } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { asAccount } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Place } from './place.ts'
import { findPostmaster, type Postmaster } from './postmaster.ts'

/** All it takes to start one server. */
export type Server = {
  readonly place: Place
  readonly binaries: Binaries
  readonly password: string
  readonly isDurable: boolean
}

export type Connection = { readonly client: Client; readonly postmaster: Postmaster }

/** Recovery after a crash may take a while; nobody waits longer than this. */
const patienceMs = 60_000
const mostAttempts = 5

/**
 * Connects to the server of this cluster, whoever started it, and starts it if
 * nobody did. PostgreSQL's own lock file decides between two who try at once.
 */
export async function connectToServer(server: Server, port?: number): Promise<Connection> {
  const { cluster, logFile } = server.place
  const deadline = Date.now() + patienceMs
  let child: ChildProcess | null = null
  let attempts = 0

  for (; Date.now() < deadline; await sleep(50)) {
    const postmaster = await findPostmaster(cluster)
    if (postmaster) {
      const client = await findConnection(server, postmaster.port)
      if (client) return { client, postmaster }
    } else if (child === null || hasEnded(child)) {
      if (attempts === mostAttempts) break
      // A start begins a new log; what a crashed server said last is kept.
      if (attempts === 0 && port === undefined) await truncate(logFile).catch(() => {})
      // Processes of a server that was killed need a moment to notice.
      await sleep(200 * attempts)
      attempts += 1
      child = await spawnServer(server, port ?? (await findFreePort()))
    }
  }
  throw new Error(`PostgreSQL does not start. The end of ${logFile}:\n${await loadTail(logFile)}`)
}

/** A connection as superuser, or nothing while the server is still starting or already stopping. */
async function findConnection({ password }: Server, port: number): Promise<Client | null> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  })
  // The end of the connection is what matters, and is announced as 'end'.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    const isWrongPassword = error instanceof DatabaseError && error.code === '28P01'
    if (isWrongPassword) throw error
    return null
  }
}

async function spawnServer(
  { place, binaries, isDurable }: Server,
  port: number,
): Promise<ChildProcess> {
  const log = openSync(place.logFile, 'a', 0o600)
  const durable = isDurable ? 'on' : 'off'
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=300',
    `fsync=${durable}`,
    `synchronous_commit=${durable}`,
    `full_page_writes=${durable}`,
    // Its workers belong to a superuser, so that nobody else could drop a database they are in.
    `autovacuum=${durable}`,
    // Errors go to whoever caused them; they quote values, and a log must not.
    'log_min_messages=log',
    'log_checkpoints=off',
  ]
  const args = ['-D', place.cluster, ...settings.flatMap((setting) => ['-c', setting])]
  // In a session of its own, so that Ctrl-C reaches us and we end the server in good order.
  const child = spawn(binaries.postgres, args, {
    ...asAccount(place.account),
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  })
  closeSync(log)
  await once(child, 'spawn')
  child.unref()
  return child
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo // a TCP server has no other kind
  probe.close()
  return port
}

async function loadTail(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).trimEnd().split('\n')
  return lines.slice(-10).join('\n')
}
