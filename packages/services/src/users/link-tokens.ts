import type { Db } from '@doorman/db/client'
import { linkTokens } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { UserId } from '@doorman/domain/ids'
import { hourMs } from '@doorman/domain/time'
import { and, eq, gt } from 'drizzle-orm'
import { createHash, randomBytes } from 'node:crypto'

export type LinkPurpose = (typeof linkTokens.$inferSelect)['purpose']

type Link = { readonly token: string; readonly purpose: LinkPurpose; readonly now: Date }

const linkLifetimeMs = hourMs

/** Creates the token of an emailed link. Earlier links for the same purpose stop working. */
export async function issueLinkToken(
  db: Db,
  { userId, purpose, now }: { userId: UserId; purpose: LinkPurpose; now: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.transaction(async (tx) => {
    await tx.delete(linkTokens).where(isFor(userId, purpose))
    await tx.insert(linkTokens).values({
      tokenHash: hash(token),
      userId,
      purpose,
      expiresAt: new Date(now.getTime() + linkLifetimeMs),
    })
  })
  return token
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

export function expiredLink(): AppError {
  return new AppError('invalid', 'This link has expired or was used before. Ask for a new one.')
}

function isValid({ token, purpose, now }: Link) {
  return and(
    eq(linkTokens.tokenHash, hash(token)),
    eq(linkTokens.purpose, purpose),
    gt(linkTokens.expiresAt, now),
  )
}

function isFor(userId: UserId, purpose: LinkPurpose) {
  return and(eq(linkTokens.userId, userId), eq(linkTokens.purpose, purpose))
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
