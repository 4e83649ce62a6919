import { trackingCodeVersions, users } from '@doorman/db/schema'
import type { TrackingCodeField } from '@doorman/domain/site/tracking-codes'
import { desc, eq } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'

/** How many earlier texts of each field are kept, besides the current one. */
export const keptVersions = 20

export type TrackingCodeVersion = {
  readonly text: string
  readonly savedAt: Date
  /** The admin's address; `null` if the account is gone. */
  readonly savedBy: string | null
}

/** The texts before the current one, newest first. */
export async function listTrackingCodeVersions(
  { db }: Context,
  { field }: { readonly field: TrackingCodeField },
): Promise<TrackingCodeVersion[]> {
  const { id, text, savedAt, savedBy } = trackingCodeVersions
  return db
    .select({ text, savedAt, savedBy: users.email })
    .from(trackingCodeVersions)
    .leftJoin(users, eq(users.id, savedBy))
    .where(eq(trackingCodeVersions.field, field))
    .orderBy(desc(id))
    .limit(keptVersions)
    .offset(1)
}
