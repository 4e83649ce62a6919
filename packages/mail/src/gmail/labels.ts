import type { ReceivedMessage } from '../mailbox.ts'

/**
 * Doorman does not screen messages with these labels.
 * https://developers.google.com/workspace/gmail/api/guides/labels
 */
const offLimitsLabels = ['TRASH', 'SPAM', 'DRAFT', 'SENT', 'CHAT'] as const

const locationOf = {
  TRASH: 'bin',
  SPAM: 'junk',
  DRAFT: 'draft',
  SENT: 'sent',
  CHAT: 'elsewhere',
} as const satisfies Record<(typeof offLimitsLabels)[number], ReceivedMessage['location']>

export function isOffLimits(labels: readonly string[]): boolean {
  return offLimitsLabels.some((label) => labels.includes(label))
}

export function toLocation(
  labels: readonly string[],
  setAsideLabel: string | null,
): ReceivedMessage['location'] {
  const offLimits = offLimitsLabels.find((label) => labels.includes(label))
  if (offLimits) return locationOf[offLimits]
  if (labels.includes('INBOX')) return 'inbox'
  return setAsideLabel !== null && labels.includes(setAsideLabel) ? 'set-aside' : 'elsewhere'
}

/** Gmail's own labels are in capitals (`INBOX`). Labels that users create are like `Label_7`. */
export function isUserLabel(label: string): boolean {
  return !/^[A-Z_]+$/.test(label)
}
