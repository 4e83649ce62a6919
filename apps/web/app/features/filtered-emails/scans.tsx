import type { Account } from '../../lib/accounts.ts'
import { findScanProgress, tellScan } from '../../lib/first-scan.ts'
import { Progress } from '../../ui/progress.tsx'

/** How far the first scans have come that are under way. */
export function Scans({ accounts }: { accounts: readonly Account[] }) {
  return accounts.map((account) => {
    const scan = findScanProgress(account)
    return (
      scan && (
        <div key={account.id}>
          <p className="text-sm text-muted-fg">{account.email}</p>
          <Progress label={tellScan(scan)} value={scan.done} max={scan.total} />
        </div>
      )
    )
  })
}
