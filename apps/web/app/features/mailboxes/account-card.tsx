import { useId } from 'react'
import { Badge } from '../../ui/basics/badge.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { accountProblems } from './account-problems.ts'
import { AccountTimes } from './account-times.tsx'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { DisconnectButton } from './disconnect-button.tsx'
import { findScanProgress, describeScan } from '../../lib/mailboxes/first-scan.ts'
import { describeIndexProgress, findIndexProgress } from './index-progress.ts'
import { ObserveOnlySwitch } from './observe-only-switch.tsx'
import { providerInfo } from './provider-info.ts'
import { SetActiveButton } from './set-active-button.tsx'
import type { Connection } from './use-connection.ts'
import { usePause } from './use-pause.ts'
import { WouldMove } from './would-move.tsx'

/** One mailbox: its state, its last and next check, and its actions. */
export function AccountCard({
  account: stored,
  asOf,
  isPro,
  connection,
}: {
  account: Account
  asOf: Date
  isPro: boolean
  connection: Connection
}) {
  const titleId = useId()
  const { isPaused, toggle } = usePause(stored)
  const account = { ...stored, isPaused }
  const { name, company, icon: Icon } = providerInfo[account.provider]
  const problem = account.problem && accountProblems[account.problem]
  const scan = findScanProgress(account)
  const indexProgress = findIndexProgress(account)

  return (
    <Card
      title={account.email}
      titleId={titleId}
      description={
        <span className="flex flex-wrap items-center gap-2">
          <span>{name}</span>
          <StateBadges account={account} />
        </span>
      }
      icon={
        <span className="grid size-10 shrink-0 place-items-center rounded-control border border-border bg-bg">
          <Icon />
        </span>
      }
      footer={
        <>
          <span className="me-auto max-sm:w-full">
            <ObserveOnlySwitch account={account} />
          </span>
          <Button variant="secondary" aria-describedby={titleId} onClick={toggle}>
            {account.isPaused ? 'Resume' : 'Pause'}
          </Button>
          <DisconnectButton account={account} titleId={titleId} />
        </>
      }
    >
      <div className="grid gap-4">
        {problem && (
          <Banner
            tone={problem.tone}
            action={
              connection.isAllowed &&
              account.problem === 'needs-reconnect' && (
                <ReconnectButton account={account} titleId={titleId} connection={connection} />
              )
            }
          >
            {problem.advise(company)}
          </Banner>
        )}
        {!account.isActive && !isPro && (
          <Banner tone="info" action={<SetActiveButton account={account} titleId={titleId} />}>
            Connected but not checked. Your plan covers one email address at a time.
          </Banner>
        )}
        {scan && <Progress label={describeScan(scan)} value={scan.done} max={scan.total} />}
        {indexProgress && (
          <Progress
            label={describeIndexProgress(indexProgress)}
            value={indexProgress.read}
            max={indexProgress.total}
          />
        )}
        <WouldMove account={account} titleId={titleId} />
        <AccountTimes account={account} asOf={asOf} />
      </div>
    </Card>
  )
}

function StateBadges({ account }: { account: Account }) {
  const isHealthy = account.isActive && !account.isPaused && account.problem === null
  return (
    <>
      {isHealthy && <Badge tone="good">Active</Badge>}
      {account.problem && (
        <Badge tone={accountProblems[account.problem].tone === 'danger' ? 'danger' : 'plain'}>
          {accountProblems[account.problem].badge}
        </Badge>
      )}
      {account.isPaused && <Badge>Paused</Badge>}
      {account.isObserveOnly && <Badge>Observing</Badge>}
      {!account.isActive && <Badge>Inactive</Badge>}
    </>
  )
}

function ReconnectButton({
  account: { id, provider },
  titleId,
  connection: { pending, start },
}: {
  account: Account
  titleId: string
  connection: Connection
}) {
  return (
    <Button
      isPending={pending?.accountId === id}
      disabled={pending !== null}
      aria-describedby={titleId}
      onClick={({ currentTarget }) => start({ provider, accountId: id, opener: currentTarget })}
    >
      Reconnect
    </Button>
  )
}
