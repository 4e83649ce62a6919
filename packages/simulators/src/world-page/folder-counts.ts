import type { MailStore } from '../world/mailbox/mail-store.ts'
import type { WellKnownFolder } from '../world/mailbox/stored-message.ts'

const wellKnownNames: Readonly<Record<WellKnownFolder, string>> = {
  inbox: 'Inbox',
  archive: 'Archive',
  sent: 'Sent',
  drafts: 'Drafts',
  junk: 'Junk',
  bin: 'Bin',
}

export type FolderCount = {
  readonly folder: string
  readonly name: string
  readonly total: number
  readonly unread: number
}

/** The inbox, folders with messages, and all folders or labels that the user created. */
export function countFolders(store: MailStore): FolderCount[] {
  const userFolders = store.userFolders.map(({ id }) => id)
  const counts = new Map(
    [...Object.keys(wellKnownNames), ...userFolders].map((folder) => [folder, zero()]),
  )
  for (const { folders, isRead } of store.list())
    for (const folder of folders) {
      const count = counts.get(folder) ?? zero()
      count.total++
      if (!isRead) count.unread++
      counts.set(folder, count)
    }
  return [...counts]
    .filter(
      ([folder, { total }]) => total > 0 || folder === 'inbox' || userFolders.includes(folder),
    )
    .map(([folder, count]) => ({ folder, name: toFolderName(store, folder), ...count }))
}

export function toFolderName(store: MailStore, folder: string): string {
  const userFolder = store.userFolders.find(({ id }) => id === folder)
  return userFolder?.name ?? (isWellKnown(folder) ? wellKnownNames[folder] : folder)
}

function zero() {
  return { total: 0, unread: 0 }
}

function isWellKnown(folder: string): folder is WellKnownFolder {
  return Object.hasOwn(wellKnownNames, folder)
}
