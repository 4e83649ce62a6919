import type { ConnectedAccount } from '@doorman/contract/mailboxes'

type IndexedAccount = Pick<ConnectedAccount, 'indexProgress' | 'isActive' | 'isPaused' | 'problem'>
type IndexProgress = NonNullable<ConnectedAccount['indexProgress']>

/** Progress of learning whom the user writes to; `null` if it is done, or waits for the user. */
export function findIndexProgress({
  indexProgress,
  isActive,
  isPaused,
  problem,
}: IndexedAccount): IndexProgress | null {
  return isActive && !isPaused && problem !== 'needs-reconnect' ? indexProgress : null
}

const numbers = new Intl.NumberFormat('en-US')

export function describeIndexProgress({ read, total }: IndexProgress): string {
  return `Learning who you write to: ${numbers.format(read)} of ${numbers.format(total)} sent emails`
}
