import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { openDb } from './client.ts'
import { createTestDatabase } from './testing/test-db.ts'

const url = await createTestDatabase()

afterEach(() => void vi.useRealTimers())

const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

/** A pool with one connection, which is in use. */
async function openBusyPool() {
  const { pool, close } = openDb(url, { maxConnections: 1 })
  const busy = await pool.connect()
  return { pool, release: () => busy.release(), close }
}

test('queries wait for a busy connection as long as a statement may take', async () => {
  const { pool, release, close } = await openBusyPool()
  fakeTimers()
  const waiting = [pool.query('select 1'), pool.query('select 1')]
  vi.advanceTimersByTime(29_000)
  vi.useRealTimers()
  release()
  expect(await Promise.all(waiting)).toMatchObject([{ rowCount: 1 }, { rowCount: 1 }])
  await close()
})

test('a query fails if no connection is free for longer than that', async () => {
  const { pool, release, close } = await openBusyPool()
  fakeTimers()
  const waiting = pool.query('select 1')
  vi.advanceTimersByTime(30_000)
  await expect(waiting).rejects.toThrow('timeout exceeded when trying to connect')
  vi.useRealTimers()
  release()
  await close()
})

test('a server that accepts connections and says nothing is given up after ten seconds', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const { pool, close } = openDb(`postgres://doorman@127.0.0.1:${port}/doorman`)
  fakeTimers()
  const waiting = pool.query('select 1')
  vi.advanceTimersByTime(10_000)
  await expect(waiting).rejects.toThrow('timeout expired')
  vi.useRealTimers()
  await close()
  silent.close()
})
