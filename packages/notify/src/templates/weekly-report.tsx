import { productName } from '@doorman/domain/brand'
import { formatCountOf } from '@doorman/domain/format'
import type { WeeklyReport } from '../notify.ts'
import { Paragraph, Subheading } from './parts.tsx'
import { FilteredByKind, LeastCertain, Totals } from './report-tables.tsx'
import type { Template } from './template.ts'

export function weeklyReport(report: WeeklyReport): Template {
  return report.filtered === 0 ? quietWeek(report) : busyWeek(report)
}

function busyWeek(report: WeeklyReport): Template {
  const { url, week, processed, filtered, byCategory, timeSaved, leastCertain } = report
  return {
    subject: `Your week: ${formatCountOf(filtered, 'cold email', 'cold emails')} filtered`,
    preview: `${toEmails(processed)} checked from ${week}, ${timeSaved} saved. Was anything worth keeping?`,
    title: 'Your week at the door',
    body: (
      <>
        <Paragraph>
          Here’s what {productName} kept out of your inbox from {week}.
        </Paragraph>
        <Totals processed={processed} filtered={filtered} timeSaved={timeSaved} />
        {byCategory.length > 0 && (
          <>
            <Subheading>By kind</Subheading>
            <FilteredByKind byCategory={byCategory} />
          </>
        )}
        {leastCertain.length > 0 && (
          <>
            <Subheading>
              Did we get {leastCertain.length === 1 ? 'this' : 'these'} right?
            </Subheading>
            <Paragraph>
              We were least certain here. Restore puts an email back in your inbox, unread, and lets
              its sender in from now on. Each link works once, needs no password, and shows you what
              it will do first.
            </Paragraph>
            <LeastCertain messages={leastCertain} />
          </>
        )}
      </>
    ),
    action: { label: 'See all filtered emails', url },
  }
}

function quietWeek({ url, week, processed }: WeeklyReport): Template {
  return {
    subject: 'Your week: nothing to filter',
    preview: `${toEmails(processed)} checked from ${week}, and not a pitch among them.`,
    title: 'A quiet week at the door',
    body: (
      <Paragraph>
        From {week}, {productName} checked {toEmails(processed)} and found no cold outreach.
        Everything stayed where it was.
      </Paragraph>
    ),
    action: { label: `Open ${productName}`, url },
  }
}

function toEmails(count: number): string {
  return formatCountOf(count, 'email', 'emails')
}
