import { productName } from '@doorman/domain/brand'
import { isPro, trialDays } from '@doorman/domain/plans/plan'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Mailbox } from 'lucide-react'
import { billingInfo, isTrialAhead } from '../../lib/billing/billing-info.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { AccountCard } from './account-card.tsx'
import { useAccounts } from '../../lib/mailboxes/connected-accounts.ts'
import { AuthGuide } from './auth-guide.tsx'
import { ConnectButtons, ConnectNotice } from './connect-buttons.tsx'
import { ObserveFirst } from './observe-first.tsx'
import { ConnectInfoCard } from './connect-info-card.tsx'
import { OtherAccountNotice } from './other-account-notice.tsx'
import { useConnection } from './use-connection.ts'
import { useScanTitle } from './use-scan-title.ts'

export function AccountsScreen() {
  const { accounts, asOf } = useAccounts()
  const { data: billing } = useSuspenseQuery(billingInfo)
  const connection = useConnection()
  useScanTitle(accounts)

  const limit = billing.emailAddressLimit
  // The first connection starts the trial, so the limit of the free plan doesn’t matter yet.
  const startsTrial = accounts.length === 0 && isTrialAhead(billing)
  const activeCount = accounts.filter(({ isActive }) => isActive).length
  const connect = (
    <>
      {connection.isAllowed && <ConnectButtons connection={connection} />}
      {limit !== null && !startsTrial && (
        <Badge>{`${activeCount} of ${limit} email addresses`}</Badge>
      )}
    </>
  )

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid grid-cols-1 gap-6">
        {!connection.isAllowed && <ConnectNotice />}
        <OtherAccountNotice accounts={accounts} />
        {accounts.length === 0 ? (
          <Empty
            icon={Mailbox}
            title="No mailbox connected"
            action={
              <>
                {connect}
                {connection.isAllowed && <ObserveFirst isBrief connection={connection} />}
              </>
            }
          >
            {startsTrial && (
              <strong className="block font-medium text-fg">
                Connect a mailbox to start your {trialDays} days of Pro. No card needed.
              </strong>
            )}
            {productName} keeps cold outreach out of your inbox. It never sees your password and
            never deletes an email.
          </Empty>
        ) : (
          <>
            {(connection.isAllowed || limit !== null) && (
              <div className="flex flex-wrap items-center justify-between gap-3">
                {connect}
                {connection.isAllowed && <ObserveFirst isBrief connection={connection} />}
              </div>
            )}
            <ul className="grid grid-cols-1 gap-4">
              {accounts.map((account) => (
                <li key={account.id}>
                  <AccountCard
                    account={account}
                    asOf={asOf}
                    isPro={isPro(billing.accountType)}
                    connection={connection}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <ConnectInfoCard billing={billing} />
      <AuthGuide connection={connection} />
    </div>
  )
}
