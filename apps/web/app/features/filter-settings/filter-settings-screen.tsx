import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { billingInfo, hasProAccess } from '../../lib/billing-info.ts'
import { paths } from '../../lib/paths.ts'
import { text } from '../../lib/text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Learned } from './learned.tsx'
import { SmartResponseCard } from './smart-response-card.tsx'
import { TypeFiltersCard } from './type-filters-card.tsx'
import { WhitelistCard } from './whitelist-card.tsx'

export function FilterSettingsScreen() {
  const { data: billing } = useSuspenseQuery(billingInfo)
  const isPro = hasProAccess(billing)
  return (
    <>
      {!isPro && (
        <Banner
          tone="info"
          action={
            <Button asChild size="small">
              <Link to={paths.billing}>{text.upgrade.label}</Link>
            </Button>
          }
        >
          What is marked Pro is yours to change with Pro. Until then your choices are kept, and
          every kind of cold outreach is filtered.
        </Banner>
      )}
      <SmartResponseCard isPro={isPro} />
      <TypeFiltersCard isPro={isPro} />
      <WhitelistCard isPro={isPro} />
      <Learned />
    </>
  )
}
