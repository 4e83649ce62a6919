import type { Db } from '@doorman/db/client'
import { auditLog, sessions } from '@doorman/db/schema'
import {
  firstPreviousHash,
  toHashedText,
  type AuditAct,
  type AuditDetails,
  type AuditEntry,
  type ViewEndReason,
} from '@doorman/domain/accounts/audit'
import type { UserId } from '@doorman/domain/ids'
import { desc, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { Admin } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

export type RecordedAct = {
  readonly act: AuditAct
  /** The id of what the act is about. */
  readonly subjectId?: string | undefined
  readonly details?: AuditDetails
}

type Who = {
  readonly actorId: UserId | null
  readonly viewedUserId: UserId | null
  readonly ip: string | null
}

/** Records an act of an admin, in the transaction of the act: neither exists without the other. */
export async function recordAct(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  admin: Admin,
  act: RecordedAct,
): Promise<void> {
  await append(ctx, tx, { actorId: admin.userId, viewedUserId: null, ip: admin.ip }, act)
}

/** Records what the operator did at the command line. */
export async function recordOperatorAct(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  act: RecordedAct,
): Promise<void> {
  await append(ctx, tx, { actorId: null, viewedUserId: null, ip: null }, act)
}

/** Records what an admin did, or was refused, while they viewed the app as a user. */
export async function recordViewerAct(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  who: { readonly viewerId: UserId; readonly viewedUserId: UserId; readonly ip: string | null },
  act: RecordedAct,
): Promise<void> {
  const { viewerId, viewedUserId, ip } = who
  await append(ctx, tx, { actorId: viewerId, viewedUserId, ip }, act)
}

/** Why sessions end, and where the request that ends them came from, if that is known. */
export type SessionEnd = { readonly reason: ViewEndReason; readonly ip: string | null }

/** What `recordViewEnds` has to know about a session. */
export const viewColumns = {
  viewerId: sessions.userId,
  viewedUserId: sessions.viewedUserId,
  viewEndsAt: sessions.viewEndsAt,
  // `now()` is the real time, which sessions follow. The demo's clock may be months ahead.
  hasExpired: sql<boolean>`coalesce(${sessions.viewEndsAt} <= now(), false)`,
}

/** Records the end of the views in these sessions, in the transaction that ends them. */
export async function recordViewEnds(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  views: readonly {
    readonly viewerId: UserId
    readonly viewedUserId: UserId | null
    readonly viewEndsAt: Date | null
    readonly hasExpired: boolean
  }[],
  { reason, ip }: SessionEnd,
): Promise<void> {
  for (const { viewerId, viewedUserId, viewEndsAt, hasExpired } of views) {
    const isRecorded = viewEndsAt === null
    if (viewedUserId === null || isRecorded) continue
    const details = { reason: hasExpired ? 'expired' : reason }
    await recordViewerAct(ctx, tx, { viewerId, viewedUserId, ip }, { act: 'end-view', details })
  }
}

export function hashEntry(entry: AuditEntry): string {
  return createHash('sha256').update(toHashedText(entry)).digest('hex')
}

/** Any number: it only has to differ from the keys of other advisory locks. */
const chainLockKey = 1_163_284_301

/**
 * Two transactions that append at the same time would both continue from the same row. The lock
 * makes one wait until the other commits. It comes last in the lock order, so that it is held
 * briefly.
 */
async function append(
  { now }: Pick<Context, 'now'>,
  tx: Db,
  who: Who,
  { act, subjectId, details = {} }: RecordedAct,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${chainLockKey})`)
  const [last] = await tx
    .select({ id: auditLog.id, hash: auditLog.hash })
    .from(auditLog)
    .orderBy(desc(auditLog.id))
    .limit(1)
  const entry: AuditEntry = {
    ...who,
    id: (last?.id ?? 0) + 1,
    recordedAt: now(),
    act,
    subjectId: subjectId ?? null,
    details,
    previousHash: last?.hash ?? firstPreviousHash,
  }
  await tx.insert(auditLog).values({ ...entry, hash: hashEntry(entry) })
}
