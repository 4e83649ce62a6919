import type { ReceivedMail } from '../mailbox.ts'

/** Mail under these is never ours to touch. https://developers.google.com/workspace/gmail/api/guides/labels */
const untouchable = ['TRASH', 'SPAM', 'DRAFT', 'SENT', 'CHAT'] as const

const placeOf = {
  TRASH: 'bin',
  SPAM: 'junk',
  DRAFT: 'draft',
  SENT: 'sent',
  CHAT: 'elsewhere',
} as const satisfies Record<(typeof untouchable)[number], ReceivedMail['place']>

export function isUntouchable(labels: readonly string[]): boolean {
  return untouchable.some((label) => labels.includes(label))
}

export function toPlace(labels: readonly string[], ownLabel: string | null): ReceivedMail['place'] {
  const fixed = untouchable.find((label) => labels.includes(label))
  if (fixed) return placeOf[fixed]
  if (labels.includes('INBOX')) return 'inbox'
  return ownLabel !== null && labels.includes(ownLabel) ? 'set-aside' : 'elsewhere'
}

/** Gmail's own labels are written in capitals. */
export function isUserLabel(label: string): boolean {
  return !/^[A-Z_]+$/.test(label)
}
