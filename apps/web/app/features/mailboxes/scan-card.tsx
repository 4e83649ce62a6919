import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { Account } from '../../lib/accounts.ts'
import { findScanProgress, tellScan } from '../../lib/first-scan.ts'
import { useScanTitle } from './use-scan-title.ts'

/** How far the first scans have come, for whoever watches from elsewhere. */
export function ScanCard({ accounts }: { accounts: readonly Account[] }) {
  useScanTitle(accounts)
  const scans = accounts.flatMap((account) => {
    const scan = findScanProgress(account)
    return scan ? { ...scan, id: account.id, email: account.email } : []
  })
  if (scans.length === 0) return null
  return (
    <Card
      title="Looking through your inbox"
      description="About 2 to 5 minutes. What is found appears below as we go, and you can leave this page."
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
              label={`${scan.email} · ${tellScan(scan)}`}
              value={scan.done}
              max={scan.total}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
