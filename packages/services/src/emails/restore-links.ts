import type { Db } from '@doorman/db/client'
import { isUnexpired, storeRestoreLinks } from '@doorman/db/queries/link-tokens'
import { decisions, linkTokens, mailboxes, users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { DecisionId, EmailId, UserId } from '@doorman/domain/ids'
import { dayMs } from '@doorman/domain/time'
import { and, eq } from 'drizzle-orm'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

const restoreLinkLifetimeMs = 30 * dayMs

/**
 * Addresses of pages that offer to restore these emails, in their order. The tokens are derived from
 * the ids, so that a report that is sent twice has the same links: mail programs show only one.
 */
export async function storeRestoreUrls(
  ctx: Context,
  {
    emailId,
    userId,
    decisionIds,
  }: {
    readonly emailId: EmailId
    readonly userId: UserId
    readonly decisionIds: readonly DecisionId[]
  },
): Promise<readonly string[]> {
  const links = decisionIds.map((decisionId) => ({
    decisionId,
    token: ctx.signatures.sign('restore', emailId + decisionId),
  }))
  const expiresAt = new Date(ctx.now().getTime() + restoreLinkLifetimeMs)
  await storeRestoreLinks(ctx.db, userId, links, expiresAt)
  return links.map(({ token }) => `${ctx.publicUrl}/restore?token=${token}`)
}

export type Restorable = {
  readonly userId: UserId
  /** Already `restored` if this link or the user has restored the email before. */
  readonly decision: typeof decisions.$inferSelect
  /** Address of the mailbox that the email returns to. */
  readonly mailbox: string
  readonly timeZone: string
}

/** Finds what a link restores, or refuses with the reason. Expired links read like made-up ones. */
export async function loadRestorable(
  db: Db,
  { token, now, lock }: { readonly token: string; readonly now: Date; readonly lock?: true },
): Promise<Restorable> {
  const found = db
    .select({ link: linkTokens, decision: decisions, mailbox: mailboxes.address, user: users })
    .from(linkTokens)
    .innerJoin(users, eq(users.id, linkTokens.userId))
    .innerJoin(decisions, eq(decisions.id, linkTokens.decisionId))
    // A mailbox of another user is treated as missing.
    .leftJoin(
      mailboxes,
      and(eq(mailboxes.id, decisions.mailboxId), eq(mailboxes.userId, linkTokens.userId)),
    )
    .where(isUnexpired({ token, purpose: 'restore', now }))
  const [row] = await (lock ? found.for('no key update', { of: decisions }) : found)
  if (!row) throw unusableLink()
  const { link, decision, mailbox, user } = row
  if (mailbox === null)
    throw new AppError('conflict', 'The mailbox of this email is no longer connected.')
  if (link.usedAt !== null && decision.state !== 'restored') throw unusableLink()
  if (decision.state === 'gone')
    throw new AppError('conflict', 'This email was moved or deleted, so we can’t restore it.')
  return { userId: user.id, decision, mailbox, timeZone: user.timeZone }
}

/**
 * Only links that don't work count towards the limit: tokens cannot be guessed, and the readers of
 * one company share a network.
 */
export async function countMiss(
  { limits }: Context,
  { network }: Visitor,
  error: unknown,
): Promise<never> {
  if (error instanceof AppError && error.code === 'invalid') await limits.count('link-ip', network)
  throw error
}

export function unusableLink(): AppError {
  return new AppError(
    'invalid',
    'This link has expired or was used before. You can still restore emails in Filtered Emails.',
  )
}
