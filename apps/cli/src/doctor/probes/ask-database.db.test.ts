import { openDb } from '@doorman/db/client'
import { grants } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { expect, test } from 'vitest'
import { askDatabase } from './ask-database.ts'

test('the version, the time, pending migrations and unsafe settings are read', async () => {
  const answer = await askDatabase(await createTestDatabase())
  expect(answer).toEqual({
    kind: 'answered',
    version: expect.stringMatching(/^\d+[\d.]*$/),
    pendingMigrations: [],
    // Test databases need not survive a crash.
    unsafeSettings: ['fsync', 'full_page_writes', 'synchronous_commit'],
    now: expect.any(Date),
    tokenCounts: [],
  })
})

test('migrations that were not applied are pending', async () => {
  const url = await createTestDatabase()
  const { pool, close } = openDb(url)
  await pool.query(`delete from migrations where name > '0007'`)
  expect(await askDatabase(url)).toMatchObject({
    pendingMigrations: expect.arrayContaining(['0008_subscriptions.sql', '0009_settings.sql']),
    tokenCounts: [],
  })
  await pool.query('drop table migrations')
  expect(await askDatabase(url)).toMatchObject({
    pendingMigrations: expect.arrayContaining(['0001_users.sql']),
  })
  await close()
})

test('tokens are counted by the key that encrypted them', async () => {
  const url = await createTestDatabase()
  const { db, close } = openDb(url)
  const toGrant = (keyVersion: number, providerAccountId: string) => ({
    provider: 'gmail' as const,
    providerAccountId,
    accessToken: 'sealed',
    refreshToken: 'sealed',
    keyVersion,
    accessTokenExpiresAt: new Date('2100-01-01'),
  })
  await db.insert(grants).values([toGrant(2, 'a'), toGrant(1, 'b'), toGrant(2, 'c')])
  expect(await askDatabase(url)).toMatchObject({
    tokenCounts: [
      { keyVersion: 1, count: 1 },
      { keyVersion: 2, count: 2 },
    ],
  })
  await close()
})
