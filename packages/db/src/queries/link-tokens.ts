import type { DecisionId, UserId } from '@doorman/domain/ids'
import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { Db } from '../client.ts'
import { linkTokens } from '../schema.ts'

type Purpose = (typeof linkTokens.$inferSelect)['purpose']
export type AccountPurpose = Exclude<Purpose, 'restore'>

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

/** Marks the token as used and returns its user. A second or late use finds nothing. */
export async function redeemLinkToken(db: Db, link: Link): Promise<UserId | undefined> {
  const [row] = await db
    .update(linkTokens)
    .set({ usedAt: link.now })
    .where(isValid(link))
    .returning({ userId: linkTokens.userId })
  return row?.userId
}

/** Checks a token without using it. */
export async function isLinkValid(db: Db, link: Link): Promise<boolean> {
  return (await db.$count(linkTokens, isValid(link))) > 0
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
