import type { Cursor } from '../../mailbox.ts'
import type { Link } from '../graph/graph.ts'
import { findJson, findText, parseJson } from '../graph/json.ts'

/** A delta query follows one folder, so the cursor holds two links. */
export type DeltaCursor = {
  readonly inbox: Link
  /** Of Doorman's own folder; `null` if it does not exist. */
  readonly own: OwnDelta | null
}

/** Includes the folder's id: the link is useless once the user has deleted that folder. */
export type OwnDelta = { readonly folderId: string; readonly link: Link }

export function toCursor(cursor: DeltaCursor): Cursor {
  return JSON.stringify(cursor) as Cursor
}

/** `null` if `toCursor` did not make it. */
export function findDeltaCursor(cursor: Cursor): DeltaCursor | null {
  const json = parseJson(cursor)
  const inbox = json && findText(json, 'inbox')
  if (!json || inbox === null) return null
  if (json['own'] === null) return { inbox, own: null }
  const own = findJson(json, 'own')
  const folderId = own && findText(own, 'folderId')
  const link = own && findText(own, 'link')
  return folderId === null || link === null ? null : { inbox, own: { folderId, link } }
}
