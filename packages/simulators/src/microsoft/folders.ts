import { createHash } from 'node:crypto'
import type { MailStore, WellKnownPlace } from '../world/mail-store.ts'
import { GraphError, itemNotFound } from './graph-error.ts'

export type Folder = {
  readonly id: string
  readonly displayName: string
  /** Its name in the world's mailbox. */
  readonly place: string
}

type WellKnownFolder = {
  readonly place: WellKnownPlace
  readonly name: string
  readonly displayName: string
}

/** learn.microsoft.com/graph/api/resources/mailfolder, "well-known folder names". */
const wellKnownFolders: readonly WellKnownFolder[] = [
  { place: 'archive', name: 'archive', displayName: 'Archive' },
  { place: 'bin', name: 'deleteditems', displayName: 'Deleted Items' },
  { place: 'drafts', name: 'drafts', displayName: 'Drafts' },
  { place: 'inbox', name: 'inbox', displayName: 'Inbox' },
  { place: 'junk', name: 'junkemail', displayName: 'Junk Email' },
  { place: 'sent', name: 'sentitems', displayName: 'Sent Items' },
]

/** Folder ids stay the same for good: "their regular IDs were already constant" (outlook-immutable-id). */
export function listFolders(store: MailStore): Folder[] {
  const wellKnown = wellKnownFolders.map(({ place, displayName }) => ({
    id: toFolderId(store, place),
    displayName,
    place,
  }))
  const own = store.userPlaces.map(({ id, name }) => ({ id, displayName: name, place: id }))
  return [...wellKnown, ...own]
}

/** By id, or by well-known name in any case. */
export function loadFolder(store: MailStore, idOrName: string): Folder {
  const wellKnown = wellKnownFolders.find(({ name }) => name === idOrName.toLowerCase())
  const id = wellKnown ? toFolderId(store, wellKnown.place) : idOrName
  const folder = listFolders(store).find((candidate) => candidate.id === id)
  if (!folder) throw itemNotFound()
  return folder
}

export function loadFolderOf(store: MailStore, places: ReadonlySet<string>): Folder {
  const folder = listFolders(store).find(({ place }) => places.has(place))
  if (!folder) throw itemNotFound()
  return folder
}

/** Names are compared as Outlook does, whatever their case (PROVIDERS 2.2). */
export function createFolder(store: MailStore, displayName: string, id: string): Folder {
  const isTaken = listFolders(store).some(
    (folder) => folder.displayName.toLowerCase() === displayName.toLowerCase(),
  )
  if (isTaken)
    throw new GraphError(
      409,
      'ErrorFolderExists',
      'A folder with the specified name already exists.',
    )
  store.putUserPlace({ id, name: displayName })
  return { id, displayName, place: id }
}

export function toRootFolderId(store: MailStore): string {
  return toFolderId(store, 'root')
}

export function toFolderJson(store: MailStore, { id, displayName, place }: Folder) {
  const mails = [...store.list(place)]
  return {
    id,
    displayName,
    parentFolderId: toRootFolderId(store),
    childFolderCount: 0,
    unreadItemCount: mails.filter(({ isRead }) => !isRead).length,
    totalItemCount: mails.length,
    isHidden: false,
  }
}

function toFolderId(store: MailStore, place: string): string {
  const hash = createHash('sha256').update(`${store.owner.subject}/${place}`)
  return `AQMkADAw${hash.digest('base64url')}=`
}
