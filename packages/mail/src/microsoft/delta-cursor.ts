import type { Cursor } from '../mailbox.ts'
import { findJson, findText, parseJson } from './json.ts'

/** Where Graph said to go on, relative to its base URL: so no cursor can lead anywhere else. */
export type Link = string

/**
 * A delta follows one folder, so we hold two. That of our own folder is `null`
 * while there is no such folder.
 */
export type DeltaCursor = {
  readonly inbox: Link
  readonly own: OwnDelta | null
}

/** The folder can be deleted and made again: a link belongs to one of them. */
export type OwnDelta = { readonly folderId: string; readonly link: Link }

export function toCursor(cursor: DeltaCursor): Cursor {
  return JSON.stringify(cursor) as Cursor
}

/** `null` for whatever `toCursor` did not make. */
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
