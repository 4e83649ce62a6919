import { firstScanLimit, trialDays } from '@doorman/domain/plans/plan'
import { useSuspenseQuery } from '@tanstack/react-query'
import { billingInfo, isTrialAhead } from '../../lib/billing/billing-info.ts'
import { Card } from '../../ui/basics/card.tsx'
import { AuthGuide } from './auth-guide.tsx'
import { ConnectButtons, ConnectNotice } from './connect-buttons.tsx'
import { ObserveFirst } from './observe-first.tsx'
import { UnconfirmedBanner } from './unconfirmed-banner.tsx'
import { useConnection } from './use-connection.ts'

const steps = [
  {
    title: 'Connect a mailbox',
    explanation: 'Gmail or Outlook. Your password stays with Google or Microsoft.',
  },
  {
    title: `We scan the first ${firstScanLimit} messages in your inbox`,
    explanation: 'It takes about 2 to 5 minutes, often less. Watch it here, or come back later.',
  },
  {
    title: 'See what was filtered, and why',
    explanation: 'Nothing is ever deleted, and you can undo every decision.',
  },
]

/** Replaces the dashboard's numbers while no mailbox is connected. */
export function Onboarding() {
  const connection = useConnection()
  const { data: billing } = useSuspenseQuery(billingInfo)
  return (
    <>
      <UnconfirmedBanner />
      {!connection.isAllowed && <ConnectNotice />}
      <Card
        title="Three steps to a quiet inbox"
        description={
          isTrialAhead(billing) &&
          `Connect a mailbox to start your ${trialDays} days of Pro. No card needed.`
        }
        footer={
          connection.isAllowed && (
            <div className="flex w-full flex-wrap items-center justify-between gap-4">
              <ObserveFirst connection={connection} />
              <ConnectButtons connection={connection} />
            </div>
          )
        }
      >
        <ol className="grid gap-5 md:grid-cols-3 md:gap-8">
          {steps.map(({ title, explanation }, index) => (
            <li key={title} className="flex gap-3">
              <span
                aria-hidden
                className="grid size-7 shrink-0 place-items-center rounded-full border border-primary/40 bg-primary/10 text-sm font-medium text-primary tabular-nums"
              >
                {index + 1}
              </span>
              <div className="text-sm">
                <h3 className="font-medium">{title}</h3>
                <p className="mt-1 text-pretty text-muted-fg">{explanation}</p>
              </div>
            </li>
          ))}
        </ol>
      </Card>
      <AuthGuide connection={connection} />
    </>
  )
}
