import type { Db } from '@doorman/db/client'
import { emails } from '@doorman/db/schema'
import type { EmailKind } from '@doorman/domain/accounts/email-kinds'
import { AppError } from '@doorman/domain/app-error'
import type { DecisionId } from '@doorman/domain/ids'
import { and, eq, isNotNull } from 'drizzle-orm'
import { recordAct } from '../../audit/record-act.ts'
import type { Admin } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { sendEmailJob, sendReportJob } from '../../ports/jobs.ts'
import type { FailedJobChange } from '../../ports/queue-desk.ts'
import { judgeAgain, leaveUnchecked, quarantine, type QuarantineChange } from './quarantine.ts'

type JobKey = { readonly id: string; readonly queue: string }

/** Runs a failed job again, or has a quarantined message judged again. */
export async function retryJob(ctx: Context, admin: Admin, job: JobKey): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const change =
      job.queue === quarantine
        ? await judgeAgain(ctx, tx, job.id as DecisionId)
        : await retryFailed(ctx, tx, job)
    if (change !== 'done') throw new AppError(...refusals[change])
    await recordAct(ctx, tx, admin, toAct('retry-job', job))
  })
}

/** Deletes a failed job, or leaves a quarantined message in the inbox for good. */
export async function dropJob(ctx: Context, admin: Admin, job: JobKey): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const change =
      job.queue === quarantine
        ? await leaveUnchecked(ctx, tx, job.id as DecisionId)
        : await ctx.queueDesk.drop(tx, job)
    if (change !== 'done') throw new AppError(...refusals[change])
    await recordAct(ctx, tx, admin, toAct('drop-job', job))
  })
}

function toAct(act: 'retry-job' | 'drop-job', { id, queue }: JobKey) {
  return { act, subjectId: id, details: { queue } }
}

/** Lock order: emails, jobs, job_totals. If the job cannot be retried, the email stays as it was. */
async function retryFailed(ctx: Context, tx: Db, job: JobKey): Promise<FailedJobChange> {
  await reviveEmail(ctx, tx, job)
  return ctx.queueDesk.retry(tx, job)
}

/** Emails to an address that isn't the user's. It is erased when the email is dropped. */
const kindsToOtherAddresses: readonly EmailKind[] = ['confirm-new-address', 'address-changed']

/**
 * Revives an email that was dropped because the relay refused it: otherwise the job would find
 * nothing to send. An email to another address stays dropped. That address is erased, and the
 * email, such as a link that confirms a new address, would go to the user's own.
 */
async function reviveEmail({ queueDesk }: Context, tx: Db, job: JobKey): Promise<void> {
  const kind = [sendEmailJob, sendReportJob].find(({ name }) => name === job.queue)
  const payload = kind?.payload.safeParse(await queueDesk.findPayload(tx, job))
  if (!payload?.success) return
  const isDropped = and(eq(emails.id, payload.data.emailId), isNotNull(emails.droppedAt))
  const [dropped] = await tx.select({ kind: emails.kind }).from(emails).where(isDropped)
  if (dropped && kindsToOtherAddresses.includes(dropped.kind))
    throw new AppError(
      'conflict',
      'This email went to an address that we’ve erased, so it can’t be sent again. You can drop it.',
    )
  await tx.update(emails).set({ droppedAt: null }).where(isDropped)
}

const refusals: Readonly<
  Record<
    Exclude<FailedJobChange | QuarantineChange, 'done'>,
    readonly [code: 'not-found' | 'conflict', message: string]
  >
> = {
  gone: ['not-found', 'This job is gone. It was dropped, or it’s too old.'],
  waiting: ['conflict', 'This job is already waiting to run again.'],
  running: ['conflict', 'This job is running right now.'],
  finished: ['conflict', 'This job has finished in the meantime.'],
  superseded: ['conflict', 'A newer job is already doing the same work. You can drop this one.'],
  decided: ['conflict', 'Someone has already decided what happens to this email.'],
}
