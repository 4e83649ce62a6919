import { setTimeout as sleep } from 'node:timers/promises'
import { lockServer } from './server-lock.ts'
import { stopPostmaster } from './postmaster.ts'
import type { Connection, Server } from './server.ts'

const minBackoffMs = 1_000
const maxBackoffMs = 60_000

/** Restarts the server on the same port when it dies, so that connection pools reconnect. */
export function keepAlive(server: Server, first: Connection, log: (line: string) => void) {
  const stopping = new AbortController()
  const { port } = first.postmaster
  let current = first
  let restarting: Promise<void> = Promise.resolve()
  let stopped: Promise<void> | null = null
  let backoffMs = 0

  function watch() {
    const since = Date.now()
    current.client.once('end', () => {
      if (stopping.signal.aborted) return
      if (Date.now() - since > maxBackoffMs) backoffMs = 0
      restarting = restart()
    })
  }

  async function restart() {
    log('PostgreSQL stopped unexpectedly. Restarting it.')
    while (!stopping.signal.aborted) {
      await sleep(backoffMs, undefined, { signal: stopping.signal }).catch(() => {})
      backoffMs = Math.min(maxBackoffMs, Math.max(minBackoffMs, backoffMs * 2))
      if (stopping.signal.aborted) return
      try {
        current = await lockServer(server, port)
        watch()
        return
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
      }
    }
  }

  async function stop() {
    stopping.abort()
    await restarting
    await stopPostmaster(current.postmaster, server.dataFolder.cluster)
    await current.client.end()
  }

  watch()
  return { stop: () => (stopped ??= stop()) }
}
