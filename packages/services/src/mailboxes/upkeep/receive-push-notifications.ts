import { grants, mailboxes } from '@doorman/db/schema'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { stopPushJob, syncMailboxJob } from '../../ports/jobs.ts'
import type { PushNotification } from '../../ports/mail-access.ts'

/**
 * Enqueues a sync for each mailbox that a push notification names. The jobs are stored when this
 * returns, so the webhook can acknowledge. Unknown mailboxes are ignored; for paused and inactive
 * ones push is stopped.
 */
export async function receivePushNotifications(
  ctx: Context,
  {
    provider,
    notifications,
  }: { provider: MailProvider; notifications: readonly PushNotification[] },
): Promise<void> {
  const grantIds = notifications.flatMap(({ of }) => ('grantId' in of ? [of.grantId] : []))
  const addresses = notifications.flatMap(({ of }) => ('address' in of ? [of.address] : []))
  const ending = notifications.flatMap(({ of, endsPush }) =>
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
    const active = named.filter(({ isActive, isPaused }) => isActive && !isPaused)
    const idle = named.filter((mailbox) => !active.includes(mailbox))
    // A mailbox that needs to be reconnected waits for its user.
    const open = active.filter(({ problem }) => problem !== 'needs-reconnect')
    await tx.update(grants).set({ pushRenewAt: null }).where(inArray(grants.id, ending))
    await ctx.jobs.enqueueAll(tx, syncMailboxJob, open.map(toPayload))
    await ctx.jobs.enqueueAll(tx, stopPushJob, idle.map(toPayload))
  })
}

function toPayload({ id: mailboxId }: typeof mailboxes.$inferSelect) {
  return { mailboxId }
}
