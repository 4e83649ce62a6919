import type { DashboardStats } from '@doorman/contract/dashboard'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { billingInfo } from '../../lib/billing/billing-info.ts'
import { formatDays } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { text } from '../../lib/text.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { findPlanNotice } from './plan-notice.ts'

export function PlanBanner({ stats }: { stats: DashboardStats }) {
  const { data: billing } = useSuspenseQuery(billingInfo)
  const notice = findPlanNotice({ ...stats, accountType: billing.accountType })
  switch (notice?.kind) {
    case undefined:
      return null
    case 'trial-ending':
      return (
        <Banner tone="attention" action={<BillingLink>Subscribe Now</BillingLink>}>
          <strong className="font-semibold">Trial ending soon</strong>:{' '}
          {formatDays(notice.daysLeft)} of Pro left. Whatever you choose, your settings and data are
          kept.
        </Banner>
      )
    case 'free-forever':
      return (
        <Banner tone="info" action={<BillingLink>{text.upgrade.label}</BillingLink>}>
          <strong className="font-semibold">You’re on Free Forever</strong>: one email address,
          checked once a day. Filtered senders get a smart response once you’ve agreed to it in{' '}
          <Link
            to={paths.filterSettings}
            className="rounded-control font-medium underline decoration-input underline-offset-4 hover:decoration-primary"
          >
            Filter Settings
          </Link>
          .
        </Banner>
      )
  }
}

function BillingLink({ children }: { children: string }) {
  return (
    <Button asChild variant="secondary" size="small">
      <Link to={paths.billing}>{children}</Link>
    </Button>
  )
}
