import { setFilterInvestors, setFilterRecruiters } from '@doorman/contract/filter-settings'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { paths } from '../../lib/paths.ts'
import { text } from '../../lib/text.ts'
import { Card } from '../../ui/basics/card.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { ProBadge } from './pro-badge.tsx'
import { useSetting } from './use-setting.ts'

/** Without Pro both kinds are filtered, and the stored choices don't apply. */
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
      description="Two kinds are up to you. All other cold outreach is always filtered."
      action={!isPro && <ProBadge />}
    >
      <div className="grid gap-5">
        <Switch
          label="Filter recruiters"
          description="Unsolicited job offers, and candidates you didn’t ask for."
          checked={recruiters.isOn || !isPro}
          disabled={!isPro}
          onChange={recruiters.set}
        />
        <Switch
          label="Filter investors"
          description="Offers to fund you, lend to you or buy your company."
          checked={investors.isOn || !isPro}
          disabled={!isPro}
          onChange={investors.set}
        />
        <p className="text-sm text-muted-fg">
          Want to watch first? Turn on Observe only for an account in{' '}
          <Link
            to={paths.accounts}
            className="rounded-control font-medium text-fg underline decoration-input underline-offset-4 hover:decoration-primary"
          >
            Connected Accounts
          </Link>
          .
        </p>
      </div>
    </Card>
  )
}
