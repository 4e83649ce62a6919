import { SlidersHorizontal } from 'lucide-react'
import { privateMeta } from '../../lib/page-meta.ts'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export const meta = () => privateMeta('Filter Settings')

export default function FilterSettingsPage() {
  return (
    <Page title="Filter Settings" description="Who is let in, and what filtered senders are told.">
      <Empty icon={SlidersHorizontal} title="Nothing to set yet">
        Smart responses, recruiter and investor mail and your whitelist are decided here once a
        mailbox is connected.
      </Empty>
    </Page>
  )
}
