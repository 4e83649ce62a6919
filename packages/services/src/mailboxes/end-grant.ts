import type { Db } from '@doorman/db/client'
import { grants, mailboxes } from '@doorman/db/schema'
import type { GrantId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import { and, eq, notExists } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { openTokens } from './grant-tokens.ts'

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
    const { pushId, pushExpiresAt } = grant
    await mailbox.push.stop(
      pushId !== null && pushExpiresAt !== null ? { id: pushId, expiresAt: pushExpiresAt } : null,
    )
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

async function unlessHopeless(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof MailError) || mayPass(error)) throw error
  }
}

function mayPass({ failure }: MailError): boolean {
  return failure === 'unavailable' || failure === 'rate-limited'
}
