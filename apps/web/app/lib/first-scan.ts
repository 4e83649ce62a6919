import type { ConnectedAccount } from '@doorman/contract/mailboxes'
import { firstScanLimit } from '@doorman/domain/plan'

type Scanned = Pick<
  ConnectedAccount,
  'syncStatus' | 'syncProgress' | 'syncTotal' | 'isActive' | 'isPaused' | 'problem'
>

type Scan = { readonly done: number; readonly total: number }

/** How far the first scan has come; `null` when none is under way. One that begins any moment is at its start. */
export function findScanProgress(account: Scanned): Scan | null {
  const { syncStatus, syncProgress, syncTotal, isActive, isPaused, problem } = account
  if (syncStatus === 'syncing') return { done: syncProgress, total: syncTotal }
  const isAboutToBegin = syncStatus === 'waiting' && isActive && !isPaused && problem === null
  return isAboutToBegin ? { done: 0, total: firstScanLimit } : null
}

export function tellScan({ done, total }: Scan): string {
  return `Processing: ${done}/${total} emails`
}
