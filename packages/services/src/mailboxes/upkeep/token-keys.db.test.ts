import { openTestDb } from '@doorman/db/testing/test-db'
import { changeMailbox, seedMailbox } from '@doorman/db/testing/seeds'
import { grants, mailboxes, tokenKeys, users } from '@doorman/db/schema'
import type { GrantId, MailboxId } from '@doorman/domain/ids'
import { createKeyRing } from '@doorman/runtime/secrets/key-ring'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { KeyRing } from '../../ports/key-ring.ts'
import { sealTokens } from '../connecting/grant-tokens.ts'
import { countDamaged, findKeyProblem, registerKeys } from './token-keys.ts'

const db = await openTestDb()
const email = 'ann@own.example'
const toKey = (version: number, fill: number) => ({ version, key: Buffer.alloc(32, fill) })
const right = createKeyRing([toKey(1, 1)])
const wrong = createKeyRing([toKey(1, 9)])
const newer = createKeyRing([toKey(2, 2)])
const both = createKeyRing([toKey(2, 2), toKey(1, 1)])

beforeEach(async () => {
  await db.delete(users)
  await db.delete(grants)
  await db.delete(tokenKeys)
  await db.insert(users).values({ email })
})

/** A working mailbox whose tokens this key ring has sealed. */
async function addMailbox(keyRing: KeyRing): Promise<{ id: MailboxId; grantId: GrantId }> {
  const { id } = await seedMailbox(db, email, { problem: null })
  const [mailbox] = await db.select().from(mailboxes).where(eq(mailboxes.id, id))
  const grantId = mailbox?.grantId as GrantId
  const tokens = { accessToken: 'a', refreshToken: 'r', accessTokenExpiresAt: new Date() }
  await db
    .update(grants)
    .set(sealTokens(keyRing, grantId, tokens))
    .where(eq(grants.id, grantId))
  return { id, grantId }
}

async function damage({ grantId }: { grantId: GrantId }): Promise<void> {
  await db.update(grants).set({ refreshToken: 'damaged' }).where(eq(grants.id, grantId))
}

test('a key is registered at its first use, and accepted from then on', async () => {
  expect(await registerKeys({ db, keyRing: right })).toBeNull()
  expect(await registerKeys({ db, keyRing: both })).toBeNull()
  expect(await registerKeys({ db, keyRing: newer })).toBeNull()
  const registered = await db.select().from(tokenKeys).orderBy(tokenKeys.version)
  expect(registered.map(({ version }) => version)).toEqual([1, 2])
})

test('another key of a registered version is refused, and the right one is still accepted', async () => {
  await registerKeys({ db, keyRing: right })
  await addMailbox(right)
  const problem = { kind: 'another-key', version: 1, mailboxes: 1 }
  expect(await registerKeys({ db, keyRing: wrong })).toEqual(problem)
  const tolerates = ['missing', 'opens-none'] as const
  expect(await registerKeys({ db, keyRing: wrong }, { tolerates })).toEqual(problem)
  expect(await registerKeys({ db, keyRing: right })).toBeNull()
})

test('of two processes that start with different new keys, one is refused', async () => {
  const { starts } = await db.transaction(async (tx) => {
    // Both processes can look, and find no check value, but neither can store one yet.
    await tx.execute(sql`lock table token_keys in share mode`)
    const registering = [right, wrong].map((keyRing) => registerKeys({ db, keyRing }))
    await expect.poll(countWaiting, { timeout: 15_000 }).toBe(2)
    return { starts: registering }
  })
  const problems = await Promise.all(starts)
  expect(problems.filter((problem) => problem?.kind === 'another-key')).toHaveLength(1)
  expect(problems.filter((problem) => problem === null)).toHaveLength(1)
})

/** Statements that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.count ?? 0
}

test('without check values, a token that opens proves the key', async () => {
  const broken = await addMailbox(right)
  await damage(broken)
  await addMailbox(right)
  expect(await registerKeys({ db, keyRing: wrong })).toEqual({
    kind: 'opens-none',
    version: 1,
    mailboxes: 2,
  })
  // One token that opens proves the key, whatever the others are.
  expect(await registerKeys({ db, keyRing: right })).toBeNull()
})

test('damaged tokens do not matter once the key is registered', async () => {
  await registerKeys({ db, keyRing: right })
  await damage(await addMailbox(right))
  expect(await registerKeys({ db, keyRing: right })).toBeNull()
  expect(await countDamaged({ db, keyRing: right })).toBe(1)
})

test('a ring without a key that mailboxes need is refused', async () => {
  await registerKeys({ db, keyRing: right })
  const mailbox = await addMailbox(right)
  await addMailbox(newer)
  const problem = { kind: 'missing', version: 1, mailboxes: 1 }
  expect(await findKeyProblem({ db, keyRing: newer })).toEqual(problem)
  expect(await registerKeys({ db, keyRing: newer })).toEqual(problem)
  expect(await registerKeys({ db, keyRing: both })).toBeNull()
  expect(await countDamaged({ db, keyRing: newer })).toBe(0)

  // A mailbox that has to be reconnected gets new tokens anyway.
  await changeMailbox(db, mailbox, { problem: 'needs-reconnect', nextCheckAt: null })
  expect(await registerKeys({ db, keyRing: newer })).toBeNull()
})

test('looking for a problem registers nothing', async () => {
  await findKeyProblem({ db, keyRing: right })
  expect(await db.select().from(tokenKeys)).toEqual([])
})
