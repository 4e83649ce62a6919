import { productName } from '@doorman/domain/brand'
import { Mailbox } from 'lucide-react'
import { privateMeta } from '../../lib/page-meta.ts'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export const meta = () => privateMeta('Connected Accounts')

export default function AccountsPage() {
  return (
    <Page title="Connected Accounts" description="The mailboxes that are looked after for you.">
      <Empty icon={Mailbox} title="No mailbox is connected">
        Gmail and Outlook mailboxes will be listed here. {productName} never sees your mail password
        and never deletes a message.
      </Empty>
    </Page>
  )
}
