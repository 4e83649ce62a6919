import type { GrantId } from '@doorman/domain/ids'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { grants } from '../schema.ts'

/** A push subscription at the provider. */
export type StoredPush = { readonly id: string; readonly expiresAt: Date }

export function toPushGrant({
  pushId,
  pushExpiresAt,
}: Pick<typeof grants.$inferSelect, 'pushId' | 'pushExpiresAt'>): StoredPush | null {
  return pushId !== null && pushExpiresAt !== null ? { id: pushId, expiresAt: pushExpiresAt } : null
}

/** The push subscription and when to renew it; `null` if the grant is gone. */
export async function findPush(
  db: Db,
  grantId: GrantId,
): Promise<{ readonly current: StoredPush | null; readonly renewAt: Date | null } | null> {
  const [grant] = await db.select().from(grants).where(eq(grants.id, grantId))
  return grant ? { current: toPushGrant(grant), renewAt: grant.pushRenewAt } : null
}

/**
 * Stores the result of renewing or stopping push (compare and swap on the push id). A renewal races
 * with a stop, and neither knows which of the two the provider received last. If the other one has
 * changed the row first, nothing is stored, and the next sync asks the provider again.
 */
export async function replacePush(
  db: Db,
  grantId: GrantId,
  previous: StoredPush | null,
  next: { readonly push: StoredPush | null; readonly renewAt: Date | null },
): Promise<void> {
  const { push, renewAt } = next
  await db
    .update(grants)
    .set({
      pushId: push?.id ?? null,
      pushExpiresAt: push?.expiresAt ?? null,
      pushRenewAt: renewAt,
    })
    .where(
      and(
        eq(grants.id, grantId),
        sql`${grants.pushId} is not distinct from ${previous?.id ?? null}`,
      ),
    )
}
