import { useEffect } from 'react'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { findScanProgress } from '../../lib/mailboxes/first-scan.ts'

/** Shows the progress of the first scan in the tab's title, for users who look at another tab. */
export function useScanTitle(accounts: readonly Account[]): void {
  const scans = accounts.flatMap((account) => findScanProgress(account) ?? [])
  const done = sum(scans.map((scan) => scan.done))
  const total = sum(scans.map((scan) => scan.total))
  const percent = total > 0 ? Math.floor((100 * done) / total) : null

  // Prefixes the current title, and removes only the prefix, because a navigation may change the rest.
  useEffect(() => {
    if (percent === null) return
    document.title = `${percent}% · ${document.title}`
    return () => {
      document.title = document.title.replace(/^\d+% · /, '')
    }
  }, [percent])
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
