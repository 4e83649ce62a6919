import type { BillingInfo } from '@doorman/contract/billing'
import { productName } from '@doorman/domain/brand'
import { firstScanLimit, isPro, toCheckIntervalMs, trialDays } from '@doorman/domain/plan'
import { Card } from '../../ui/card.tsx'

const minuteMs = 60_000

/** What connecting means, for the plan that somebody has then: the first account begins a trial. */
export function ConnectInfoCard({ billing }: { billing: BillingInfo }) {
  const isProAlready = isPro(billing.accountType)
  const beginsTrial = !isProAlready && billing.trialEndDate === null
  const minutes = toCheckIntervalMs('paid') / minuteMs
  return (
    <Card title="What happens when you connect">
      <ul className="grid list-disc gap-3 ps-4 text-sm text-muted-fg">
        <li>
          Google or Microsoft asks what {productName} may do. Please leave every box ticked. Your
          mail password stays with them.
        </li>
        <li>
          The first {firstScanLimit} messages of your inbox are scanned. That takes about 2 to 5
          minutes, and you can leave this page. Cold outreach among them is moved out of the inbox,
          unless you observe only.
        </li>
        <li>
          {isProAlready || beginsTrial
            ? `After that, new mail is filtered within 60 seconds, and checked every ${minutes} minutes to be sure.`
            : `After that, new mail is checked once a day. With Pro it is filtered within 60 seconds, and checked every ${minutes} minutes.`}
        </li>
        {beginsTrial && (
          <li>Your {trialDays}-day Pro trial begins with the first account. It needs no card.</li>
        )}
      </ul>
    </Card>
  )
}
