import type { gmail_v1 } from '@googleapis/gmail'
import { isUntouchable, isUserLabel } from './labels.ts'

type HistoryRecord = gmail_v1.Schema$History

/** What came into the inbox, new or put back by hand, and is still there to be looked at. */
export function listArrived(records: readonly HistoryRecord[]): readonly string[] {
  const arrived = new Set<string>()
  for (const record of records) {
    const cameIn = [
      ...(record.messagesAdded ?? []).filter(({ message }) => hasLabel(message, 'INBOX')),
      ...(record.labelsAdded ?? []).filter(({ labelIds }) => labelIds?.includes('INBOX')),
    ]
    for (const { message } of cameIn)
      if (message?.id && !isUntouchable(message.labelIds ?? [])) arrived.add(message.id)
    for (const { message } of record.messagesDeleted ?? []) arrived.delete(message?.id ?? '')
  }
  return [...arrived]
}

/**
 * What lost our label and does not have it again, unless it went where people
 * throw mail away. Should the label itself have been deleted, nobody took
 * anything out: then there is no `ownLabel`, or it has another id.
 */
export function listTakenOut(
  records: readonly HistoryRecord[],
  ownLabel: string | null,
): readonly string[] {
  if (ownLabel === null) return []
  const takenOut = new Set<string>()
  for (const record of records) {
    for (const { message, labelIds } of record.labelsRemoved ?? [])
      if (message?.id && labelIds?.includes(ownLabel) && !isUntouchable(message.labelIds ?? []))
        takenOut.add(message.id)
    for (const { message, labelIds } of record.labelsAdded ?? [])
      if (labelIds?.includes(ownLabel) || isUntouchable(labelIds ?? []))
        takenOut.delete(message?.id ?? '')
    for (const { message } of record.messagesDeleted ?? []) takenOut.delete(message?.id ?? '')
  }
  return [...takenOut]
}

export function removesUserLabel(records: readonly HistoryRecord[]): boolean {
  return records.some((record) =>
    record.labelsRemoved?.some(({ labelIds }) => labelIds?.some(isUserLabel)),
  )
}

function hasLabel(message: gmail_v1.Schema$Message | undefined, label: string): boolean {
  return message?.labelIds?.includes(label) ?? false
}
