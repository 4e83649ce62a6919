import type { DashboardStats } from '@doorman/contract/dashboard'
import { Link } from 'react-router'
import { formatBriefly, formatMoment } from '../../lib/format.ts'
import { toFilteredEmailsPath } from '../../lib/lists/list-filters.ts'
import { toSubject } from '../../lib/lists/sender.ts'
import { paths } from '../../lib/paths.ts'
import { useZone } from '../../lib/session/reader.ts'
import { ActionBadge } from '../../ui/lists/action-badge.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { ProviderIcon } from '../../ui/icons/provider-icons.tsx'

/** The newest filtered emails. A click opens one in the list. */
export function RecentCard({
  emails,
  asOf,
}: {
  emails: DashboardStats['recentFiltered']
  asOf: Date
}) {
  const zone = useZone()
  return (
    <Card
      title="Recent Filtered"
      action={
        <Button asChild variant="ghost" size="small">
          <Link to={paths.filteredEmails}>View All</Link>
        </Button>
      }
    >
      {emails.length === 0 ? (
        <p className="text-sm text-muted-fg">
          Nothing yet. Cold outreach appears here as soon as we find some.
        </p>
      ) : (
        <ul className="-mx-2 -my-3">
          {emails.map((email) => (
            <li key={email.id} className="border-t border-border first:border-t-0">
              <Link
                to={toFilteredEmailsPath({ openId: email.id })}
                className="flex min-h-14 items-center gap-3 rounded-control px-2 py-2 text-sm hover:bg-muted focus-visible:-outline-offset-2"
              >
                <ProviderIcon provider={email.provider} />
                <span className="grid min-w-0 grow">
                  <span className="truncate" title={email.from}>
                    <bdi>{email.from}</bdi>
                  </span>
                  <span className="truncate text-muted-fg" title={email.subject}>
                    <bdi>{toSubject(email.subject)}</bdi>
                  </span>
                </span>
                <span className="flex shrink-0 items-center gap-x-3 gap-y-1 text-xs text-muted-fg tabular-nums max-sm:flex-col-reverse max-sm:items-end">
                  <ActionBadge email={email} />
                  <time
                    dateTime={email.receivedAt}
                    title={formatMoment(email.receivedAt, asOf, zone)}
                  >
                    {formatBriefly(email.receivedAt, asOf, zone)}
                  </time>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
