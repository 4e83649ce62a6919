import { openDb } from '@doorman/db/client'
import { openDatabaseProxy } from '@doorman/db/testing/database-proxy'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { hourMs } from '@doorman/domain/time'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../logger.ts'
import { createLiveUpdates, type LiveUpdate } from './live-updates.ts'

const databaseUrl = await createTestDatabase()
const { pool, close } = openDb(databaseUrl)
afterAll(close)
const times = { minRetryMs: 5, maxRetryMs: 20, checkMs: hourMs, answerTimeoutMs: hourMs }

const notify = (channel: string, userId: string) =>
  pool.query('select pg_notify($1, $2)', [channel, userId])

const countConnections = async () =>
  (
    await pool.query(
      `select from pg_stat_activity where application_name = 'doorman-live-updates' and datname = current_database()`,
    )
  ).rowCount

/** Listens through a proxy that can fail. `next` waits for the next updates, in order. */
async function setUp(changes: Partial<typeof times> = {}) {
  const proxy = await openDatabaseProxy(databaseUrl)
  const logs: string[] = []
  const updates = createLiveUpdates(
    proxy.url,
    createLogger('info', { write: (line) => void logs.push(line) }),
    { ...times, ...changes },
  )
  onTestFinished(async () => {
    await updates.close()
    proxy.close()
  })

  function subscribe(userId: string) {
    const received: LiveUpdate[] = []
    let wake = () => {}
    const unsubscribe = updates.subscribe(userId, (update) => {
      received.push(update)
      wake()
    })
    async function next(): Promise<LiveUpdate | undefined> {
      while (received.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return received.shift()
    }
    return { next, unsubscribe, received }
  }

  return { proxy, updates, subscribe, logs }
}

test('one connection serves all subscribers, from the first on', async () => {
  const { subscribe, updates } = await setUp()
  expect(await countConnections()).toBe(0)
  const [ann, bob] = [subscribe('ann'), subscribe('bob')]
  for (const { next } of [ann, bob])
    expect([await next(), await next()]).toEqual(['emails', 'accounts'])
  expect(await countConnections()).toBe(1)

  await notify('doorman_emails', 'bob')
  await notify('doorman_accounts', 'ann')
  await notify('another_channel', 'ann')
  await notify('doorman_emails', 'ann')
  expect([await ann.next(), await ann.next()]).toEqual(['accounts', 'emails'])
  expect(bob.received).toEqual(['emails'])

  ann.unsubscribe()
  await notify('doorman_emails', 'ann')
  await notify('doorman_accounts', 'bob')
  expect([await bob.next(), await bob.next()]).toEqual(['emails', 'accounts'])
  expect(ann.received).toEqual([])
  await updates.close()
  await expect.poll(countConnections).toBe(0)
})

test('updates that were missed while the database was down are made up for', async () => {
  const { proxy, subscribe, logs } = await setUp()
  const { next, received } = subscribe('ann')
  await next()
  await next()
  proxy.cut()
  await notify('doorman_emails', 'ann')
  await expect.poll(() => logs.length).toBeGreaterThan(1)
  expect(received).toEqual([])
  proxy.restore()
  expect([await next(), await next()]).toEqual(['emails', 'accounts'])
  await notify('doorman_accounts', 'ann')
  expect(await next()).toBe('accounts')
})

test('changes of public pages are announced, also those missed during an outage', async () => {
  const { proxy, updates, logs } = await setUp()
  let changes = 0
  updates.watchSite(() => (changes += 1))
  // One call stands for all changes before the process listened.
  await expect.poll(() => changes).toBe(1)
  await notify('doorman_site', '')
  await expect.poll(() => changes).toBe(2)
  await notify('doorman_emails', 'ann')
  proxy.cut()
  await expect.poll(() => logs.length).toBeGreaterThan(1)
  expect(changes).toBe(2)
  proxy.restore()
  await expect.poll(() => changes).toBe(3)
})

test('a connection that was cut silently is replaced', async () => {
  const { proxy, subscribe } = await setUp({ checkMs: 20, answerTimeoutMs: 300 })
  const { next } = subscribe('ann')
  await next()
  await next()
  proxy.stall()
  expect([await next(), await next()]).toEqual(['emails', 'accounts'])
  await notify('doorman_emails', 'ann')
  expect(await next()).toBe('emails')
})

test('closes while the database is down', async () => {
  const { proxy, subscribe, updates, logs } = await setUp()
  proxy.cut()
  subscribe('ann')
  await expect.poll(() => logs.length).toBeGreaterThan(0)
  await updates.close()
})
