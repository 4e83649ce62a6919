import type { AddressChangeId, DecisionId, UserId } from '@doorman/domain/ids'
import { and, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { Db } from '../client.ts'
import { linkTokens } from '../schema.ts'
import { lockUserAgainstDeletion } from './lock-user.ts'

type Purpose = (typeof linkTokens.$inferSelect)['purpose']
export type AccountPurpose = Extract<Purpose, 'verify-email' | 'reset-password' | 'set-password'>
export type ConfirmationPurpose = Extract<Purpose, `confirm-${string}`>

type Link = { readonly token: string; readonly purpose: Purpose; readonly now: Date }

/**
 * Stores the token of a link to an account, and ends earlier links for the same purpose. A token that
 * is known keeps its expiry, and stays used if it was. Returns whether the link works.
 */
export async function storeAccountLink(
  db: Db,
  link: {
    readonly token: string
    readonly userId: UserId
    readonly purpose: AccountPurpose
    readonly expiresAt: Date
    readonly now: Date
  },
): Promise<boolean> {
  const { token, userId, purpose, expiresAt, now } = link
  const tokenHash = hash(token)
  return db.transaction(async (tx) => {
    // Lock order: the user before the links, as `deleteUser` does, whose deletion cascades to them.
    // Otherwise the two transactions could deadlock.
    await lockUserAgainstDeletion(tx, userId)
    await tx
      .update(linkTokens)
      .set({ usedAt: now })
      .where(
        and(
          eq(linkTokens.userId, userId),
          eq(linkTokens.purpose, purpose),
          ne(linkTokens.tokenHash, tokenHash),
          isNull(linkTokens.usedAt),
        ),
      )
    await tx
      .insert(linkTokens)
      .values({ tokenHash, userId, purpose, expiresAt })
      .onConflictDoNothing()
    return isLinkValid(tx, { token, purpose, now })
  })
}

/** Stores tokens of links that restore filtered emails. Known ones keep their expiry. */
export async function storeRestoreLinks(
  db: Db,
  userId: UserId,
  links: readonly { readonly token: string; readonly decisionId: DecisionId }[],
  expiresAt: Date,
): Promise<void> {
  if (links.length === 0) return
  await db
    .insert(linkTokens)
    .values(
      links.map(({ token, decisionId }) => ({
        tokenHash: hash(token),
        userId,
        purpose: 'restore' as const,
        decisionId,
        expiresAt,
      })),
    )
    .onConflictDoNothing()
}

/**
 * Stores the token of a link that confirms a change of address. A token that is already stored keeps
 * its expiry.
 */
export async function storeConfirmationLink(
  db: Db,
  link: {
    readonly token: string
    readonly userId: UserId
    readonly purpose: ConfirmationPurpose
    readonly addressChangeId: AddressChangeId
    readonly expiresAt: Date
  },
): Promise<void> {
  const { token, ...row } = link
  await db
    .insert(linkTokens)
    .values({ ...row, tokenHash: hash(token) })
    .onConflictDoNothing()
}

/** What a link confirms. Links are not used up: the change itself records which address has confirmed it. */
export async function findConfirmation(
  db: Db,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<{
  readonly userId: UserId
  readonly purpose: ConfirmationPurpose
  readonly addressChangeId: AddressChangeId
} | null> {
  const [row] = await db
    .select()
    .from(linkTokens)
    .where(and(eq(linkTokens.tokenHash, hash(token)), gt(linkTokens.expiresAt, now)))
  if (row?.purpose !== 'confirm-old-address' && row?.purpose !== 'confirm-new-address') return null
  const { userId, purpose, addressChangeId } = row
  return addressChangeId && { userId, purpose, addressChangeId }
}

/** Stores the token of a link that downloads the user's data. */
export async function storeExportLink(
  db: Db,
  link: {
    readonly token: string
    readonly userId: UserId
    readonly exportFormat: 'json' | 'csv'
    readonly expiresAt: Date
  },
): Promise<void> {
  const { token, ...row } = link
  await db.insert(linkTokens).values({ ...row, purpose: 'export', tokenHash: hash(token) })
}

/** Uses up a link to the user's own data. A stranger's attempt does not. */
export async function redeemExportLink(
  db: Db,
  link: { readonly token: string; readonly userId: UserId; readonly now: Date },
): Promise<'json' | 'csv' | null> {
  const [row] = await db
    .update(linkTokens)
    .set({ usedAt: link.now })
    .where(and(isValid({ ...link, purpose: 'export' }), eq(linkTokens.userId, link.userId)))
    .returning({ format: linkTokens.exportFormat })
  return row?.format ?? null
}

/** Ends links to an account that were sent before its address or password changed. */
export async function endAccountLinks(
  db: Db,
  userId: UserId,
  now: Date,
  purposes: readonly AccountPurpose[] = ['verify-email', 'reset-password', 'set-password'],
): Promise<void> {
  await db
    .update(linkTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(linkTokens.userId, userId),
        inArray(linkTokens.purpose, [...purposes]),
        isNull(linkTokens.usedAt),
      ),
    )
}

/** Marks the token as used and returns its user. A second or late use finds nothing. */
export async function redeemLinkToken(db: Db, link: Link): Promise<UserId | undefined> {
  const [row] = await db
    .update(linkTokens)
    .set({ usedAt: link.now })
    .where(isValid(link))
    .returning({ userId: linkTokens.userId })
  return row?.userId
}

/** The user of a token, without using it. */
export async function findLinkUser(db: Db, link: Link): Promise<UserId | undefined> {
  const [row] = await db.select({ userId: linkTokens.userId }).from(linkTokens).where(isValid(link))
  return row?.userId
}

/** Checks a token without using it. */
export async function isLinkValid(db: Db, link: Link): Promise<boolean> {
  return (await findLinkUser(db, link)) !== undefined
}

function isValid(link: Link) {
  return and(isUnexpired(link), isNull(linkTokens.usedAt))
}

/** Selects a token that exists, has this purpose and has not expired. It may have been used. */
export function isUnexpired({ token, purpose, now }: Link) {
  return and(
    eq(linkTokens.tokenHash, hash(token)),
    eq(linkTokens.purpose, purpose),
    gt(linkTokens.expiresAt, now),
  )
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
