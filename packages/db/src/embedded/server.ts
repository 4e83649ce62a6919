import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile, truncate } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { toProcessOptions } from './system-user.ts'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'
import { findPostmaster, type Postmaster } from './postmaster.ts'

/** What is needed to start a server. */
export type Server = {
  readonly dataFolder: DataFolder
  readonly binaries: Binaries
  readonly password: string
  readonly isDurable: boolean
}

export type Connection = { readonly client: Client; readonly postmaster: Postmaster }

/** Long enough for recovery after a crash. */
const startTimeoutMs = 60_000
const maxAttempts = 5

/**
 * Connects to the server of this cluster and starts it if it is not running. Two processes may race
 * to start it. PostgreSQL's lock file (postmaster.pid) lets one server start; the other exits, and
 * the loop finds the first by its lock file.
 */
export async function connectToServer(server: Server, port?: number): Promise<Connection> {
  const { cluster, logFile } = server.dataFolder
  const deadline = Date.now() + startTimeoutMs
  let child: ChildProcess | null = null
  let attempts = 0

  for (; Date.now() < deadline; await sleep(50)) {
    const postmaster = await findPostmaster(cluster)
    if (postmaster) {
      const client = await findConnection(server, postmaster.port)
      if (client) return { client, postmaster }
    } else if (child === null || hasEnded(child)) {
      if (attempts === maxAttempts) break
      // A normal start truncates the log. A restart after a crash (`port` is given) keeps it.
      if (attempts === 0 && port === undefined) await truncate(logFile).catch(() => {})
      // Child processes of a killed server need a moment to exit; until then a start fails.
      await sleep(200 * attempts)
      attempts += 1
      child = await spawnServer(server, port ?? (await findFreePort()))
    }
  }
  throw new Error(`PostgreSQL does not start. The end of ${logFile}:\n${await loadTail(logFile)}`)
}

/** Connects as superuser. Null while the server is starting or stopping. */
async function findConnection({ password }: Server, port: number): Promise<Client | null> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  })
  // keepAlive listens to 'end'. An 'error' without a listener would end the process.
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
  { dataFolder, binaries, isDurable }: Server,
  port: number,
): Promise<ChildProcess> {
  const log = openSync(dataFolder.logFile, 'a', 0o600)
  const durable = isDurable ? 'on' : 'off'
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=300',
    `fsync=${durable}`,
    `synchronous_commit=${durable}`,
    `full_page_writes=${durable}`,
    // Autovacuum workers run as superuser, and our role cannot drop a test database they work in.
    `autovacuum=${durable}`,
    // Tests open thousands of connections, and a slow hash of the password protects nothing there.
    ...(isDurable ? [] : ['scram_iterations=1']),
    // Error messages quote values of rows. Clients get them; the log must not.
    'log_min_messages=log',
    'log_checkpoints=off',
  ]
  const args = ['-D', dataFolder.cluster, ...settings.flatMap((setting) => ['-c', setting])]
  // Detached: Ctrl-C reaches only our process, which then shuts the server down.
  const child = spawn(binaries.postgres, args, {
    ...toProcessOptions(dataFolder.systemUser),
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
