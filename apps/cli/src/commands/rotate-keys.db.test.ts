import { openDb } from '@doorman/db/client'
import { grants } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import type { GrantId } from '@doorman/domain/ids'
import { createKeyRing } from '@doorman/runtime/secrets/key-ring'
import { formatTokenKey } from '@doorman/runtime/secrets/token-keys'
import type { KeyRing } from '@doorman/services/ports/key-ring'
import { openTokens, sealTokens } from '@doorman/services/mailboxes/connecting/grant-tokens'
import { rotateKeys } from '@doorman/services/mailboxes/upkeep/rotate-keys'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'

const databaseUrl = await createTestDatabase()
const { db, pool, close } = openDb(databaseUrl)
afterAll(close)

const older = { version: 1, key: Buffer.alloc(32, 1) }
const newer = { version: 2, key: Buffer.alloc(32, 2) }
const before = createKeyRing([older])
const during = createKeyRing([newer, older])
const after = createKeyRing([newer])
const count = 250

beforeEach(async () => {
  await db.delete(grants)
  const rows = Array.from({ length: count }, (_, index) => toRow(before, index))
  await db.insert(grants).values(rows)
})

function toRow(keyRing: KeyRing, index: number) {
  const id = randomUUID() as GrantId
  const tokens = {
    accessToken: `access ${index}`,
    accessTokenExpiresAt: new Date('2100-01-01'),
    refreshToken: `refresh ${index}`,
  }
  return {
    id,
    provider: 'gmail',
    providerAccountId: String(index),
    ...sealTokens(keyRing, id, tokens),
  } as const
}

/**
 * Expects that every row decrypts to its original content, and returns how many use the newer key.
 */
async function expectReadable(keyRing: KeyRing): Promise<number> {
  const rows = await db.select().from(grants)
  expect(rows).toHaveLength(count)
  for (const row of rows)
    expect(openTokens(keyRing, row)).toMatchObject({
      accessToken: `access ${row.providerAccountId}`,
      refreshToken: `refresh ${row.providerAccountId}`,
    })
  return rows.filter(({ keyVersion }) => keyVersion === newer.version).length
}

test('after each batch every row decrypts with the old or the new key', async () => {
  const sealed: number[] = []
  while ((await rotateKeys({ db, keyRing: during })) > 0) sealed.push(await expectReadable(during))
  expect(sealed).toEqual([100, 200, 250])
  await expectReadable(after)
})

test('a rotation killed within a batch rolls the batch back', async () => {
  await rotateKeys({ db, keyRing: during })
  for (const last of [0, 1, 2, 101, 199]) {
    let seals = 0
    const dying: KeyRing = {
      ...during,
      seal(secret, place) {
        if (seals === last) throw new Error('killed')
        seals += 1
        return during.seal(secret, place)
      },
    }
    await expect(rotateKeys({ db, keyRing: dying })).rejects.toThrow('killed')
    expect(await expectReadable(during)).toBe(100)
  }
})

test('a rotation killed between batches continues where it stopped', async () => {
  // A lock on a row of the second batch makes the rotation wait there.
  const locker = await pool.connect()
  await locker.query('begin')
  await locker.query(`select from grants
    where id = (select id from grants order by id offset 150 limit 1) for update`)
  const first = run()
  await expect.poll(() => expectReadable(during), { timeout: 10_000 }).toBe(100)
  first.kill('SIGKILL')
  await once(first, 'close')
  await locker.query('rollback')
  locker.release()
  expect(await expectReadable(during)).toBe(100)

  const second = run()
  const [output] = await Promise.all([text(second.stdout), once(second, 'close')])
  expect(output).toContain('150 re-encrypted. Every token now uses key 2')
  expect(await expectReadable(after)).toBe(count)
})

test('two rotations at once share the work', async () => {
  const rotateAll = async () => {
    while ((await rotateKeys({ db, keyRing: during })) > 0);
  }
  await Promise.all([rotateAll(), rotateAll()])
  expect(await expectReadable(after)).toBe(count)
})

test('a token copied into another row is detected and not re-encrypted', async () => {
  await pool.query(`update grants set refresh_token = other.refresh_token from grants other
    where grants.provider_account_id = '1' and other.provider_account_id = '2'`)
  const rotateAll = async () => {
    while ((await rotateKeys({ db, keyRing: during })) > 0);
  }
  await expect(rotateAll()).rejects.toThrow('A secret could not be decrypted.')
})

function run() {
  const main = new URL('../main.ts', import.meta.url).pathname
  return spawn(process.execPath, [main, 'rotate-keys'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      TOKEN_KEYS: [newer, older].map(formatTokenKey).join(),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
