import { grants, mailboxes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { stopPushJob, syncMailboxJob } from '../../ports/jobs.ts'
import type { PushNotification } from '../../ports/mail-access.ts'

/**
 * How long after a push notification its sync starts. Gmail sends at most one notification a second
 * and drops the others: a message that arrives within that second is found because the sync starts
 * after it. Microsoft drops none.
 */
const syncDelayMs = { gmail: 1_200, microsoft: 0 } as const satisfies Record<MailProvider, number>

/**
 * Notifications of a mailbox that come together share a sync. A later one gets its own, even if another
 * sync is waiting: that one may start before the second is over in which Gmail announces nothing.
 */
const togetherMs = 200

/**
 * Enqueues a sync for each mailbox that a push notification names. The jobs are stored when this
 * returns, so the webhook can acknowledge. Unknown mailboxes are ignored; for paused and inactive
 * ones push is stopped.
 *
 * No transaction: the provider repeats what was not acknowledged, and each statement may run twice.
 * The end of push is stored first, so the sync that renews it knows.
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
  const named = await ctx.db
    .select({
      mailboxId: mailboxes.id,
      isActive: mailboxes.isActive,
      isPaused: mailboxes.isPaused,
      problem: mailboxes.problem,
    })
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
  if (ending.length > 0)
    await ctx.db.update(grants).set({ pushRenewAt: null }).where(inArray(grants.id, ending))
  const delayed = { ...syncMailboxJob, delayMs: syncDelayMs[provider] }
  const push = Math.floor(ctx.now().getTime() / togetherMs)
  const syncs = open.map(({ mailboxId }) => ({ mailboxId, push }))
  await ctx.jobs.enqueueAll(ctx.db, delayed, syncs)
  await ctx.jobs.enqueueAll(ctx.db, stopPushJob, idle.map(toPayload))
}

const toPayload = ({ mailboxId }: { readonly mailboxId: MailboxId }) => ({ mailboxId })
