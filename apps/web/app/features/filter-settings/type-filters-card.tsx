import { setFilterInvestors, setFilterRecruiters } from '@doorman/contract/filter-settings'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/current-user.ts'
import { paths } from '../../lib/paths.ts'
import { text } from '../../lib/text.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'
import { ProBadge } from './pro-badge.tsx'
import { useSetting } from './use-setting.ts'

/** Without Pro both kinds are filtered, whatever was chosen with it. */
export function TypeFiltersCard({ isPro }: { isPro: boolean }) {
  const user = useCurrentUser()
  const recruiters = useSetting(
    setFilterRecruiters,
    user.filterRecruiters,
    text.recruiterFilterFailed,
  )
  const investors = useSetting(setFilterInvestors, user.filterInvestors, text.investorFilterFailed)
  return (
    <Card
      title="Email Type Filters"
      description="Two kinds are yours to decide. All other cold outreach is always filtered."
      action={!isPro && <ProBadge />}
    >
      <div className="grid gap-5">
        <Switch
          label="Filter recruiters"
          description="Job offers and people for hire that you did not ask for."
          checked={recruiters.isOn || !isPro}
          disabled={!isPro}
          onChange={recruiters.set}
        />
        <Switch
          label="Filter investors"
          description="Offers of capital or credit, and to buy your company."
          checked={investors.isOn || !isPro}
          disabled={!isPro}
          onChange={investors.set}
        />
        <p className="text-sm text-muted-fg">
          Would you rather watch first? Under{' '}
          <Link
            to={paths.accounts}
            className="rounded-control font-medium text-fg underline decoration-input underline-offset-4 hover:decoration-primary"
          >
            Connected Accounts
          </Link>{' '}
          each account can observe only.
        </p>
      </div>
    </Card>
  )
}
