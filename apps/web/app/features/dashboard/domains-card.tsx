import type { DashboardStats } from '@doorman/contract/dashboard'
import { Link } from 'react-router'
import { formatCount } from '../../lib/format.ts'
import { toFilteredEmailsPath } from '../../lib/lists/list-filters.ts'
import { Card } from '../../ui/basics/card.tsx'

/**
 * The domains with the most filtered emails, with links to them. The bar behind a name is relative
 * to the first one.
 */
export function DomainsCard({
  domains,
  firstDay,
}: {
  domains: DashboardStats['filteredDomains']
  firstDay: string | null
}) {
  const maxCount = Math.max(...domains.map(({ count }) => count))
  return (
    <Card title="Top Filtered Domains">
      {domains.length === 0 ? (
        <p className="text-sm text-muted-fg">No emails were filtered in this period.</p>
      ) : (
        <ol className="-mx-2 -my-1 grid grid-cols-1 gap-1">
          {domains.map(({ domain, count }, index) => (
            <li key={domain}>
              <Link
                to={toFilteredEmailsPath({
                  search: `@${domain}`,
                  since: firstDay,
                  state: 'filtered',
                })}
                className="group relative flex h-11 items-center gap-3 overflow-hidden rounded-control px-2 text-sm hover:bg-muted focus-visible:-outline-offset-2 md:h-9"
              >
                {/* An SVG, because our CSP forbids style attributes in server-rendered HTML. */}
                <svg aria-hidden className="absolute inset-0 size-full">
                  <rect
                    width={`${(100 * count) / maxCount}%`}
                    height="100%"
                    rx={6}
                    className="fill-cold/10"
                  />
                </svg>
                <span className="relative w-5 shrink-0 text-muted-fg tabular-nums">
                  {index + 1}
                </span>
                <span
                  className="relative min-w-0 grow truncate underline-offset-4 group-hover:underline"
                  title={domain}
                >
                  {domain}
                </span>
                <span className="relative shrink-0 tabular-nums">{formatCount(count)}</span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
