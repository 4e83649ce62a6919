import { grants } from '@doorman/db/schema'
import { openTestDb } from '@doorman/db/test-db'
import type { GrantId } from '@doorman/domain/ids'
import type { Consent, Tokens } from '@doorman/mail/consent'
import { MailError } from '@doorman/mail/mail-error'
import { createSlots } from '@doorman/mail/pace'
import { openTokens, sealTokens } from '@doorman/services/mailboxes/grant-tokens'
import { rotateKeys } from '@doorman/services/mailboxes/rotate-keys'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyRing } from './key-ring.ts'
import { createStoredTokens } from './stored-tokens.ts'

const db = await openTestDb()
const older = { version: 1, key: Buffer.alloc(32, 1) }
const newer = { version: 2, key: Buffer.alloc(32, 2) }
const keyRing = createKeyRing([older])
const refreshing = createSlots(4)
const now = new Date('2026-11-15T12:00:00Z')

const toTokens = (name: string, expiresInMs: number): Tokens => ({
  accessToken: `access ${name}`,
  accessTokenExpiresAt: new Date(now.getTime() + expiresInMs),
  refreshToken: `refresh ${name}`,
})

/** A grant whose access token has run out, and a provider that counts how often it is asked for another. */
async function openBench({ onRefresh = async () => {} }: { onRefresh?: () => Promise<void> } = {}) {
  const grantId = randomUUID() as GrantId
  const sealed = sealTokens(keyRing, grantId, toTokens('old', 0))
  await db.insert(grants).values({ id: grantId, provider: 'gmail', subject: grantId, ...sealed })
  const refreshed: string[] = []
  const consent: Pick<Consent, 'refresh'> = {
    async refresh(refreshToken) {
      refreshed.push(refreshToken)
      await onRefresh()
      return toTokens(`new${refreshed.length}`, 3_600_000)
    },
  }
  return {
    grantId,
    refreshed,
    /** As each process opens them for itself. */
    open: (ring = keyRing) =>
      createStoredTokens({ db, keyRing: ring, consent, grantId, refreshing, now: () => now }),
    async stored(ring = keyRing) {
      const [row] = await db.select().from(grants).where(eq(grants.id, grantId))
      return row && openTokens(ring, row)
    },
  }
}

const show = async (accessToken: string) => accessToken

test('F22, R16: twenty processes at once ask for one new token, and all use it', async () => {
  const bench = await openBench({
    // Long enough for the others to come.
    onRefresh: async () => {
      for (let turn = 0; turn < 50; turn += 1) await db.execute('select 1')
    },
  })
  const used = await Promise.all(Array.from({ length: 20 }, () => bench.open().use(show)))
  expect(new Set(used)).toEqual(new Set(['access new1']))
  expect(bench.refreshed).toEqual(['refresh old'])
  expect(await bench.stored()).toMatchObject(toTokens('new1', 3_600_000))
})

test('F22: tokens that the user has just renewed are not overwritten', async () => {
  const bench = await openBench({
    onRefresh: async () => {
      const renewed = sealTokens(keyRing, bench.grantId, toTokens('renewed', 3_600_000))
      await db.update(grants).set(renewed).where(eq(grants.id, bench.grantId))
    },
  })
  expect(await bench.open().use(show)).toBe('access renewed')
  expect(await bench.stored()).toMatchObject({ refreshToken: 'refresh renewed' })
})

test('F36: a grant forgotten meanwhile is not written again', async () => {
  const bench = await openBench({
    onRefresh: async () => void (await db.delete(grants).where(eq(grants.id, bench.grantId))),
  })
  await expect(bench.open().use(show)).rejects.toMatchObject({ failure: 'access-revoked' })
  expect(await bench.stored()).toBeUndefined()
})

test('F20: a grant that was taken away is told as such', async () => {
  const bench = await openBench({
    onRefresh: () => Promise.reject(new MailError('access-revoked', 'invalid_grant')),
  })
  await expect(bench.open().use(show)).rejects.toMatchObject({ failure: 'access-revoked' })
  expect(bench.refreshed).toHaveLength(1)
  expect(await bench.stored()).toMatchObject({ refreshToken: 'refresh old' })
})

test('S9: a rotation of keys in the middle of a refresh loses nothing', async () => {
  const both = createKeyRing([newer, older])
  const bench = await openBench({
    onRefresh: async () => void (await rotateKeys({ db, keyRing: both })),
  })
  expect(await bench.open(both).use(show)).toBe('access new1')
  const after = createKeyRing([newer])
  expect(await bench.stored(after)).toMatchObject({ refreshToken: 'refresh new1' })
})
