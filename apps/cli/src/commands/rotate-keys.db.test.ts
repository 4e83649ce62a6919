import { openDb } from '@doorman/db/client'
import { grants, mailboxes, tokenKeys, totpSecrets, users } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import type { GrantId, MailboxId, UserId } from '@doorman/domain/ids'
import { createKeyRing } from '@doorman/runtime/secrets/key-ring'
import { formatTokenKey } from '@doorman/runtime/secrets/token-keys'
import { fakeSecret } from '@doorman/runtime/testing/fake-runtime'
import type { KeyRing } from '@doorman/services/ports/key-ring'
import { openTokens, sealTokens } from '@doorman/services/mailboxes/connecting/grant-tokens'
import { rotateKeys, type Batch } from '@doorman/services/mailboxes/upkeep/rotate-keys'
import { registerKeys } from '@doorman/services/mailboxes/upkeep/token-keys'
import { rotateTotpSecrets } from '@doorman/services/users/second-factor/rotate-totp-secrets'
import { openSecret, sealSecret } from '@doorman/services/users/second-factor/totp-secrets'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildMain } from '../testing/built-main.ts'

const databaseUrl = await createTestDatabase()
const { db, pool, close } = openDb(databaseUrl)
afterAll(close)

const older = { version: 1, key: Buffer.alloc(32, 1) }
const newer = { version: 2, key: Buffer.alloc(32, 2) }
const before = createKeyRing([older])
const during = createKeyRing([newer, older])
const after = createKeyRing([newer])
const count = 250
/** A busy machine takes long to start a command. */
const slowMs = 60_000
vi.setConfig({ testTimeout: slowMs, hookTimeout: slowMs })

let main: string
beforeAll(async () => {
  main = await buildMain()
}, 4 * slowMs)

beforeEach(async () => {
  await db.delete(users)
  await db.delete(grants)
  await db.delete(tokenKeys)
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
  for await (const batch of rotateKeys({ db, keyRing: during })) {
    expect(batch.skipped).toEqual([])
    sealed.push(await expectReadable(during))
  }
  expect(sealed).toEqual([100, 200, 250])
  await expectReadable(after)
})

test('a rotation killed within a batch rolls the batch back', async () => {
  await rotateKeys({ db, keyRing: during }).next()
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
    await expect(rotateAll(dying)).rejects.toThrow('killed')
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
  await expect.poll(() => expectReadable(during), { timeout: slowMs }).toBe(100)
  first.kill('SIGKILL')
  await once(first, 'close')
  await locker.query('rollback')
  locker.release()
  expect(await expectReadable(during)).toBe(100)

  const second = run()
  const [output] = await Promise.all([text(second.stdout), once(second, 'close')])
  expect(output).toContain('150 re-encrypted.\nEvery token now uses key 2.')
  expect(await expectReadable(after)).toBe(count)
})

test('two rotations at once share the work', async () => {
  await Promise.all([rotateAll(during), rotateAll(during)])
  expect(await expectReadable(after)).toBe(count)
})

test('a token that is refreshed during the rotation is not overwritten by the old one', async () => {
  const [row] = await list()
  const id = row?.id as GrantId
  const refreshed = sealTokens(before, id, {
    accessToken: 'access refreshed',
    accessTokenExpiresAt: new Date('2100-01-01'),
    refreshToken: 'refresh refreshed',
  })
  const refresher = await pool.connect()
  await refresher.query('begin')
  await refresher.query('update grants set access_token = $2, refresh_token = $3 where id = $1', [
    id,
    refreshed.accessToken,
    refreshed.refreshToken,
  ])
  const rotation = rotateAll(during)
  // The refresh is not committed, so the rotation has to wait for it.
  await expect.poll(countWaiting, { timeout: slowMs }).toBe(1)
  await refresher.query('commit')
  refresher.release()
  await rotation
  const stored = (await list()).find((grant) => grant.id === id)
  expect(stored && openTokens(after, stored)).toMatchObject({ refreshToken: 'refresh refreshed' })
})

