import type { Context } from '../ports/context.ts'
import { sanitiseSnippet } from './sanitise-snippet.ts'
import { loadSavedTrackingCodes, toSnippetKind } from './saved-tracking-codes.ts'

/** Sanitised markup for our pages. Each script contains a placeholder for the nonce. */
export type TrackingCodes = {
  readonly head: string
  readonly bodyStart: string
  readonly bodyEnd: string
}

export async function loadTrackingCodes(ctx: Pick<Context, 'db'>): Promise<TrackingCodes> {
  const saved = await loadSavedTrackingCodes(ctx)
  const sanitise = (field: keyof typeof saved) =>
    sanitiseSnippet(saved[field], toSnippetKind(field))
  return {
    head: sanitise('trackingCodeHead'),
    bodyStart: sanitise('trackingCodeBodyStart'),
    bodyEnd: sanitise('trackingCodeBodyEnd'),
  }
}
