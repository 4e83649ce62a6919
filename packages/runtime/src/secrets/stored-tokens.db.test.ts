import { grants } from '@doorman/db/schema'
import { openTestDb } from '@doorman/db/testing/test-db'
import type { GrantId } from '@doorman/domain/ids'
import { hourMs } from '@doorman/domain/time'
import type { Consent, Tokens } from '@doorman/mail/consent'
import { MailError } from '@doorman/mail/mail-error'
import { createConcurrencyLimit } from '@doorman/mail/http/concurrency-limit'
import { openTokens, sealTokens } from '@doorman/services/mailboxes/connecting/grant-tokens'
import { rotateKeys } from '@doorman/services/mailboxes/upkeep/rotate-keys'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyRing, DecryptionError } from './key-ring.ts'
import { createStoredTokens } from './stored-tokens.ts'

const db = await openTestDb()
const older = { version: 1, key: Buffer.alloc(32, 1) }
const newer = { version: 2, key: Buffer.alloc(32, 2) }
const keyRing = createKeyRing([older])
const refreshLimit = createConcurrencyLimit(4)
const now = new Date('2026-11-15T12:00:00Z')

const toTokens = (name: string, expiresInMs: number): Tokens => ({
  accessToken: `access ${name}`,
  accessTokenExpiresAt: new Date(now.getTime() + expiresInMs),
  refreshToken: `refresh ${name}`,
})

/** A grant with an expired access token, and a provider that records every refresh. */
async function setUp({ onRefresh = async () => {} }: { onRefresh?: () => Promise<void> } = {}) {
  const grantId = randomUUID() as GrantId
  const sealed = sealTokens(keyRing, grantId, toTokens('old', 0))
  await db
    .insert(grants)
    .values({ id: grantId, provider: 'gmail', providerAccountId: grantId, ...sealed })
  const refreshed: string[] = []
  const consent: Pick<Consent, 'refresh'> = {
    async refresh(refreshToken) {
      refreshed.push(refreshToken)
      await onRefresh()
      return toTokens(`new${refreshed.length}`, hourMs)
    },
  }
  return {
    grantId,
    refreshed,
    /** Opens the stored tokens as another process would. */
    open: (ring = keyRing) =>
      createStoredTokens({ db, keyRing: ring, consent, grantId, refreshLimit, now: () => now }),
    async stored(ring = keyRing) {
      const [row] = await db.select().from(grants).where(eq(grants.id, grantId))
      return row && openTokens(ring, row)
    },
  }
}

const returnToken = async (accessToken: string) => accessToken

test('twenty processes at once refresh the token once, and all use the new one', async () => {
  const grant = await setUp({
    // Long enough for the other processes to wait for the lock.
    onRefresh: async () => {
      for (let turn = 0; turn < 50; turn += 1) await db.execute('select 1')
    },
  })
  const used = await Promise.all(Array.from({ length: 20 }, () => grant.open().use(returnToken)))
  expect(new Set(used)).toEqual(new Set(['access new1']))
  expect(grant.refreshed).toEqual(['refresh old'])
  expect(await grant.stored()).toMatchObject(toTokens('new1', hourMs))
})

test('tokens that the user renewed during a refresh are not overwritten', async () => {
  const grant = await setUp({
    onRefresh: async () => {
      const renewed = sealTokens(keyRing, grant.grantId, toTokens('renewed', hourMs))
      await db.update(grants).set(renewed).where(eq(grants.id, grant.grantId))
    },
  })
  expect(await grant.open().use(returnToken)).toBe('access renewed')
  expect(await grant.stored()).toMatchObject({ refreshToken: 'refresh renewed' })
})

test('a grant deleted during a refresh is not written again', async () => {
  const grant = await setUp({
    onRefresh: async () => void (await db.delete(grants).where(eq(grants.id, grant.grantId))),
  })
  await expect(grant.open().use(returnToken)).rejects.toMatchObject({ failure: 'access-revoked' })
  expect(await grant.stored()).toBeUndefined()
})

test('a revoked grant fails with access-revoked and keeps its tokens', async () => {
  const grant = await setUp({
    onRefresh: () => Promise.reject(new MailError('access-revoked', 'invalid_grant')),
  })
  await expect(grant.open().use(returnToken)).rejects.toMatchObject({ failure: 'access-revoked' })
  expect(grant.refreshed).toHaveLength(1)
  expect(await grant.stored()).toMatchObject({ refreshToken: 'refresh old' })
})

test('a key rotation during a refresh loses no token', async () => {
  const both = createKeyRing([newer, older])
  const grant = await setUp({
    onRefresh: async () => {
      for await (const _batch of rotateKeys({ db, keyRing: both }));
    },
  })
  expect(await grant.open(both).use(returnToken)).toBe('access new1')
  const after = createKeyRing([newer])
  expect(await grant.stored(after)).toMatchObject({ refreshToken: 'refresh new1' })
})

test('damaged tokens fail with access-revoked, so that the user is asked to reconnect', async () => {
  const grant = await setUp()
  const other = await setUp()
  const [copied] = await db.select().from(grants).where(eq(grants.id, other.grantId))
  await db
    .update(grants)
    .set({ refreshToken: copied?.refreshToken ?? '' })
    .where(eq(grants.id, grant.grantId))
  await expect(grant.open().use(returnToken)).rejects.toMatchObject({ failure: 'access-revoked' })
  expect(grant.refreshed).toEqual([])
})

test('a process that lacks the key fails without blaming the tokens', async () => {
  const grant = await setUp()
  // Another process already seals with a newer key, and this one was not restarted.
  await db
    .update(grants)
    .set(sealTokens(createKeyRing([newer]), grant.grantId, toTokens('newer', hourMs)))
    .where(eq(grants.id, grant.grantId))
  await expect(grant.open().use(returnToken)).rejects.toThrow(DecryptionError)
  expect(await grant.open(createKeyRing([older, newer])).use(returnToken)).toBe('access newer')
})