describe('secrets of authenticator apps', () => {
  async function addSecrets(...secrets: readonly string[]) {
    return db.transaction(async (tx) => {
      const rows = secrets.map(() => ({ email: `${randomUUID()}@example.com` }))
      const owners = await tx.insert(users).values(rows).returning({ id: users.id })
      const sealed = owners.map(({ id }, index) => ({
        userId: id,
        ...sealSecret(before, id, String(secrets[index])),
      }))
      await tx.insert(totpSecrets).values(sealed)
      return sealed
    })
  }
  const load = () => db.select().from(totpSecrets)

  test('are rotated, too', async () => {
    const added = await addSecrets(...Array.from({ length: 101 }, (_, index) => `secret ${index}`))
    const resealed: number[] = []
    for await (const batch of rotateTotpSecrets({ db, keyRing: during }))
      resealed.push(batch.resealed)
    expect(resealed).toEqual([100, 1])
    const rotated = new Map((await load()).map((row) => [row.userId, openSecret(after, row)]))
    for (const row of added) expect(rotated.get(row.userId)).toBe(openSecret(before, row))
  })

  test('that cannot be decrypted are listed by user and stay unchanged', async () => {
    const [damaged, intact] = await addSecrets('one', 'two')
    await pool.query('update totp_secrets set secret = $1', [intact?.secret])
    const { exitCode, output } = await finish(run())
    expect(exitCode).toBe(1)
    expect(output).toContain("Secrets of authenticator apps that can't be decrypted: 1.")
    expect(output).toContain(`  user ${damaged?.userId}`)
    expect(output).not.toContain(`${intact?.userId}`)
    expect((await load()).find(({ userId }) => userId === damaged?.userId)).toMatchObject({
      keyVersion: older.version,
      secret: intact?.secret,
    })
  })
})

