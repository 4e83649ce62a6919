import { findPush, replacePush } from '@doorman/db/queries/push-grants'
import { isPro } from '@doorman/domain/plan'
import { MailError } from '@doorman/mail/mail-error'
import type { Mailbox, PushGrant } from '@doorman/mail/mailbox'
import type { Context } from '../context.ts'
import { stopPushJob } from '../jobs.ts'
import type { Run } from './run.ts'

const hourMs = 3_600_000

/** Sees to it that the provider tells us of changes for as long as the plan has it, renewed at half its life. */
export async function keepPush(ctx: Context, run: Run, mailbox: Mailbox): Promise<void> {
  const { db, jobs } = ctx
  const push = await findPush(db, run.grantId)
  if (!push) return
  const { current, renewAt } = push
  if (!isPro(run.plan)) {
    if (current) await jobs.enqueue(db, stopPushJob, { mailboxId: run.id })
    return
  }
  if (renewAt && renewAt > ctx.now()) return
  const renewed = await findRenewed(ctx, mailbox, current)
  await replacePush(db, run.grantId, current, {
    push: renewed ?? current,
    renewAt: toRenewAt(ctx.now(), renewed),
  })
}

/** Without it the regular look finds everything too, only later: no failure here may stop that. */
async function findRenewed(
  ctx: Context,
  mailbox: Mailbox,
  current: PushGrant | null,
): Promise<PushGrant | null> {
  try {
    return await mailbox.push.renew(current)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    if (error.failure === 'refused') ctx.report(error)
    return null
  }
}

/** What failed, and what would end within the hour, is asked for again in an hour: looks are far more frequent. */
function toRenewAt(now: Date, renewed: PushGrant | null): Date {
  const halfLifeMs = renewed ? (renewed.expiresAt.getTime() - now.getTime()) / 2 : 0
  return new Date(now.getTime() + Math.max(halfLifeMs, hourMs))
}
