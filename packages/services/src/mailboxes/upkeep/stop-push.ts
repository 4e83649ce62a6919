import { findPush, replacePush } from '@doorman/db/queries/push-grants'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { mailboxes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { isPro, toPlan } from '@doorman/domain/plans/plan'
import { eq } from 'drizzle-orm'
import { ignoreFinalFailure } from '../../pipeline/mail-failure.ts'
import type { Context } from '../../ports/context.ts'

/** Ends push for a mailbox that is paused, inactive or on the Free plan, which polls. */
export async function stopPush(
  ctx: Context,
  { mailboxId }: { mailboxId: MailboxId },
): Promise<void> {
  const [row] = await ctx.db.select().from(mailboxes).where(eq(mailboxes.id, mailboxId))
  if (!row || (await needsPush(ctx, row))) return
  const current = (await findPush(ctx.db, row.grantId))?.current
  if (!current) return
  await ignoreFinalFailure(async () => {
    const mailbox = await ctx.mail.openMailbox(row.grantId)
    await mailbox.push.stop(current)
  })
  await replacePush(ctx.db, row.grantId, current, { push: null, renewAt: null })
}

async function needsPush(
  { db, now }: Context,
  { userId, isActive, isPaused }: typeof mailboxes.$inferSelect,
): Promise<boolean> {
  return isActive && !isPaused && isPro(toPlan(await loadPlanFacts(db, userId), now()))
}
