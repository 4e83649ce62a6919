import { lockUserAgainstDeletion } from '@doorman/db/queries/lock-user'
import { redeemLinkToken } from '@doorman/db/queries/link-tokens'
import { decisions } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { applyAction } from '../user-actions/apply-action.ts'
import { countMiss, loadRestorable, unusableLink } from './restore-links.ts'

/**
 * Restores an email for the user who got the link. Idempotent: the answer to the first click may be
 * lost, so a second one finds the email restored and changes nothing. Two clicks at the same time
 * race; the lock on the decision makes the second wait.
 *
 * Lock order: users (share), decisions, link_tokens, then as in `applyAction`. Deleting a user
 * locks the user first, and deleting old decisions locks decisions first; then both lock the token.
 */
export async function useRestoreLink(
  ctx: Context,
  visitor: Visitor,
  { token }: { readonly token: string },
): Promise<void> {
  const now = ctx.now()
  const restore = ctx.db.transaction(async (tx) => {
    const { userId } = await loadRestorable(tx, { token, now })
    await lockUserAgainstDeletion(tx, userId)
    const { decision } = await loadRestorable(tx, { token, now, lock: true })
    if (decision.state === 'restored') return
    if (!(await redeemLinkToken(tx, { token, purpose: 'restore', now }))) throw unusableLink()
    await applyAction(ctx, tx, {
      userId,
      action: 'restore',
      which: eq(decisions.id, decision.id),
    })
  })
  await restore.catch((error: unknown) => countMiss(ctx, visitor, error))
}
