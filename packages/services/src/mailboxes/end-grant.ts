import type { Db } from '@doorman/db/client'
import { toPushGrant } from '@doorman/db/queries/push-grants'
import { grants, mailboxes } from '@doorman/db/schema'
import type { GrantId } from '@doorman/domain/ids'
import { and, eq, notExists } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { openTokens } from './grant-tokens.ts'
import { unlessHopeless } from './unless-hopeless.ts'

/**
 * Gives back what a provider gave us: no more news of changes, no more access.
 * Trouble that may pass is left to the job's next try; for whatever will not
 * pass, forgetting the tokens is all that we can do.
 */
export async function endGrant(ctx: Context, { grantId }: { grantId: GrantId }): Promise<void> {
  const grant = await findUnheld(ctx.db, grantId)
  if (!grant) return
  await unlessHopeless(async () => {
    const mailbox = await ctx.mail.openMailbox(grantId)
    await mailbox.push.stop(toPushGrant(grant))
  })
  // The mailbox may have been connected again meanwhile. Then its tokens are the same grant's.
  const current = await findUnheld(ctx.db, grantId)
  if (!current) return
  const { refreshToken } = openTokens(ctx.keyRing, current)
  await unlessHopeless(async () => ctx.mail.consents[current.provider]?.revoke(refreshToken))
  await ctx.db.delete(grants).where(isUnheld(ctx.db, grantId))
}

async function findUnheld(db: Db, grantId: GrantId) {
  const [grant] = await db.select().from(grants).where(isUnheld(db, grantId))
  return grant
}

function isUnheld(db: Db, grantId: GrantId) {
  const holder = db.select().from(mailboxes).where(eq(mailboxes.grantId, grants.id))
  return and(eq(grants.id, grantId), notExists(holder))
}
