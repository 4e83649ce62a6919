import { grants, mailboxes } from '@doorman/db/schema'
import type { Provider } from '@doorman/domain/mailbox'
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { stopPushJob, syncMailboxJob } from '../jobs.ts'
import type { News } from '../mail-access.ts'

/**
 * Has the mailboxes looked at that a provider speaks of. When this ends, that is
 * sure to happen; mailboxes nobody has here are passed over, and news of one
 * that nobody wants looked after is not to come again.
 */
export async function takeNews(
  ctx: Context,
  { provider, news }: { provider: Provider; news: readonly News[] },
): Promise<void> {
  const grantIds = news.flatMap(({ of }) => ('grantId' in of ? [of.grantId] : []))
  const addresses = news.flatMap(({ of }) => ('address' in of ? [of.address] : []))
  const ending = news.flatMap(({ of, endsPush }) =>
    endsPush && 'grantId' in of ? [of.grantId] : [],
  )
  await ctx.db.transaction(async (tx) => {
    const named = await tx
      .select()
      .from(mailboxes)
      .where(
        and(
          eq(mailboxes.provider, provider),
          or(inArray(mailboxes.grantId, grantIds), inArray(mailboxes.address, addresses)),
        ),
      )
    const wanted = named.filter(({ isActive, isPaused }) => isActive && !isPaused)
    const unwanted = named.filter((mailbox) => !wanted.includes(mailbox))
    // One that does not let us in waits for its user.
    const open = wanted.filter(({ problem }) => problem !== 'needs-reconnect')
    await tx.update(grants).set({ pushRenewAt: null }).where(inArray(grants.id, ending))
    await ctx.jobs.enqueueAll(tx, syncMailboxJob, open.map(toPayload))
    await ctx.jobs.enqueueAll(tx, stopPushJob, unwanted.map(toPayload))
  })
}

function toPayload({ id: mailboxId }: typeof mailboxes.$inferSelect) {
  return { mailboxId }
}
