import { findPush, replacePush } from '@doorman/db/queries/push-grants'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { mailboxes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { isPro, toPlan } from '@doorman/domain/plan'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { unlessHopeless } from './unless-hopeless.ts'

/** Nobody looks at a mailbox that is paused or inactive the moment it has news, nor at one of a free plan: no more of it. */
export async function stopPush(
  ctx: Context,
  { mailboxId }: { mailboxId: MailboxId },
): Promise<void> {
  const [row] = await ctx.db.select().from(mailboxes).where(eq(mailboxes.id, mailboxId))
  if (!row || (await isWanted(ctx, row))) return
  const current = (await findPush(ctx.db, row.grantId))?.current
  if (!current) return
  await unlessHopeless(async () => {
    const mailbox = await ctx.mail.openMailbox(row.grantId)
    await mailbox.push.stop(current)
  })
  await replacePush(ctx.db, row.grantId, current, { push: null, renewAt: null })
}

async function isWanted(
  { db, now }: Context,
  { userId, isActive, isPaused }: typeof mailboxes.$inferSelect,
): Promise<boolean> {
  return isActive && !isPaused && isPro(toPlan(await loadPlanFacts(db, userId), now()))
}
