import type { GrantId } from '@doorman/domain/ids'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { grants } from '../schema.ts'

/** A provider's promise to tell us of changes, until it ends. */
export type StoredPush = { readonly id: string; readonly expiresAt: Date }

export function toPushGrant({
  pushId,
  pushExpiresAt,
}: Pick<typeof grants.$inferSelect, 'pushId' | 'pushExpiresAt'>): StoredPush | null {
  return pushId !== null && pushExpiresAt !== null ? { id: pushId, expiresAt: pushExpiresAt } : null
}

/** What was promised, and when to ask again; `null` for a grant that is gone. */
export async function findPush(
  db: Db,
  grantId: GrantId,
): Promise<{ readonly current: StoredPush | null; readonly renewAt: Date | null } | null> {
  const [grant] = await db.select().from(grants).where(eq(grants.id, grantId))
  return grant ? { current: toPushGrant(grant), renewAt: grant.pushRenewAt } : null
}

/**
 * Notes what came of asking. Where somebody else has asked meanwhile it is not
 * noted: whoever renews and whoever stops cannot know which of them the provider
 * heard last, so the next look asks again.
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
