import type { MailFolder } from '@microsoft/microsoft-graph-types'
import { createHash } from 'node:crypto'
import type { MailStore } from '../../world/mailbox/mail-store.ts'
import type { WellKnownFolder } from '../../world/mailbox/stored-message.ts'
import { GraphError, itemNotFound } from '../graph/graph-error.ts'

export type Folder = {
  readonly id: string
  readonly displayName: string
  /** Its id in the `MailStore`. */
  readonly storeFolder: string
}

type NamedFolder = {
  readonly storeFolder: WellKnownFolder
  readonly name: string
  readonly displayName: string
}

/** "Well-known folder names" in https://learn.microsoft.com/graph/api/resources/mailfolder. */
const wellKnownFolders: readonly NamedFolder[] = [
  { storeFolder: 'archive', name: 'archive', displayName: 'Archive' },
  { storeFolder: 'bin', name: 'deleteditems', displayName: 'Deleted Items' },
  { storeFolder: 'drafts', name: 'drafts', displayName: 'Drafts' },
  { storeFolder: 'inbox', name: 'inbox', displayName: 'Inbox' },
  { storeFolder: 'junk', name: 'junkemail', displayName: 'Junk Email' },
  { storeFolder: 'sent', name: 'sentitems', displayName: 'Sent Items' },
]

/**
 * Folder ids never change, not even the default ones
 * (https://learn.microsoft.com/graph/outlook-immutable-id).
 */
export function listFolders(store: MailStore): Folder[] {
  const wellKnown = wellKnownFolders.map(({ storeFolder, displayName }) => ({
    id: toFolderId(store, storeFolder),
    displayName,
    storeFolder,
  }))
  const own = store.userFolders.map(({ id, name }) => ({ id, displayName: name, storeFolder: id }))
  return [...wellKnown, ...own]
}

/** By id, or by well-known name without regard to case. */
export function loadFolder(store: MailStore, idOrName: string): Folder {
  const wellKnown = wellKnownFolders.find(({ name }) => name === idOrName.toLowerCase())
  const id = wellKnown ? toFolderId(store, wellKnown.storeFolder) : idOrName
  const folder = listFolders(store).find((candidate) => candidate.id === id)
  if (!folder) throw itemNotFound()
  return folder
}

export function loadFolderOf(store: MailStore, storeFolders: ReadonlySet<string>): Folder {
  const folder = listFolders(store).find(({ storeFolder }) => storeFolders.has(storeFolder))
  if (!folder) throw itemNotFound()
  return folder
}

/** Outlook compares folder names without case. */
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
  store.putUserFolder({ id, name: displayName })
  return { id, displayName, storeFolder: id }
}

function toRootFolderId(store: MailStore): string {
  return toFolderId(store, 'root')
}

export function toFolderJson(store: MailStore, { id, displayName, storeFolder }: Folder) {
  const messages = [...store.list(storeFolder)]
  return {
    id,
    displayName,
    parentFolderId: toRootFolderId(store),
    childFolderCount: 0,
    unreadItemCount: messages.filter(({ isRead }) => !isRead).length,
    totalItemCount: messages.length,
    isHidden: false,
  } satisfies MailFolder
}

function toFolderId(store: MailStore, storeFolder: string): string {
  const hash = createHash('sha256').update(`${store.owner.subject}/${storeFolder}`)
  return `AQMkADAw${hash.digest('base64url')}=`
}
