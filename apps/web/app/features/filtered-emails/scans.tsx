import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { findScanProgress, describeScan } from '../../lib/mailboxes/first-scan.ts'
import { Progress } from '../../ui/feedback/progress.tsx'

/** Progress of the first scans that are running. */
export function Scans({ accounts }: { accounts: readonly Account[] }) {
  return accounts.map((account) => {
    const scan = findScanProgress(account)
    return (
      scan && (
        <div key={account.id}>
          <p className="text-sm text-muted-fg">{account.email}</p>
          <Progress label={describeScan(scan)} value={scan.done} max={scan.total} />
        </div>
      )
    )
  })
}
