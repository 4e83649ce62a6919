import { trialDays } from '@doorman/domain/plans/plan'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { billingInfo, hasProAccess, isTrialAhead } from '../../lib/billing/billing-info.ts'
import { paths } from '../../lib/paths.ts'
import { text } from '../../lib/text.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { LearnedSenders } from './learned-senders.tsx'
import { SmartResponseCard } from './smart-response-card.tsx'
import { TypeFiltersCard } from './type-filters-card.tsx'
import { WhitelistCard } from './whitelist-card.tsx'

export function FilterSettingsScreen() {
  const { data: billing } = useSuspenseQuery(billingInfo)
  const isPro = hasProAccess(billing)
  const startsTrial = isTrialAhead(billing)
  return (
    <>
      {!isPro && (
        <Banner
          tone="info"
          action={
            <Button asChild size="small" variant={startsTrial ? 'secondary' : 'primary'}>
              <Link to={paths.billing}>{text.upgrade.label}</Link>
            </Button>
          }
        >
          These settings are part of Pro.{' '}
          {startsTrial ? (
            <>
              <Link
                to={paths.accounts}
                className="rounded-control font-medium underline decoration-input underline-offset-4 hover:decoration-primary"
              >
                Connect a mailbox
              </Link>{' '}
              to start your {trialDays} days of it. No card needed.
            </>
          ) : (
            'Until you upgrade, we keep your choices and filter every kind of cold outreach.'
          )}
        </Banner>
      )}
      <SmartResponseCard isPro={isPro} />
      <TypeFiltersCard isPro={isPro} />
      <WhitelistCard isPro={isPro} />
      <LearnedSenders />
    </>
  )
}
