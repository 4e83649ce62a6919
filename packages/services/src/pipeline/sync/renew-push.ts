import { replacePush } from '@doorman/db/queries/push-grants'
import { mailboxes } from '@doorman/db/schema'
import { isPro } from '@doorman/domain/plans/plan'
import { hourMs } from '@doorman/domain/time'
import type { Mailbox, PushSubscription } from '@doorman/mail/mailbox'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { stopPushJob } from '../../ports/jobs.ts'
import { findFailureMeaning, ignoreFinalFailure } from '../mail-failure.ts'
import type { SyncRun } from './sync-run.ts'

/** Keeps push notifications running while the plan includes them. Renews at half the lifetime. */
export async function renewPush(ctx: Context, run: SyncRun, mailbox: Mailbox): Promise<void> {
  const { db, jobs } = ctx
  const { current, renewAt } = run.push
  if (!isPro(run.plan)) {
    if (current) await jobs.enqueue(db, stopPushJob, { mailboxId: run.id })
    return
  }
  const { renew } = mailbox.push
  if (renew === null || (renewAt && renewAt > ctx.now())) return
  const renewed = await tryToRenew(ctx, () => renew(current))
  await replacePush(db, run.grantId, current, {
    push: renewed ?? current,
    renewAt: toRenewAt(ctx.now(), renewed),
  })
  if (renewed && !(await isConnected(ctx, run)))
    await ignoreFinalFailure(() => mailbox.push.stop(renewed))
}

/**
 * The deletion of the account, or a disconnect, races with the renewal: it may have stopped push just
 * before, and nothing would stop the new subscription, which outlives our access at Microsoft. A
 * mailbox that was connected again needs it.
 */
async function isConnected(
  { db }: Context,
  { provider, providerAccountId }: SyncRun,
): Promise<boolean> {
  const isSameAccount = and(
    eq(mailboxes.provider, provider),
    eq(mailboxes.providerAccountId, providerAccountId),
  )
  return (await db.$count(mailboxes, isSameAccount)) > 0
}

/**
 * A failure must not stop the sync: without push, the regular checks find everything, only later.
 */
async function tryToRenew(
  ctx: Context,
  renew: () => Promise<PushSubscription>,
): Promise<PushSubscription | null> {
  try {
    return await renew()
  } catch (error) {
    const meaning = findFailureMeaning(error)
    if (!meaning) throw error
    if (meaning.isLoggedAsError) ctx.report(error)
    return null
  }
}

/**
 * At least an hour away, also after a failure: syncs are far more frequent and must not each try.
 */
function toRenewAt(now: Date, renewed: PushSubscription | null): Date {
  const halfLifeMs = renewed ? (renewed.expiresAt.getTime() - now.getTime()) / 2 : 0
  return new Date(now.getTime() + Math.max(halfLifeMs, hourMs))
}
