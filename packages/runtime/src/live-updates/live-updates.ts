import { secondMs } from '@doorman/domain/time'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

/** Triggers announce the id of the user whose emails or accounts have changed. */
const channels = { doorman_emails: 'emails', doorman_accounts: 'accounts' } as const
export type LiveUpdate = (typeof channels)[keyof typeof channels]
const updates = Object.values(channels)
/** Triggers announce that public pages may have changed: articles, their authors and categories, settings. */
const siteChannel = 'doorman_site'

export type LiveUpdates = {
  /**
   * Calls `onUpdate` when something of the user has changed, until the returned function is called.
   * Updates during an outage of the database are lost, so after it `onUpdate` is called for
   * everything.
   */
  subscribe(userId: string, onUpdate: (update: LiveUpdate) => void): () => void
  /** The same for public pages, for as long as the process runs. */
  watchSite(onChange: () => void): void
  close(): Promise<void>
}

type Times = {
  /** Backoff between attempts to connect: doubles from the first to the second. */
  readonly minRetryMs: number
  readonly maxRetryMs: number
  /** How often a query checks whether the connection was cut silently. */
  readonly checkMs: number
  readonly answerTimeoutMs: number
}
const usualTimes: Times = {
  minRetryMs: secondMs / 2,
  maxRetryMs: 30 * secondMs,
  checkMs: 30 * secondMs,
  answerTimeoutMs: 10 * secondMs,
}
const connectTimeoutMs = 2 * secondMs

/**
 * Listens to the database with one connection per process, for all its users. It is opened with the
 * first subscription, so a worker has none.
 */
export function createLiveUpdates(
  databaseUrl: string,
  logger: Logger,
  { minRetryMs, maxRetryMs, checkMs, answerTimeoutMs }: Times = usualTimes,
): LiveUpdates {
  const subscribers = new Map<string, Set<(update: LiveUpdate) => void>>()
  const siteWatchers: (() => void)[] = []
  const closing = new AbortController()
  let listening: Promise<void> | null = null

  function publish(userId: string, update: LiveUpdate): void {
    for (const onUpdate of subscribers.get(userId) ?? []) onUpdate(update)
  }

  function publishSite(): void {
    for (const onChange of siteWatchers) onChange()
  }

  /** Listens until the connection is lost or `close` is called. */
  async function listen(onListening: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'doorman-live-updates',
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: answerTimeoutMs,
      keepAlive: true,
    })
    const over = new AbortController()
    const stop = () => over.abort()
    client.on('error', (err) => {
      logger.warn({ err, event: 'database-connection-lost' })
      stop()
    })
    client.on('end', stop)
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === siteChannel) publishSite()
      if (channel in channels) publish(payload, channels[channel as keyof typeof channels])
    })
    // Also ends a query that waits for its answer. It is called only once `connect` has returned:
    // otherwise `connect` would never return.
    const hangUp = () => void client.end().catch(() => {})
    try {
      await client.connect()
      closing.signal.addEventListener('abort', hangUp)
      if (closing.signal.aborted) return
      for (const channel of [...Object.keys(channels), siteChannel])
        await client.query(`listen ${channel}`)
      onListening()
      while (!over.signal.aborted) {
        await wait(checkMs, over.signal)
        if (!over.signal.aborted) await client.query('select 1')
      }
    } finally {
      closing.signal.removeEventListener('abort', hangUp)
      // Fails if the connection is lost already.
      await client.end().catch(() => {})
    }
  }

  async function keepListening(): Promise<void> {
    let retryMs = minRetryMs
    while (!closing.signal.aborted) {
      await listen(() => {
        retryMs = minRetryMs
        publishSite()
        for (const userId of subscribers.keys())
          for (const update of updates) publish(userId, update)
      }).catch((err: unknown) => logger.warn({ err, event: 'live-updates-failed' }))
      if (closing.signal.aborted) return
      // Jitter: after an outage the processes don't connect all at once.
      await wait(retryMs * (0.5 + Math.random() / 2), closing.signal)
      retryMs = Math.min(retryMs * 2, maxRetryMs)
    }
  }

  function start(): void {
    if (!closing.signal.aborted) listening ??= keepListening()
  }

  return {
    subscribe(userId, onUpdate) {
      const own = subscribers.get(userId) ?? new Set()
      subscribers.set(userId, own.add(onUpdate))
      start()
      return () => {
        own.delete(onUpdate)
        if (own.size === 0 && subscribers.get(userId) === own) subscribers.delete(userId)
      }
    },
    watchSite(onChange) {
      siteWatchers.push(onChange)
      start()
    },
    async close() {
      closing.abort()
      await listening
    },
  }
}

/** Ends early, without an error, when the signal is aborted. */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {})
}
