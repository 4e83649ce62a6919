import type { Db } from '@doorman/db/client'
import { toPushGrant } from '@doorman/db/queries/push-grants'
import { grants, mailboxes } from '@doorman/db/schema'
import type { GrantId } from '@doorman/domain/ids'
import { and, eq, notExists } from 'drizzle-orm'
import { ignoreFinalFailure } from '../../pipeline/mail-failure.ts'
import type { Context } from '../../ports/context.ts'
import { findIntactTokens } from '../connecting/grant-tokens.ts'

/**
 * Stops push, revokes our access and deletes the tokens of a grant that no mailbox uses. If the
 * provider refuses for good, or the tokens are damaged, deleting them is all we can do.
 */
export async function endGrant(ctx: Context, { grantId }: { grantId: GrantId }): Promise<void> {
  const grant = await findUnused(ctx.db, grantId)
  if (!grant) return
  await ignoreFinalFailure(async () => {
    const mailbox = await ctx.mail.openMailbox(grantId)
    await mailbox.push.stop(toPushGrant(grant))
  })
  // A reconnection during the call races with this job, which would revoke the new connection.
  // Reconnecting deletes unused grants of the same account, so we look for the grant again.
  const current = await findUnused(ctx.db, grantId)
  if (!current) return
  const tokens = findIntactTokens(ctx.keyRing, current)
  if (tokens)
    await ignoreFinalFailure(async () =>
      ctx.mail.consents[current.provider]?.revoke(tokens.refreshToken),
    )
  await ctx.db.delete(grants).where(isUnused(ctx.db, grantId))
}

async function findUnused(db: Db, grantId: GrantId) {
  const [grant] = await db.select().from(grants).where(isUnused(db, grantId))
  return grant
}

function isUnused(db: Db, grantId: GrantId) {
  const mailbox = db.select().from(mailboxes).where(eq(mailboxes.grantId, grants.id))
  return and(eq(grants.id, grantId), notExists(mailbox))
}
