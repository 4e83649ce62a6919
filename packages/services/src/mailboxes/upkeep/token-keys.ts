import type { Db } from '@doorman/db/client'
import { isAccessible } from '@doorman/db/queries/mailboxes'
import { grants, mailboxes, tokenKeys } from '@doorman/db/schema'
import type { GrantId } from '@doorman/domain/ids'
import { and, asc, count, eq, getTableColumns, gt, notInArray } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { findIntactTokens, hasKey } from '../connecting/grant-tokens.ts'

type Parts = Pick<Context, 'db' | 'keyRing'>

/** Why a key ring must not be used with this database. `version` is the key's. */
export type KeyProblem = {
  readonly kind: /** The database knows another key of this version. */
    | 'another-key'
    /** Mailboxes need this key, and the ring does not have it. */
    | 'missing'
    /** Mailboxes were sealed with this version, and the ring's key opens none of them. */
    | 'opens-none'
  readonly version: number
  /** How many mailboxes are concerned. */
  readonly mailboxes: number
}

/**
 * Recognises a wrong key ring. With a wrong ring every token looks damaged, and every user would be
 * asked to reconnect, so a process with one must not start. Mailboxes that have to be reconnected
 * anyway need no key. Changes nothing.
 */
export async function findKeyProblem({ db, keyRing }: Parts): Promise<KeyProblem | null> {
  const registered = new Map(
    (await db.select().from(tokenKeys)).map(({ version, checkValue }) => [version, checkValue]),
  )
  for (const { version, checkValue } of keyRing.keys)
    if ((registered.get(version) ?? checkValue) !== checkValue)
      return { kind: 'another-key', version, mailboxes: await countMailboxes(db, version) }
  for (const { version } of keyRing.keys) {
    // The key's first use, or a database of a version without check values: its tokens decide.
    if (registered.has(version) || (await opensAny({ db, keyRing }, version))) continue
    const concerned = await countMailboxes(db, version)
    if (concerned > 0) return { kind: 'opens-none', version, mailboxes: concerned }
  }
  const [missing] = await db
    .select({ version: grants.keyVersion, mailboxes: count() })
    .from(grants)
    .innerJoin(mailboxes, eq(mailboxes.grantId, grants.id))
    .where(
      and(
        isAccessible(),
        notInArray(
          grants.keyVersion,
          keyRing.keys.map(({ version }) => version),
        ),
      ),
    )
    .groupBy(grants.keyVersion)
    .orderBy(asc(grants.keyVersion))
    .limit(1)
  return missing ? { kind: 'missing', ...missing } : null
}

/**
 * Stores the check values of keys that are used for the first time. Returns a problem that is not
 * tolerated instead.
 */
export async function registerKeys(
  { db, keyRing }: Parts,
  { tolerates = [] }: { readonly tolerates?: readonly KeyProblem['kind'][] } = {},
): Promise<KeyProblem | null> {
  const findIntolerable = async () => {
    const problem = await findKeyProblem({ db, keyRing })
    return problem && !tolerates.includes(problem.kind) ? problem : null
  }
  const problem = await findIntolerable()
  if (problem) return problem
  await db
    .insert(tokenKeys)
    .values([...keyRing.keys])
    .onConflictDoNothing()
  // Two processes race to register different keys of one version, and each would take the other's
  // tokens for damaged. The primary key lets one insert win, and the other process finds out here.
  return findIntolerable()
}

/** How many mailboxes have damaged tokens. Those whose key is missing don't count. */
export async function countDamaged({ db, keyRing }: Parts): Promise<number> {
  let damaged = 0
  for await (const rows of listGrants(db))
    for (const row of rows)
      if (row.mailboxId && hasKey(keyRing, row.keyVersion) && !findIntactTokens(keyRing, row))
        damaged += 1
  return damaged
}

async function opensAny({ db, keyRing }: Parts, version: number): Promise<boolean> {
  for await (const rows of listGrants(db, version))
    if (rows.some((row) => findIntactTokens(keyRing, row))) return true
  return false
}

const pageSize = 1_000

/** Pages of all grants, of one key or of all. */
async function* listGrants(db: Db, keyVersion?: number) {
  let last: GrantId | undefined
  do {
    const rows = await db
      .select({ ...getTableColumns(grants), mailboxId: mailboxes.id })
      .from(grants)
      .leftJoin(mailboxes, eq(mailboxes.grantId, grants.id))
      .where(
        and(
          last && gt(grants.id, last),
          keyVersion === undefined ? undefined : eq(grants.keyVersion, keyVersion),
        ),
      )
      .orderBy(asc(grants.id))
      .limit(pageSize)
    last = rows.length < pageSize ? undefined : rows.at(-1)?.id
    yield rows
  } while (last)
}

async function countMailboxes(db: Db, keyVersion: number): Promise<number> {
  const [counted] = await db
    .select({ count: count() })
    .from(grants)
    .innerJoin(mailboxes, eq(mailboxes.grantId, grants.id))
    .where(and(isAccessible(), eq(grants.keyVersion, keyVersion)))
  return counted?.count ?? 0
}
