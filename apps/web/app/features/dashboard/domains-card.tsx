import type { DashboardStats } from '@doorman/contract/dashboard'
import { formatCount } from '../../lib/format.ts'
import { Card } from '../../ui/basics/card.tsx'

/** The domains with the most filtered emails. The bar behind a name is relative to the first one. */
export function DomainsCard({ domains }: { domains: DashboardStats['filteredDomains'] }) {
  const maxCount = Math.max(...domains.map(({ count }) => count))
  return (
    <Card title="Top Filtered Domains">
      {domains.length === 0 ? (
        <p className="text-sm text-muted-fg">No emails were filtered in this period.</p>
      ) : (
        <ol className="grid gap-1">
          {domains.map(({ domain, count }, index) => (
            <li
              key={domain}
              className="relative flex h-9 items-center gap-3 overflow-hidden rounded-control px-3 text-sm"
            >
              <span
                aria-hidden
                className="absolute inset-y-0 start-0 rounded-control bg-cold/10"
                style={{ width: `${(100 * count) / maxCount}%` }}
              />
              <span className="relative w-5 shrink-0 text-muted-fg tabular-nums">{index + 1}</span>
              <span className="relative min-w-0 grow truncate" title={domain}>
                {domain}
              </span>
              <span className="relative shrink-0 tabular-nums">{formatCount(count)}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
