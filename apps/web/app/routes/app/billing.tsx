import { trialDays } from '@doorman/domain/plan'
import { CreditCard } from 'lucide-react'
import { privateMeta } from '../../lib/page-meta.ts'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export const meta = () => privateMeta('Billing')

export default function BillingPage() {
  return (
    <Page title="Billing" description="Your plan and what you pay for it.">
      <Empty icon={CreditCard} title="You are on Free Forever">
        You pay nothing. Your {trialDays}-day Pro trial starts when you connect your first account,
        and needs no card.
      </Empty>
    </Page>
  )
}
