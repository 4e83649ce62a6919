import { productName } from '@doorman/domain/brand'
import { LayoutDashboard } from 'lucide-react'
import { Link } from 'react-router'
import { privateMeta } from '../../lib/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export const meta = () => privateMeta('Dashboard')

export default function DashboardPage() {
  return (
    <Page title="Dashboard" description="What was kept out of your inbox, and the time it saved.">
      <Empty
        icon={LayoutDashboard}
        title="No numbers yet"
        action={
          <Button asChild variant="secondary">
            <Link to={paths.accounts}>Connected Accounts</Link>
          </Button>
        }
      >
        {productName} counts from the moment a mailbox is connected, and none is connected so far.
      </Empty>
    </Page>
  )
}
