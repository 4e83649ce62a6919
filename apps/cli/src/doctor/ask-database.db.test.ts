import { openDb } from '@doorman/db/client'
import { grants } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/test-db'
import { expect, test } from 'vitest'
import { askDatabase } from './ask-database.ts'

test('R10: a database says its version, its time, what is missing, and what could be lost', async () => {
  const answer = await askDatabase(await createTestDatabase())
  expect(answer).toEqual({
    kind: 'answered',
    version: expect.stringMatching(/^\d+[\d.]*$/),
    pending: [],
    // Those of tests need not survive a crash.
    unsafe: ['fsync', 'full_page_writes', 'synchronous_commit'],
    now: expect.any(Date),
    seals: [],
  })
})

test('one that was never migrated, or not far enough, says what it has yet to see', async () => {
  const url = await createTestDatabase()
  const { pool, close } = openDb(url)
  await pool.query(`delete from migrations where name > '0007'`)
  expect(await askDatabase(url)).toMatchObject({
    pending: expect.arrayContaining(['0008_subscriptions.sql', '0009_settings.sql']),
    seals: [],
  })
  await pool.query('drop table migrations')
  expect(await askDatabase(url)).toMatchObject({
    pending: expect.arrayContaining(['0001_users.sql']),
  })
  await close()
})

test('S9: it counts tokens by the key that sealed them', async () => {
  const url = await createTestDatabase()
  const { db, close } = openDb(url)
  const toGrant = (keyVersion: number, subject: string) => ({
    provider: 'gmail' as const,
    subject,
    accessToken: 'sealed',
    refreshToken: 'sealed',
    keyVersion,
    accessTokenExpiresAt: new Date('2100-01-01'),
  })
  await db.insert(grants).values([toGrant(2, 'a'), toGrant(1, 'b'), toGrant(2, 'c')])
  expect(await askDatabase(url)).toMatchObject({
    seals: [
      { keyVersion: 1, count: 1 },
      { keyVersion: 2, count: 2 },
    ],
  })
  await close()
})
