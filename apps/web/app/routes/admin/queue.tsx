import { QueueScreen } from '../../features/admin/queue/queue-screen.tsx'
import { prefetchQueue } from '../../features/admin/queue/queue-queries.ts'
import { mayUseAdmin } from '../../features/admin/may-use-admin.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { Page } from '../../ui/basics/page.tsx'

export const meta = () => privateMeta('Queue')

/** Not awaited: each card shows by itself whether it could be loaded. */
export async function clientLoader() {
  if (await mayUseAdmin()) prefetchQueue()
  return null
}

export default function QueuePage() {
  return (
    <Page title="Queue" description="Jobs that need a decision, and mailboxes that need attention.">
      <QueueScreen />
    </Page>
  )
}
