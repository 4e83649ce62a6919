import type { ConnectedAccount } from '@doorman/contract/mailboxes'
import { firstScanLimit } from '@doorman/domain/plans/plan'

type Scanned = Pick<
  ConnectedAccount,
  'syncStatus' | 'syncProgress' | 'syncTotal' | 'isActive' | 'isPaused' | 'problem'
>

type Scan = { readonly done: number; readonly total: number }

/** Progress of the first scan; `null` if none is running. A scan that is about to start counts as running. */
export function findScanProgress(account: Scanned): Scan | null {
  const { syncStatus, syncProgress, syncTotal, isActive, isPaused, problem } = account
  if (syncStatus === 'syncing') return { done: syncProgress, total: syncTotal }
  const isAboutToStart = syncStatus === 'waiting' && isActive && !isPaused && problem === null
  return isAboutToStart ? { done: 0, total: firstScanLimit } : null
}

export function describeScan({ done, total }: Scan): string {
  return `Processing: ${done}/${total} emails`
}
