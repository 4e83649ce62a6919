import type { Db } from '@doorman/db/client'
import { isValid, storeRestoreLinks } from '@doorman/db/queries/link-tokens'
import { decisions, linkTokens, mailboxes } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { DecisionId, EmailId, UserId } from '@doorman/domain/ids'
import { dayMs } from '@doorman/domain/time'
import { and, eq } from 'drizzle-orm'
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
  readonly decision: typeof decisions.$inferSelect
  /** Address of the mailbox that the email returns to. */
  readonly mailbox: string
}

/**
 * Finds what a link restores, or refuses with the reason. Of an expired or used link we keep
 * nothing, so both read the same as a made-up one.
 */
export async function loadRestorable(
  db: Db,
  { token, now, lock }: { readonly token: string; readonly now: Date; readonly lock?: true },
): Promise<Restorable> {
  const found = db
    .select({ userId: linkTokens.userId, decision: decisions, mailbox: mailboxes.address })
    .from(linkTokens)
    .innerJoin(decisions, eq(decisions.id, linkTokens.decisionId))
    // Another user's mailbox counts as none.
    .leftJoin(
      mailboxes,
      and(eq(mailboxes.id, decisions.mailboxId), eq(mailboxes.userId, linkTokens.userId)),
    )
    .where(isValid({ token, purpose: 'restore', now }))
  const [link] = await (lock ? found.for('no key update', { of: decisions }) : found)
  if (!link) throw unusableLink()
  const { userId, decision, mailbox } = link
  if (mailbox === null)
    throw new AppError('conflict', 'The mailbox of this email is no longer connected.')
  if (decision.state === 'restored')
    throw new AppError('conflict', 'This email is already back in your inbox.')
  if (decision.state === 'gone')
    throw new AppError('conflict', 'This email was moved or deleted, so we can’t restore it.')
  return { userId, decision, mailbox }
}

export function unusableLink(): AppError {
  return new AppError(
    'invalid',
    'This link has expired or was used before. You can restore emails on the page Filtered emails.',
  )
}
