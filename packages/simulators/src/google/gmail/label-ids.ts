import type { MailStore } from '../../world/mailbox/mail-store.ts'
import type { MessageState } from '../../world/mailbox/stored-message.ts'
import { invalidArgument } from './gmail-error.ts'

/** Labels that correspond to folders. The archive has none: an archived message lacks INBOX. */
const folderLabels: Readonly<Record<string, string>> = {
  INBOX: 'inbox',
  SENT: 'sent',
  DRAFT: 'drafts',
  SPAM: 'junk',
  TRASH: 'bin',
}

const markLabels = [
  'STARRED',
  'IMPORTANT',
  'CHAT',
  'CATEGORY_PERSONAL',
  'CATEGORY_SOCIAL',
  'CATEGORY_PROMOTIONS',
  'CATEGORY_UPDATES',
  'CATEGORY_FORUMS',
] as const

/** https://developers.google.com/workspace/gmail/api/guides/labels#types_of_labels */
export const systemLabels: readonly string[] = [
  ...Object.keys(folderLabels),
  'UNREAD',
  ...markLabels,
]

/** Only Gmail itself can set these (same page). */
const readOnlyLabels = new Set(['SENT', 'DRAFT', 'CHAT'])

export function toFolder(label: string): string {
  return folderLabels[label] ?? label
}

const labelOfFolder = new Map(
  Object.entries(folderLabels).map(([label, folder]) => [folder, label]),
)

export function toLabelIds({ folders, marks, isRead }: MessageState): string[] {
  const labels = [...folders]
    .filter((folder) => folder !== 'archive')
    .map((folder) => labelOfFolder.get(folder) ?? folder)
  return [...(isRead ? [] : ['UNREAD']), ...labels, ...marks]
}

/** The state of a message after adding and removing labels. */
export function relabel(
  store: MailStore,
  state: MessageState,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): MessageState {
  for (const label of [...add, ...remove]) requireLabel(store, label)
  const both = add.find((label) => remove.includes(label))
  if (both !== undefined)
    throw invalidArgument(`Cannot both add and remove the same label: ${both}`)
  const readOnly = [...add, ...remove].find((label) => readOnlyLabels.has(label))
  if (readOnly !== undefined) throw invalidArgument(`Invalid label: ${readOnly}`)
  const labels = new Set(toLabelIds(state))
  for (const label of add) labels.add(label)
  for (const label of remove) labels.delete(label)
  return toMessageState(labels)
}

export function toMessageState(labels: Iterable<string>): MessageState {
  const all = [...labels]
  const isMark = (label: string) => markLabels.some((mark) => mark === label)
  return {
    folders: new Set(all.filter((label) => label !== 'UNREAD' && !isMark(label)).map(toFolder)),
    marks: new Set(all.filter(isMark)),
    isRead: !all.includes('UNREAD'),
  }
}

export function requireLabel(store: MailStore, label: string): void {
  const isKnown = systemLabels.includes(label) || store.userFolders.some(({ id }) => id === label)
  if (!isKnown) throw invalidArgument(`Invalid label: ${label}`)
}
