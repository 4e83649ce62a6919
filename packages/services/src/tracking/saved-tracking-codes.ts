import { settings } from '@doorman/db/schema'
import type { TrackingCodeField } from '@doorman/domain/site/tracking-codes'
import type { Context } from '../ports/context.ts'

/** The tracking codes as the admin wrote them, not sanitised. */
export type SavedTrackingCodes = Readonly<Record<TrackingCodeField, string>>

export async function loadSavedTrackingCodes({
  db,
}: Pick<Context, 'db'>): Promise<SavedTrackingCodes> {
  const [saved] = await db
    .select({
      trackingCodeHead: settings.trackingCodeHead,
      trackingCodeBodyStart: settings.trackingCodeBodyStart,
      trackingCodeBodyEnd: settings.trackingCodeBodyEnd,
    })
    .from(settings)
  if (!saved) throw new Error('The row of settings is missing')
  return saved
}

/** Only in the head, text without markup is a script. */
export function toSnippetKind(field: TrackingCodeField): { readonly isScript: boolean } {
  return { isScript: field === 'trackingCodeHead' }
}
