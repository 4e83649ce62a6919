import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { findScanProgress, describeScan } from '../../lib/mailboxes/first-scan.ts'
import { useScanTitle } from './use-scan-title.ts'

/** Progress of the first scans, for pages other than Connected Accounts. */
export function ScanCard({ accounts }: { accounts: readonly Account[] }) {
  useScanTitle(accounts)
  const scans = accounts.flatMap((account) => {
    const scan = findScanProgress(account)
    return scan ? { ...scan, id: account.id, email: account.email } : []
  })
  if (scans.length === 0) return null
  return (
    <Card
      title="Scanning your inbox"
      description="About 2 to 5 minutes, often less. Results appear below as we go, and you can leave this page."
      action={
        <Button asChild variant="ghost" size="small">
          <Link to={paths.accounts}>Accounts</Link>
        </Button>
      }
    >
      <ul className="grid gap-4">
        {scans.map((scan) => (
          <li key={scan.id}>
            <Progress
              label={`${scan.email} · ${describeScan(scan)}`}
              value={scan.done}
              max={scan.total}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
