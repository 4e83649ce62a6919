import type { BillingInfo } from '@doorman/contract/billing'
import { productName } from '@doorman/domain/brand'
import { minuteMs } from '@doorman/domain/time'
import {
  firstScanLimit,
  isPro,
  toCheckIntervalMs,
  trialDays,
  proFilterSeconds,
} from '@doorman/domain/plans/plan'
import { Card } from '../../ui/basics/card.tsx'

/** What happens on connecting, for the plan the user will have then: the first account starts the trial. */
export function ConnectInfoCard({ billing }: { billing: BillingInfo }) {
  const isProAlready = isPro(billing.accountType)
  const startsTrial = !isProAlready && billing.trialEndDate === null
  const minutes = toCheckIntervalMs('paid') / minuteMs
  return (
    <Card title="What happens when you connect">
      <ul className="grid list-disc gap-3 ps-4 text-sm text-muted-fg">
        <li>
          Google or Microsoft asks what {productName} may do. Leave every box checked. Your password
          stays with them.
        </li>
        <li>
          We scan the first {firstScanLimit} messages in your inbox. It takes about 2 to 5 minutes,
          and you can leave this page. Any cold outreach moves out of your inbox, unless you choose
          to observe only.
        </li>
        <li>
          {isProAlready || startsTrial
            ? `After that, new email is filtered within ${proFilterSeconds} seconds, with a check every ${minutes} minutes to be sure.`
            : `After that, new email is checked once a day. With Pro it’s filtered within ${proFilterSeconds} seconds, with a check every ${minutes} minutes.`}
        </li>
        {startsTrial && (
          <li>
            Your {trialDays}-day Pro trial starts when you connect your first account. No card
            needed.
          </li>
        )}
      </ul>
    </Card>
  )
}
