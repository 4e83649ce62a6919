import { openDb } from '@doorman/db/client'
import { claimDatabase } from '@doorman/db/demo-mark'
import { grants, users } from '@doorman/db/schema'
import { seedMailbox } from '@doorman/db/testing/seeds'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import type { GrantId } from '@doorman/domain/ids'
import { createKeyRing } from '@doorman/runtime/secrets/key-ring'
import { sealTokens } from '@doorman/services/mailboxes/connecting/grant-tokens'
import { expect, test } from 'vitest'
import { noMailboxes } from '../../testing/fake-probes.ts'
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
    keyProblem: null,
    damagedTokens: 0,
    isDemo: null,
    demoUsers: [],
    queues: [],
    mailboxes: noMailboxes,
    auditLog: { entries: 0, brokenAt: null, head: '0'.repeat(64) },
  })
})

test('the mark and the users of a demo are found; a stranger who registered such an address is not one', async () => {
  const url = await createTestDatabase()
  const { db, close } = openDb(url)
  await claimDatabase(url, true)
  await db
    .insert(users)
    .values([
      { email: 'admin@doorman.example', emailVerified: true },
      { email: 'user@doorman.example' },
      { email: 'ann@own.example', emailVerified: true },
    ])
  expect(await askDatabase(url)).toMatchObject({
    isDemo: true,
    demoUsers: ['admin@doorman.example'],
  })
  await close()
})

test('migrations that were not applied are pending', async () => {
  const url = await createTestDatabase()
  const { pool, close } = openDb(url)
  await pool.query(`delete from migrations where name > '0007'`)
  expect(await askDatabase(url)).toMatchObject({
    pendingMigrations: expect.arrayContaining(['0008_subscriptions.sql', '0009_settings.sql']),
    tokenCounts: [],
    mailboxes: null,
  })
  await pool.query('drop table migrations')
  expect(await askDatabase(url)).toMatchObject({
    pendingMigrations: expect.arrayContaining(['0001_users.sql']),
  })
  await close()
})

test('tokens of working mailboxes are counted by the key that encrypted them', async () => {
  const url = await createTestDatabase()
  const { db, pool, close } = openDb(url)
  const email = 'ann@own.example'
  await db.insert(users).values({ email })
  const keyRing = createKeyRing([{ version: 1, key: Buffer.alloc(32, 1) }])
  const tokens = { accessToken: 'a', refreshToken: 'r', accessTokenExpiresAt: new Date() }
  const listGrants = () => db.select().from(grants)
  for (const [keyVersion, problem, isDamaged] of [
    [2, null, false],
    [1, null, true],
    [1, 'out-of-reach', false],
    [2, 'needs-reconnect', false],
  ] as const) {
    const { address } = await seedMailbox(db, email, { problem })
    const id = (await listGrants()).find((grant) => grant.providerAccountId === address)?.id
    const sealed = sealTokens(keyRing, id as GrantId, tokens)
    await pool.query(
      'update grants set key_version = $2, access_token = $3, refresh_token = $4 where id = $1',
      [id, keyVersion, sealed.accessToken, isDamaged ? 'damaged' : sealed.refreshToken],
    )
  }
  expect(await askDatabase(url, keyRing)).toMatchObject({
    tokenCounts: [
      { keyVersion: 1, count: 2 },
      { keyVersion: 2, count: 1 },
    ],
    keyProblem: { kind: 'missing', version: 2, mailboxes: 1 },
    // One of the two tokens with key 1, the only key that is configured.
    damagedTokens: 1,
  })
  expect(await askDatabase(url)).toMatchObject({ keyProblem: null, damagedTokens: 0 })
  await close()
})
