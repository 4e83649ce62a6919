import type { DashboardStats } from '@doorman/contract/dashboard'
import { Link } from 'react-router'
import { formatMoment } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { GoogleIcon, MicrosoftIcon } from '../../ui/icons/provider-icons.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'

const providerIcons = {
  gmail: { icon: GoogleIcon, name: 'Gmail' },
  microsoft: { icon: MicrosoftIcon, name: 'Microsoft' },
} as const

export function RecentCard({
  emails,
  asOf,
}: {
  emails: DashboardStats['recentFiltered']
  asOf: Date
}) {
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
        <ul className="-my-3 divide-y divide-border">
          {emails.map((email) => {
            const { icon: Icon, name } = providerIcons[email.provider]
            return (
              <li key={email.id} className="flex items-center gap-3 py-3 text-sm">
                <span className="shrink-0">
                  <Icon />
                  <span className="sr-only">{name}</span>
                </span>
                <span className="grid min-w-0 grow">
                  <span className="truncate" title={email.from}>
                    <bdi>{email.from}</bdi>
                  </span>
                  <span className="truncate text-muted-fg" title={email.subject}>
                    <bdi>{email.subject || '(no subject)'}</bdi>
                  </span>
                </span>
                <time
                  dateTime={email.receivedAt}
                  className="max-w-24 shrink-0 text-end text-balance text-xs text-muted-fg tabular-nums sm:max-w-none"
                >
                  {formatMoment(email.receivedAt, asOf)}
                </time>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
