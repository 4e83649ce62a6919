import { openDb } from '@doorman/db/client'
import { grants } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/test-db'
import type { GrantId } from '@doorman/domain/ids'
import { createKeyRing } from '@doorman/runtime/key-ring'
import { formatTokenKey } from '@doorman/runtime/token-keys'
import type { KeyRing } from '@doorman/services/key-ring'
import { openTokens, sealTokens } from '@doorman/services/mailboxes/grant-tokens'
import { rotateKeys } from '@doorman/services/mailboxes/rotate-keys'
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
    subject: String(index),
    ...sealTokens(keyRing, id, tokens),
  } as const
}

/** Every row opens with these keys and holds what it held; and how many the newer key has sealed. */
async function expectReadable(keyRing: KeyRing): Promise<number> {
  const rows = await db.select().from(grants)
  expect(rows).toHaveLength(count)
  for (const row of rows)
    expect(openTokens(keyRing, row)).toMatchObject({
      accessToken: `access ${row.subject}`,
      refreshToken: `refresh ${row.subject}`,
    })
  return rows.filter(({ keyVersion }) => keyVersion === newer.version).length
}

test('F6, S9: after each batch every row is readable, by the old key or the new', async () => {
  const sealed: number[] = []
  while ((await rotateKeys({ db, keyRing: during })) > 0) sealed.push(await expectReadable(during))
  expect(sealed).toEqual([100, 200, 250])
  await expectReadable(after)
})

test('F6: killed within a batch, at whichever row, it leaves the batch undone', async () => {
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

test('F6: killed in the middle, the command goes on where it was', async () => {
  // Somebody holds a row of the second batch, so that it waits there.
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query(`select from grants
    where id = (select id from grants order by id offset 150 limit 1) for update`)
  const first = run()
  await expect.poll(() => expectReadable(during), { timeout: 10_000 }).toBe(100)
  first.kill('SIGKILL')
  await once(first, 'close')
  await holder.query('rollback')
  holder.release()
  expect(await expectReadable(during)).toBe(100)

  const second = run()
  const [said] = await Promise.all([text(second.stdout), once(second, 'close')])
  expect(said).toContain('150 newly sealed. Everything is sealed with key 2')
  expect(await expectReadable(after)).toBe(count)
})

test('two at once share the work', async () => {
  const rotateAll = async () => {
    while ((await rotateKeys({ db, keyRing: during })) > 0);
  }
  await Promise.all([rotateAll(), rotateAll()])
  expect(await expectReadable(after)).toBe(count)
})

test('S9: a secret moved into another row is found out, not sealed anew', async () => {
  await pool.query(`update grants set refresh_token = other.refresh_token from grants other
    where grants.subject = '1' and other.subject = '2'`)
  const rotateAll = async () => {
    while ((await rotateKeys({ db, keyRing: during })) > 0);
  }
  await expect(rotateAll()).rejects.toThrow('A secret could not be opened.')
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
