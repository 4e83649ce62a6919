import type { HistoryRecord, Message } from '../api/gmail-types.ts'
import { isOffLimits, isUserLabel } from '../labels.ts'

/** Messages that entered the inbox, new or moved there, and were not deleted since. */
export function listArrived(records: readonly HistoryRecord[]): readonly string[] {
  const arrived = new Set<string>()
  for (const record of records) {
    const entered = [
      ...(record.messagesAdded ?? []).filter(({ message }) => hasLabel(message, 'INBOX')),
      ...listLabelledInbox(record),
    ]
    for (const { message } of entered)
      if (message?.id && !isOffLimits(message.labelIds ?? [])) arrived.add(message.id)
    for (const { message } of record.messagesDeleted ?? []) arrived.delete(message?.id ?? '')
  }
  return [...arrived]
}

/**
 * Messages that the user moved into the inbox, without those that Gmail delivered there. Gmail
 * delivers a message with the label INBOX, as part of `messagesAdded`. It adds the label later
 * (`labelsAdded`) only if the user or a program of theirs moves the message there: out of spam, the
 * bin or the archive.
 */
export function listMovedToInbox(records: readonly HistoryRecord[]): readonly string[] {
  const moved = new Set<string>()
  /** Delivered to the inbox and not taken out of it since. */
  const delivered = new Set<string>()
  for (const record of records) {
    for (const { message } of record.messagesAdded ?? [])
      if (message?.id && hasLabel(message, 'INBOX')) delivered.add(message.id)
    for (const { message, labelIds } of record.labelsRemoved ?? [])
      if (labelIds?.includes('INBOX') || isOffLimits(labelIds ?? []))
        delivered.delete(message?.id ?? '')
    for (const { message } of listLabelledInbox(record))
      if (message?.id && !delivered.has(message.id) && !isOffLimits(message.labelIds ?? []))
        moved.add(message.id)
    for (const { message } of record.messagesDeleted ?? []) moved.delete(message?.id ?? '')
  }
  return [...moved]
}

/**
 * Messages that lost our label and did not get it back. The bin and junk do not count. Gmail also
 * records a removal on every message when the user deletes the label itself. Then `setAsideLabel`
 * is `null` or the id of a new label, and the list is empty.
 */
export function listMovedBack(
  records: readonly HistoryRecord[],
  setAsideLabel: string | null,
): readonly string[] {
  if (setAsideLabel === null) return []
  const movedBack = new Set<string>()
  for (const record of records) {
    for (const { message, labelIds } of record.labelsRemoved ?? [])
      if (message?.id && labelIds?.includes(setAsideLabel) && !isOffLimits(message.labelIds ?? []))
        movedBack.add(message.id)
    for (const { message, labelIds } of record.labelsAdded ?? [])
      if (labelIds?.includes(setAsideLabel) || isOffLimits(labelIds ?? []))
        movedBack.delete(message?.id ?? '')
    for (const { message } of record.messagesDeleted ?? []) movedBack.delete(message?.id ?? '')
  }
  return [...movedBack]
}

/** Messages that the user sent and has not deleted since. A draft may become the sent message. */
export function listSentIds(records: readonly HistoryRecord[]): readonly string[] {
  const sent = new Set<string>()
  for (const record of records) {
    const entered = [
      ...(record.messagesAdded ?? []).filter(({ message }) => hasLabel(message, 'SENT')),
      ...(record.labelsAdded ?? []).filter(({ labelIds }) => labelIds?.includes('SENT')),
    ]
    for (const { message } of entered)
      if (message?.id && !hasLabel(message, 'DRAFT')) sent.add(message.id)
    for (const { message } of record.messagesDeleted ?? []) sent.delete(message?.id ?? '')
  }
  return [...sent]
}

export function removesUserLabel(records: readonly HistoryRecord[]): boolean {
  return records.some((record) =>
    record.labelsRemoved?.some(({ labelIds }) => labelIds?.some(isUserLabel)),
  )
}

function listLabelledInbox({ labelsAdded }: HistoryRecord) {
  return (labelsAdded ?? []).filter(({ labelIds }) => labelIds?.includes('INBOX'))
}

function hasLabel(message: Message | undefined, label: string): boolean {
  return message?.labelIds?.includes(label) ?? false
}
