import { formatDateIn, formatDayIn, formatPrice } from '@doorman/domain/format'
import { paymentGraceDays, pricePerMonthCents } from '@doorman/domain/plans/plan'
import { toReportWeek, toWeekInWords } from '@doorman/domain/reports/weekly-report'
import { toTimeSavedInWords } from '@doorman/domain/site/dashboard'
import { dayMs, toDayIn, toMonday } from '@doorman/domain/time'
import type { UserEmail } from '@doorman/notify/notify'

export type TestEmailType =
  | 'welcome'
  | 'trialReminder'
  | 'subscriptionConfirmation'
  | 'paymentFailed'
  | 'weeklyReport'

type Reader = { readonly publicUrl: string; readonly timeZone: string; readonly now: Date }

/** An example of each email that admins can switch, with invented figures. */
export function toTestEmail(
  type: TestEmailType,
  { publicUrl, timeZone, now }: Reader,
): UserEmail & { readonly kind: TestKind } {
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs)
  const billing = `${publicUrl}/billing`
  switch (type) {
    case 'welcome':
      return { kind: 'welcome', url: `${publicUrl}/accounts` }
    case 'trialReminder':
      return {
        kind: 'trial-reminder',
        url: billing,
        daysLeft: 3,
        endsOn: formatDayIn(timeZone, inDays(3)),
        mailboxCount: 2,
        hasAgreedToReplies: true,
        canSubscribe: true,
      }
    case 'subscriptionConfirmation':
      return {
        kind: 'subscription-confirmed',
        url: billing,
        interval: 'monthly',
        nextBillingOn: formatDateIn(timeZone, inDays(30)),
      }
    case 'paymentFailed':
      return {
        kind: 'payment-failed',
        url: billing,
        amount: formatPrice(pricePerMonthCents),
        graceEndsOn: formatDayIn(timeZone, inDays(paymentGraceDays)),
      }
    case 'weeklyReport':
      return toReport({ publicUrl, timeZone, now })
  }
}

type TestKind =
  | 'welcome'
  | 'trial-reminder'
  | 'subscription-confirmed'
  | 'payment-failed'
  | 'weekly-report'

function toReport({ publicUrl, timeZone, now }: Reader) {
  const byCategory = [
    { category: 'sales', count: 31 },
    { category: 'recruiter', count: 8 },
    { category: 'investor', count: 3 },
  ] as const
  const filtered = byCategory.reduce((sum, { count }) => sum + count, 0)
  // A link like a used one: its page says that it no longer works.
  const restoreUrl = `${publicUrl}/restore?token=example`
  return {
    kind: 'weekly-report' as const,
    url: `${publicUrl}/filtered-emails`,
    week: toWeekInWords(toReportWeek(toMonday(toDayIn(timeZone, now)))),
    processed: 386,
    filtered,
    byCategory,
    timeSaved: toTimeSavedInWords(filtered),
    leastCertain: [
      {
        sender: 'Pat Example <pat@vendor.example>',
        subject: 'Following up on the numbers you asked about',
        confidencePercent: 71,
        restoreUrl,
      },
      {
        sender: 'Sam Example <sam@events.example>',
        subject: 'Speaking slot in June?',
        confidencePercent: 74,
        restoreUrl,
      },
    ],
  }
}
