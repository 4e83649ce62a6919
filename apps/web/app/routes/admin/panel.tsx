import { ShieldCheck } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { privateMeta } from '../../lib/page-meta.ts'
import { Empty } from '../../ui/empty.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Page } from '../../ui/page.tsx'

export const meta = () => privateMeta('Admin Panel')

export default function AdminPanelPage() {
  return (
    <Page title="Admin Panel" description="Users, settings and the queue.">
      <p className="text-sm">
        <TextLink href={paths.adminContent}>Articles of the blog</TextLink>
      </p>
      <Empty icon={ShieldCheck} title="Nothing to administer yet">
        Numbers, settings and users appear here as their parts of the product arrive.
      </Empty>
    </Page>
  )
}
