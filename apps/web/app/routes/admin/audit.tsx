import { AuditScreen } from '../../features/admin/audit/audit-screen.tsx'
import { prefetchAudit } from '../../features/admin/audit/audit-queries.ts'
import { mayUseAdmin } from '../../features/admin/may-use-admin.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { Page } from '../../ui/basics/page.tsx'
import type { Route } from './+types/audit.ts'

export const meta = () => privateMeta('Audit log')

/** Not awaited, so the heading and the search are shown at once. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (await mayUseAdmin()) prefetchAudit(new URL(request.url).searchParams)
  return null
}

export default function AuditPage() {
  return (
    <Page
      title="Audit log"
      description="Everything admins have done. Entries can’t be changed or deleted, and each contains the hash of the one before it."
    >
      <AuditScreen />
    </Page>
  )
}
