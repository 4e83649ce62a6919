import type { Cursor } from '../../mailbox.ts'
import type { Link } from '../graph/graph.ts'
import { findDate, findJson, findText, parseJson } from '../graph/json.ts'

/** A delta query follows one folder, so the cursor holds three links. */
export type DeltaCursor = {
  readonly inbox: Link
  /** Of Doorman's own folder; `null` if it does not exist. */
  readonly own: OwnDelta | null
  /** Of Sent Items; `null` in a cursor of an earlier version. */
  readonly sent: Link | null
  /**
   * When the last complete round of the inbox began: every message that was there by then is listed.
   * `null` in a cursor of an earlier version.
   */
  readonly inboxKnownAt: Date | null
  /** When the current round began, if some of its pages are still to be read. */
  readonly roundBeganAt: Date | null
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
  const rest = {
    inbox,
    sent: findText(json, 'sent'),
    inboxKnownAt: findDate(json, 'inboxKnownAt'),
    roundBeganAt: findDate(json, 'roundBeganAt'),
  }
  if (json['own'] === null) return { ...rest, own: null }
  const own = findJson(json, 'own')
  const folderId = own && findText(own, 'folderId')
  const link = own && findText(own, 'link')
  return folderId === null || link === null ? null : { ...rest, own: { folderId, link } }
}
