import type { Db } from '@doorman/db/client'
import { linkTokens } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { UserId } from '@doorman/domain/ids'
import { and, eq, gt } from 'drizzle-orm'
import { createHash, randomBytes } from 'node:crypto'

export type LinkPurpose = (typeof linkTokens.$inferSelect)['purpose']

type Link = { readonly token: string; readonly purpose: LinkPurpose; readonly now: Date }

const lifetimeMs = 60 * 60_000

/** Makes the secret of a mailed link. The newest one counts: earlier ones for the same purpose end. */
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
      expiresAt: new Date(now.getTime() + lifetimeMs),
    })
  })
  return token
}

/** Takes a token back, once: whoever comes second with it, or too late, gets nothing. */
export async function redeemLinkToken(db: Db, link: Link): Promise<UserId | undefined> {
  const [row] = await db
    .delete(linkTokens)
    .where(isAlive(link))
    .returning({ userId: linkTokens.userId })
  return row?.userId
}

/** Whether a token would be taken, without taking it. */
export async function isLinkAlive(db: Db, link: Link): Promise<boolean> {
  return (await db.$count(linkTokens, isAlive(link))) > 0
}

export function expiredLink(): AppError {
  return new AppError('invalid', 'This link has expired or was used before. Ask for a new one.')
}

function isAlive({ token, purpose, now }: Link) {
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
