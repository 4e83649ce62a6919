import type { Db } from '@doorman/db/client'
import { sessions } from '@doorman/db/schema'
import type { SQL } from 'drizzle-orm'
import { recordViewEnds, viewColumns, type SessionEnd } from '../audit/record-act.ts'
import type { Context } from '../ports/context.ts'

/**
 * Ends login sessions, and with them views of users. Returns how many sessions there were.
 * Lock order: call it last, because the lock of the audit log comes last.
 */
export async function endSessions(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  which: SQL | undefined,
  end: SessionEnd,
): Promise<number> {
  const ended = await tx.delete(sessions).where(which).returning(viewColumns)
  await recordViewEnds(ctx, tx, ended, end)
  return ended.length
}
