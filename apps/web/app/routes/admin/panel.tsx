import { ShieldCheck } from 'lucide-react'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { Page } from '../../ui/basics/page.tsx'
import { TextLink } from '../../ui/basics/text-link.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'

export const meta = () => privateMeta('Admin Panel')

export default function AdminPanelPage() {
  return (
    <Page title="Admin Panel" description="Users, settings and the queue.">
      <p className="text-sm">
        <TextLink href={paths.adminContent}>Blog articles</TextLink>
      </p>
      <Empty icon={ShieldCheck} title="Nothing to administer yet">
        Numbers, settings and users will show up here.
      </Empty>
    </Page>
  )
}
