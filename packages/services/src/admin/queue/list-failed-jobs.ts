import type { Db } from '@doorman/db/client'
import { emails, mailboxes, users } from '@doorman/db/schema'
import type { EmailId, MailboxId, UserId } from '@doorman/domain/ids'
import { jobFailures } from '@doorman/domain/jobs/job-failures'
import { eq, sql, type Column } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import type { FailedJob, ListKey } from '../../ports/queue-desk.ts'
import { mergePages, parseCursor } from './list-key.ts'
import { listQuarantined, quarantine, type QuarantinedMessage } from './quarantine.ts'

const jobsPerPage = 50

export type DeskRow = {
  readonly id: string
  readonly queue: string
  readonly state: 'failed' | 'quarantined'
  readonly reason: string
  readonly attempts: number
  readonly createdAt: Date
  readonly failedAt: Date
  readonly mailboxId: MailboxId | null
  readonly userEmail: string | null
}

type Listed = Omit<DeskRow, 'userEmail'> & {
  readonly key: ListKey
  readonly owner: Owner | null
}

type Owner = { readonly kind: 'mailbox' | 'email' | 'user'; readonly id: string }

/** Jobs and messages that wait for an admin, newest first. */
export async function listFailedJobs(
  ctx: Pick<Context, 'db' | 'queueDesk'>,
  { cursor }: { readonly cursor?: string | undefined },
): Promise<{ list: DeskRow[]; nextCursor: string | null }> {
  const page = { before: parseCursor(cursor), limit: jobsPerPage + 1 }
  const [failed, quarantined] = [
    await ctx.queueDesk.listFailed(ctx.db, page),
    await listQuarantined(ctx, page),
  ]
  const { list, nextCursor } = mergePages<Listed>(
    [failed.map(toListed), quarantined.map(fromQuarantine)],
    { limit: jobsPerPage, order: 'desc' },
  )
  const addresses = await findAddresses(ctx.db, list)
  return {
    list: list.map(({ owner, ...row }) => ({
      ...row,
      userEmail: (owner && addresses.get(owner.id)) ?? null,
    })),
    nextCursor,
  }
}

function toListed({ data, failure, ...job }: FailedJob): Listed {
  const { mailboxId, emailId, userId }: Record<string, unknown> = { ...data }
  const owner = findOwner({ mailbox: mailboxId, email: emailId, user: userId })
  return {
    ...job,
    state: 'failed',
    reason: jobFailures[failure],
    mailboxId: owner?.kind === 'mailbox' ? (owner.id as MailboxId) : null,
    owner,
  }
}

function findOwner(ids: Readonly<Record<Owner['kind'], unknown>>): Owner | null {
  for (const kind of ['mailbox', 'email', 'user'] as const) {
    const id = ids[kind]
    if (typeof id === 'string') return { kind, id }
  }
  return null
}

function fromQuarantine({ id, mailboxId, decidedAt, key }: QuarantinedMessage): Listed {
  return {
    id,
    queue: quarantine,
    state: 'quarantined',
    reason: 'This email couldn’t be checked, so it stayed in the inbox.',
    attempts: 1,
    createdAt: decidedAt,
    failedAt: decidedAt,
    mailboxId,
    owner: { kind: 'mailbox', id: mailboxId },
    key,
  }
}

async function findAddresses(
  db: Db,
  list: readonly Listed[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: Owner['kind']) =>
    list.flatMap(({ owner }) => (owner?.kind === kind ? owner.id : []))
  const isAmong = (column: Column, kind: Owner['kind']) =>
    sql`${column} = any(${sql.param(idsOf(kind))}::uuid[])`
  const { email } = users
  const found: { id: MailboxId | EmailId | UserId; email: string }[] = [
    ...(await db
      .select({ id: mailboxes.id, email })
      .from(mailboxes)
      .innerJoin(users, eq(users.id, mailboxes.userId))
      .where(isAmong(mailboxes.id, 'mailbox'))),
    ...(await db
      .select({ id: emails.id, email })
      .from(emails)
      .innerJoin(users, eq(users.id, emails.userId))
      .where(isAmong(emails.id, 'email'))),
    ...(await db.select({ id: users.id, email }).from(users).where(isAmong(users.id, 'user'))),
  ]
  return new Map(found.map((row) => [row.id, row.email]))
}
