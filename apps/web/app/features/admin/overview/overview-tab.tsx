import type { AdminStats } from '@doorman/contract/admin-users'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Hourglass, ListFilter, Users, type LucideIcon } from 'lucide-react'
import { formatCount } from '../../../lib/format.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { stats } from '../queries.ts'
import { QueueCard } from './queue-card.tsx'

const cards: readonly { field: keyof AdminStats; label: string; icon: LucideIcon }[] = [
  { field: 'totalUsers', label: 'Users', icon: Users },
  { field: 'totalFilteredEmails', label: 'Filtered emails', icon: ListFilter },
  { field: 'activeSubscriptions', label: 'Active subscriptions', icon: BadgeCheck },
  { field: 'trialUsers', label: 'Users in trial', icon: Hourglass },
]

export function OverviewTab() {
  return (
    <div className="grid gap-6">
      <Loaded query={useQuery(stats)} what="the numbers">
        {(numbers) => (
          <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
            {cards.map(({ field, label, icon: Icon }) => (
              <div
                key={field}
                className="flex flex-col justify-between gap-4 rounded-card border border-border bg-card p-5 shadow-card"
              >
                <dt className="flex items-start justify-between gap-3 text-sm text-muted-fg">
                  {label}
                  <Icon aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.5} />
                </dt>
                <dd className="text-2xl font-semibold tabular-nums md:text-3xl">
                  {formatCount(numbers[field])}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
      <QueueCard />
    </div>
  )
}