describe('tokens that cannot be decrypted', () => {
  /** Row 1 gets the token of row 2. A mailbox uses it. */
  async function damage(): Promise<{ grantId: GrantId; mailboxId: string }> {
    await pool.query(`update grants set refresh_token = other.refresh_token from grants other
      where grants.provider_account_id = '1' and other.provider_account_id = '2'`)
    const grant = (await list()).find(({ providerAccountId }) => providerAccountId === '1')
    const grantId = grant?.id as GrantId
    return { grantId, mailboxId: await addMailbox(grantId) }
  }

  test('are skipped and listed; all others are rotated, and a second run changes nothing', async () => {
    const { grantId, mailboxId } = await damage()
    const damaged = (await list()).find(({ id }) => id === grantId)

    const first = await finish(run())
    const rotated = await list()
    expect(first).toMatchObject({ exitCode: 1, errors: '' })
    expect(first.output).toBe(`249 re-encrypted.
Can't be decrypted: 1. They stay as they are, their mailboxes need to be reconnected, and Doorman emails their users.
  mailbox ${mailboxId} (grant ${grantId})
Every other token now uses key 2. Remove older keys as docs/operations.md describes.
`)
    expect(rotated.filter(({ keyVersion }) => keyVersion === newer.version)).toHaveLength(249)
    expect(rotated.find(({ id }) => id === grantId)).toEqual(damaged)
    expect(await problemOf(mailboxId)).toBe('needs-reconnect')

    expect(await rotateAll(during)).toMatchObject([
      { resealed: 0, skipped: [{ grantId, needs: 'reconnect' }] },
    ])
    expect(await list()).toEqual(rotated)
    // Nothing needs the old key any more.
    expect(await registerKeys({ db, keyRing: after })).toBeNull()
  })

  test('do not mark a mailbox that its user reconnects during the rotation', async () => {
    const { grantId, mailboxId } = await damage()
    await pool.query('delete from grants where id <> $1', [grantId])
    const rotation = rotateKeys({ db, keyRing: during })
    // The user reconnects after the batch that found the damage, and before the mark.
    const user = await pool.connect()
    await user.query('begin')
    await user.query('select from mailboxes where id = $1 for update', [mailboxId])
    const batch = rotation.next()
    await expect.poll(countWaiting, { timeout: slowMs }).toBe(1)
    await user.query('update mailboxes set last_active_at = now() where id = $1', [mailboxId])
    await user.query('commit')
    user.release()
    await batch
    expect(await problemOf(mailboxId)).toBeNull()
  })

  test('because their key is missing keep their mailbox, until the operator says it is lost', async () => {
    await pool.query(`delete from grants where provider_account_id <> '1'`)
    const [grant] = await list()
    const mailboxId = await addMailbox(grant?.id as GrantId)

    expect(await rotateAll(after)).toMatchObject([
      { resealed: 0, skipped: [{ grantId: grant?.id, keyVersion: 1, needs: 'key' }] },
    ])
    const first = await finish(run({ TOKEN_KEYS: formatTokenKey(newer) }))
    expect(first).toMatchObject({ exitCode: 1, errors: '' })
    expect(first.output).toContain('Encrypted with a key that is missing from TOKEN_KEYS (1): 1.')
    expect(first.output).toContain(`  mailbox ${mailboxId} (grant ${grant?.id})`)
    expect(first.output).not.toContain('Every')
    expect(await problemOf(mailboxId)).toBeNull()

    await rotateAll(after, { isKeyLost: true })
    expect(await problemOf(mailboxId)).toBe('needs-reconnect')
    expect(await list()).toEqual([grant])
    expect(await registerKeys({ db, keyRing: after })).toBeNull()
  })

  test('because all keys are wrong stop the rotation before it marks a mailbox', async () => {
    const [grant] = await list()
    const mailboxId = await addMailbox(grant?.id as GrantId)
    await registerKeys({ db, keyRing: before })
    const wrong = { version: 1, key: Buffer.alloc(32, 9) }
    const TOKEN_KEYS = [newer, wrong].map(formatTokenKey).join()
    expect(await finish(run({ TOKEN_KEYS }, '--key-is-lost'))).toEqual({
      exitCode: 1,
      output: '',
      errors:
        'Key 1 of TOKEN_KEYS is not the key 1 that this database was used with. Put the right key back. A new key needs a version that was never used.\n',
    })
    expect(await problemOf(mailboxId)).toBeNull()
    expect(await expectReadable(before)).toBe(0)
  })
})

function list() {
  return db.select().from(grants).orderBy(grants.id)
}

async function rotateAll(keyRing: KeyRing, options = {}): Promise<readonly Batch[]> {
  const batches: Batch[] = []
  for await (const batch of rotateKeys({ db, keyRing }, options)) batches.push(batch)
  return batches
}

/** Statements that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

async function addMailbox(grantId: GrantId): Promise<MailboxId> {
  const [user] = await db
    .insert(users)
    .values({ email: `${randomUUID()}@example.com` })
    .returning({ id: users.id })
  const id = randomUUID() as MailboxId
  await db.insert(mailboxes).values({
    id,
    grantId,
    userId: user?.id as UserId,
    provider: 'gmail',
    providerAccountId: grantId,
    address: 'ann@own.example',
    createdAt: new Date(),
    lastActiveAt: new Date('2026-01-01'),
    nextCheckAt: new Date('2100-01-01'),
    isActive: true,
  })
  return id
}

async function problemOf(mailboxId: string): Promise<string | null | undefined> {
  return (await db.select().from(mailboxes)).find(({ id }) => id === mailboxId)?.problem
}

function run(env: Readonly<Record<string, string>> = {}, ...args: readonly string[]) {
  return spawn(process.execPath, [main, 'rotate-keys', ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PUBLIC_URL: 'https://doorman.test',
      DATABASE_URL: databaseUrl,
      DOORMAN_SECRET: fakeSecret,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'post@doorman.test',
      TOKEN_KEYS: [newer, older].map(formatTokenKey).join(),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function finish(command: ReturnType<typeof run>) {
  const [output, errors, [exitCode]] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, 'close') as Promise<[number | null]>,
  ])
  return { exitCode, output, errors }
}
