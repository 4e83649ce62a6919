import type { Db } from '@doorman/db/client'
import { emails, users } from '@doorman/db/schema'
import type { EmailKind } from '@doorman/domain/accounts/email-kinds'
import {
  EmailId,
  type AddressChangeId,
  type DecisionId,
  type MailboxId,
  type UserId,
} from '@doorman/domain/ids'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Context } from '../ports/context.ts'
import { sendEmailJob, sendReportJob } from '../ports/jobs.ts'

export type EmailOrder = {
  readonly userId: UserId
  readonly kind: EmailKind
  /**
   * What the email is sent for, such as the Monday of a report. A second order for the same
   * occasion does nothing. Without one, every order is an email.
   */
  readonly occasion?: string
  /** What the email is about, for kinds that name it: a filtered email, a mailbox, a change. */
  readonly subjectId?: DecisionId | MailboxId | AddressChangeId
  /** Where it goes, if not to the user's address. */
  readonly recipient?: string
}

type Orders = Pick<Context, 'jobs' | 'now'>

/**
 * Orders emails in the caller's transaction: they are sent when, and only when, it commits. This is a
 * transactional outbox. The unique key of user, kind and occasion is its deduplication key, also
 * between two workers, and each email is delivered at least once.
 */
export async function orderEmails(
  { jobs, now }: Orders,
  tx: Db,
  orders: readonly EmailOrder[],
): Promise<void> {
  if (orders.length === 0) return
  const rows = orders.map(({ occasion = randomUUID(), subjectId = null, ...order }) => ({
    ...order,
    occasion,
    subjectId,
    createdAt: now(),
  }))
  const ordered = await tx
    .insert(emails)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: emails.id, kind: emails.kind })
  await enqueueEmails({ jobs }, tx, ordered)
}

/**
 * Orders an email to an address, if it has an account. Known and unknown addresses take the same
 * statements, so that the response time does not tell which is which. The job for an unknown one
 * finds nothing to send.
 */
export async function orderEmailTo(
  { jobs, now }: Orders,
  tx: Db,
  { address, kind }: { readonly address: string; readonly kind: EmailKind },
): Promise<void> {
  const { rows } = await tx.execute<{ id: EmailId }>(sql`
    insert into ${emails} (user_id, kind, occasion, created_at)
    select ${users.id}, ${kind}, gen_random_uuid()::text, ${now().toISOString()}::timestamptz
    from ${users} where ${users.email} = ${address}
    returning id`)
  await enqueueEmails({ jobs }, tx, [{ id: rows[0]?.id ?? EmailId.parse(randomUUID()), kind }])
}

/** Enqueues the jobs that send these emails. A job that is already there stays the only one. */
export async function enqueueEmails(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Db,
  ordered: readonly { readonly id: EmailId; readonly kind: EmailKind }[],
): Promise<void> {
  const toPayload = ({ id }: { readonly id: EmailId }) => ({ emailId: id })
  const { reports = [], others = [] } = Object.groupBy(ordered, ({ kind }) =>
    kind === 'weekly-report' ? 'reports' : 'others',
  )
  await jobs.enqueueAll(tx, sendReportJob, reports.map(toPayload))
  await jobs.enqueueAll(tx, sendEmailJob, others.map(toPayload))
}
