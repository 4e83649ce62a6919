import { ShieldCheck } from 'lucide-react'
import { privateMeta } from '../../lib/page-meta.ts'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export const meta = () => privateMeta('Admin Panel')

export default function AdminPanelPage() {
  return (
    <Page title="Admin Panel" description="Users, settings and the queue.">
      <Empty icon={ShieldCheck} title="Nothing to administer yet">
        Numbers, settings and users appear here as their parts of the product arrive.
      </Empty>
    </Page>
  )
}
