import type { Db } from '@doorman/db/client'
import { trackingCodeVersions } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { trackingCodeFields, type TrackingCodeField } from '@doorman/domain/site/tracking-codes'
import { and, desc, eq, lte } from 'drizzle-orm'
import { storeSettings } from '@doorman/db/queries/store-settings'
import { recordAct } from '../audit/record-act.ts'
import type { Admin } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { keptVersions } from './list-tracking-code-versions.ts'
import { isTooDeep, listRemoved } from './sanitise-snippet.ts'
import {
  loadSavedTrackingCodes,
  toSnippetKind,
  type SavedTrackingCodes,
} from './saved-tracking-codes.ts'

type Change = { readonly [Field in TrackingCodeField]?: string | undefined }

/**
 * Saves the given tracking codes as they are, and keeps the previous text of each for an undo.
 * Returns all codes, and what the pages will leave out of the given ones.
 */
export async function changeTrackingCodes(
  ctx: Context,
  admin: Admin,
  change: Change,
): Promise<{ readonly codes: SavedTrackingCodes; readonly removed: readonly string[] }> {
  const given = trackingCodeFields.flatMap((field) => {
    const text = change[field]
    return text === undefined ? [] : [{ field, text }]
  })
  if (given.some(({ text }) => isTooDeep(text)))
    throw new AppError('invalid', 'This code is nested too deeply.')
  await ctx.db.transaction(async (tx) => {
    const details = await storeSettings(tx, change)
    if (!details) return
    for (const { field, text } of given)
      if (field in details) await addVersion(ctx, tx, admin, { field, text })
    await recordAct(ctx, tx, admin, { act: 'change-tracking-code', details })
  })
  const removed = given.flatMap(({ field, text }) => listRemoved(text, toSnippetKind(field)))
  return { codes: await loadSavedTrackingCodes(ctx), removed: [...new Set(removed)] }
}

/** Two saves cannot interleave: storeSettings has locked the row of settings. */
async function addVersion(
  { now }: Context,
  tx: Db,
  { userId }: Admin,
  { field, text }: { readonly field: TrackingCodeField; readonly text: string },
): Promise<void> {
  const { id } = trackingCodeVersions
  await tx.insert(trackingCodeVersions).values({ field, text, savedAt: now(), savedBy: userId })
  const isOfField = eq(trackingCodeVersions.field, field)
  const [old] = await tx
    .select({ id })
    .from(trackingCodeVersions)
    .where(isOfField)
    .orderBy(desc(id))
    .limit(1)
    .offset(1 + keptVersions)
  if (old) await tx.delete(trackingCodeVersions).where(and(isOfField, lte(id, old.id)))
}
