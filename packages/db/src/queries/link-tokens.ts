import type { DecisionId, UserId } from '@doorman/domain/ids'
import { and, eq, gt, ne } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { Db } from '../client.ts'
import { linkTokens } from '../schema.ts'

type Purpose = (typeof linkTokens.$inferSelect)['purpose']
export type AccountPurpose = Exclude<Purpose, 'restore'>

type Link = { readonly token: string; readonly purpose: Purpose; readonly now: Date }

/**
 * Stores the token of a link to an account. Earlier links for the same purpose stop working. The
 * same token again is valid for longer.
 */
export async function storeAccountLink(
  db: Db,
  link: {
    readonly token: string
    readonly userId: UserId
    readonly purpose: AccountPurpose
    readonly expiresAt: Date
  },
): Promise<void> {
  const { token, userId, purpose, expiresAt } = link
  const tokenHash = hash(token)
  await db.transaction(async (tx) => {
    await tx
      .delete(linkTokens)
      .where(
        and(
          eq(linkTokens.userId, userId),
          eq(linkTokens.purpose, purpose),
          ne(linkTokens.tokenHash, tokenHash),
        ),
      )
    await tx
      .insert(linkTokens)
      .values({ tokenHash, userId, purpose, expiresAt })
      .onConflictDoUpdate({ target: linkTokens.tokenHash, set: { expiresAt } })
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

/** Deletes the token and returns its user. A second or late use finds nothing. */
export async function redeemLinkToken(db: Db, link: Link): Promise<UserId | undefined> {
  const [row] = await db
    .delete(linkTokens)
    .where(isValid(link))
    .returning({ userId: linkTokens.userId })
  return row?.userId
}

/** Checks a token without using it. */
export async function isLinkValid(db: Db, link: Link): Promise<boolean> {
  return (await db.$count(linkTokens, isValid(link))) > 0
}

/** Selects a token that exists, has this purpose and has not expired. */
export function isValid({ token, purpose, now }: Link) {
  return and(
    eq(linkTokens.tokenHash, hash(token)),
    eq(linkTokens.purpose, purpose),
    gt(linkTokens.expiresAt, now),
  )
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
