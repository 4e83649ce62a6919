import { setTimeout as sleep } from 'node:timers/promises'
import { claimServer } from './ownership.ts'
import { stopPostmaster } from './postmaster.ts'
import type { Connection, Server } from './server.ts'

const shortestPauseMs = 1_000
const longestPauseMs = 60_000

/** Brings the server back on the same port when it dies, so that pools reconnect by themselves. */
export function keepAlive(server: Server, first: Connection, log: (line: string) => void) {
  const stopping = new AbortController()
  const { port } = first.postmaster
  let current = first
  let healing: Promise<void> = Promise.resolve()
  let stopped: Promise<void> | null = null
  let pauseMs = 0

  function watch() {
    const since = Date.now()
    current.client.once('end', () => {
      if (stopping.signal.aborted) return
      if (Date.now() - since > longestPauseMs) pauseMs = 0
      healing = heal()
    })
  }

  async function heal() {
    log('PostgreSQL has stopped by itself and is being started again.')
    while (!stopping.signal.aborted) {
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      pauseMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, pauseMs * 2))
      if (stopping.signal.aborted) return
      try {
        current = await claimServer(server, port)
        watch()
        return
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
      }
    }
  }

  async function stop() {
    stopping.abort()
    await healing
    await stopPostmaster(current.postmaster, server.place.cluster)
    await current.client.end()
  }

  watch()
  return { stop: () => (stopped ??= stop()) }
}
