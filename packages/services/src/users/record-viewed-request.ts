import { auditLog } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { minuteMs } from '@doorman/domain/time'
import { desc, eq } from 'drizzle-orm'
import { recordViewerAct } from '../audit/record-act.ts'
import type { Context } from '../ports/context.ts'

type ViewedRequest = {
  readonly viewerId: UserId
  readonly viewedUserId: UserId
  readonly ip: string
  readonly method: string
  /** The pattern, such as `/api/senders/:address`: an address itself is not recorded. */
  readonly route: string
  readonly subjectId: string | undefined
  readonly isRefused: boolean
  /** A page repeats the request on its own. */
  readonly isPolled: boolean
}

/** A request that a page repeats every few seconds is recorded once in this time. */
const polledIntervalMs = minuteMs
/** More entries than a page can cause within that time. */
const recentEntries = 200

/**
 * Records a request of an admin who views the app as a user, before it runs. A request that a page
 * repeats on its own is recorded once a minute, and the first one always.
 */
export async function recordViewedRequest(ctx: Context, request: ViewedRequest): Promise<void> {
  const { method, route, subjectId, isRefused, isPolled } = request
  if (isPolled && !isRefused && (await isRecordedRecently(ctx, request))) return
  await ctx.db.transaction((tx) =>
    recordViewerAct(ctx, tx, request, {
      act: isRefused ? 'view-refused' : 'view-request',
      subjectId,
      details: { method, route },
    }),
  )
}

async function isRecordedRecently(
  { db, now }: Context,
  { viewerId, viewedUserId, method, route }: ViewedRequest,
): Promise<boolean> {
  const entries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.actorId, viewerId))
    .orderBy(desc(auditLog.id))
    .limit(recentEntries)
  const since = now().getTime() - polledIntervalMs
  // An earlier view does not count: the first request of each is recorded.
  const start = entries.findIndex(({ act }) => act === 'start-view')
  return entries
    .slice(0, start === -1 ? entries.length : start)
    .some(
      (entry) =>
        entry.viewedUserId === viewedUserId &&
        entry.act === 'view-request' &&
        entry.details['method'] === method &&
        entry.details['route'] === route &&
        entry.recordedAt.getTime() > since,
    )
}
