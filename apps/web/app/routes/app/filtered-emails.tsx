import { productName } from '@doorman/domain/brand'
import { ListFilter } from 'lucide-react'
import { privateMeta } from '../../lib/page-meta.ts'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export const meta = () => privateMeta('Filtered Emails')

export default function FilteredEmailsPage() {
  return (
    <Page title="Filtered Emails" description="Everything taken out of your inbox, newest first.">
      <Empty icon={ListFilter} title="Nothing has been filtered">
        Cold outreach that {productName} takes out of your inbox is listed here with the reason.
        Nothing is ever deleted, and every decision can be undone.
      </Empty>
    </Page>
  )
}
