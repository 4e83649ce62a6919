import { History, ListChecks, PenLine } from 'lucide-react'
import { Link } from 'react-router'
import { AdminPanel } from '../../features/admin/admin-panel.tsx'
import { prefetchTab } from '../../features/admin/queries.ts'
import { mayUseAdmin } from '../../features/admin/may-use-admin.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Page } from '../../ui/basics/page.tsx'
import type { Route } from './+types/panel.ts'

export const meta = () => privateMeta('Admin Panel')

/** Not awaited, so the heading and the tabs are shown at once. The open tab shows failures. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (await mayUseAdmin()) prefetchTab(new URL(request.url).searchParams)
  return null
}

export default function AdminPanelPage() {
  return (
    <Page title="Admin Panel" description="Users, settings and the queue.">
      <div className="flex flex-wrap gap-2 max-sm:[&_svg]:hidden">
        <Button asChild>
          <Link to={paths.adminContent}>
            <PenLine aria-hidden /> Publish content
          </Link>
        </Button>
        <Button asChild variant="secondary">
          <Link to={paths.adminQueue}>
            <ListChecks aria-hidden /> Queue
          </Link>
        </Button>
        <Button asChild variant="secondary">
          <Link to={paths.adminAudit}>
            <History aria-hidden /> Audit log
          </Link>
        </Button>
      </div>
      <AdminPanel />
    </Page>
  )
}
