import type { BillingInfo } from '@doorman/contract/billing'
import { productName } from '@doorman/domain/brand'
import { minuteMs } from '@doorman/domain/time'
import { firstScanLimit, toCheckIntervalMs, proFilterSeconds } from '@doorman/domain/plans/plan'
import { hasProAccess, isTrialAhead } from '../../lib/billing/billing-info.ts'
import { Card } from '../../ui/basics/card.tsx'

/** What happens on connecting, for the plan the user will have then: the first account starts the trial. */
export function ConnectInfoCard({ billing }: { billing: BillingInfo }) {
  const isProThen = hasProAccess(billing) || isTrialAhead(billing)
  const minutes = toCheckIntervalMs('paid') / minuteMs
  return (
    <Card title="What happens when you connect">
      <ul className="grid list-disc gap-3 ps-4 text-sm text-muted-fg">
        <li>
          Google or Microsoft asks what {productName} may do. Leave every box checked. Your password
          stays with them.
        </li>
        <li>
          We scan the first {firstScanLimit} messages in your inbox and move cold outreach out of
          it. It takes about 2 to 5 minutes, often less, and you can leave this page.
        </li>
        <li>
          With <em className="text-fg not-italic">Observe only</em>, {productName} shows what it
          would move and leaves it in your inbox until you say so.
        </li>
        <li>
          {isProThen
            ? `After that, new email is filtered within ${proFilterSeconds} seconds, with a check every ${minutes} minutes to be sure.`
            : `After that, new email is checked once a day. With Pro it’s filtered within ${proFilterSeconds} seconds, with a check every ${minutes} minutes.`}
        </li>
      </ul>
    </Card>
  )
}
