import type { Db } from '@doorman/db/client'
import { isAccessible } from '@doorman/db/queries/mailboxes'
import { grants, mailboxes } from '@doorman/db/schema'
import type { GrantId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { and, asc, eq, inArray, not, or, sql } from 'drizzle-orm'
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
 * Notifications of a mailbox within this time share a sync. A later one gets another sync, even if
 * one is waiting: the waiting one may start within the second in which Gmail drops notifications.
 */
const togetherMs = 200

/**
 * Enqueues a sync for each mailbox that a push notification names. The jobs are stored when this
 * returns, so the webhook can acknowledge. Unknown mailboxes are ignored; for paused and inactive
 * ones push is stopped.
 *
 * No transaction: the provider repeats what was not acknowledged, and each statement may run twice.
 * If push has ended, that is stored first, so that the sync sees it and renews push.
 */
export async function receivePushNotifications(
  ctx: Context,
  {
    provider,
    notifications,
  }: { provider: MailProvider; notifications: readonly PushNotification[] },
): Promise<void> {
  const grantIds = new Set(notifications.flatMap(({ of }) => ('grantId' in of ? of.grantId : [])))
  const addresses = new Set(notifications.flatMap(({ of }) => ('address' in of ? of.address : [])))
  const ending = notifications.flatMap(({ of, endsPush }) =>
    endsPush && 'grantId' in of ? of.grantId : [],
  )
  if (ending.length > 0) await endPush(ctx.db, [...new Set(ending)])
  // Arrays, so that the statement has the same text for any number of mailboxes.
  const isNamed = and(
    eq(mailboxes.provider, provider),
    or(
      sql`${mailboxes.grantId} = any(${sql.param([...grantIds])}::uuid[])`,
      sql`${mailboxes.address} = any(${sql.param([...addresses])}::text[])`,
    ),
  )
  const isScreened = and(mailboxes.isActive, not(mailboxes.isPaused))
  const notSynced = await ctx.jobs.enqueueForMailboxes(
    ctx.db,
    { ...syncMailboxJob, delayMs: syncDelayMs[provider] },
    // A mailbox that needs to be reconnected waits for its user.
    { isNamed, isMeant: and(isScreened, isAccessible()) },
    { push: Math.floor(ctx.now().getTime() / togetherMs) },
  )
  const isIdle = or(not(mailboxes.isActive), mailboxes.isPaused)
  if (notSynced > 0)
    await ctx.jobs.enqueueForMailboxes(ctx.db, stopPushJob, { isNamed, isMeant: isIdle }, {})
}

/** Lock order: by id. Two requests may name the same grants and could deadlock otherwise. */
async function endPush(db: Db, grantIds: readonly GrantId[]): Promise<void> {
  const locked = db
    .select({ id: grants.id })
    .from(grants)
    .where(inArray(grants.id, grantIds))
    .orderBy(asc(grants.id))
    .for('no key update')
  await db.update(grants).set({ pushRenewAt: null }).where(inArray(grants.id, locked))
}
