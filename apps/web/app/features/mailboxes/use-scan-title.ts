import { useEffect } from 'react'
import type { Account } from '../../lib/accounts.ts'
import { findScanProgress } from '../../lib/first-scan.ts'

/** Lets whoever looks at another tab see how far the first scan has come. */
export function useScanTitle(accounts: readonly Account[]): void {
  const scans = accounts.flatMap((account) => findScanProgress(account) ?? [])
  const done = sum(scans.map((scan) => scan.done))
  const total = sum(scans.map((scan) => scan.total))
  const percent = total > 0 ? Math.floor((100 * done) / total) : null

  // Synchronises with the title of the tab, to which other pages give theirs meanwhile.
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
