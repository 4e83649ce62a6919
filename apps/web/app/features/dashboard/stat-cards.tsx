import type { DashboardStats } from '@doorman/contract/dashboard'
import { secondsPerColdEmail } from '@doorman/domain/site/dashboard'
import { Clock, ListFilter, Percent, type LucideIcon } from 'lucide-react'
import { formatCount, formatEmails, formatPercent, formatTimeSaved } from '../../lib/format.ts'

export const statGridClass = 'grid gap-4 sm:grid-cols-3'
/** Shared with the skeleton, so the layout doesn't shift when the numbers load. */
export const statHeightClass = 'h-33'

export function StatCards({ stats }: { stats: DashboardStats }) {
  return (
    <dl className={statGridClass}>
      <StatCard
        icon={ListFilter}
        label="Emails filtered"
        value={formatCount(stats.totalFiltered)}
        note="Moved, never deleted"
      />
      <StatCard
        icon={Percent}
        label="Share of processed email"
        value={formatPercent(stats.spamPercentage)}
        note={`Of ${formatEmails(stats.totalProcessed)} processed`}
      />
      <StatCard
        icon={Clock}
        label="Time saved"
        value={formatTimeSaved(stats.timeSavedMinutes)}
        note={`At ${secondsPerColdEmail} seconds each`}
      />
    </dl>
  )
}

function StatCard({
  icon: Icon,
  label,
  value,
  note,
}: {
  icon: LucideIcon
  label: string
  value: string
  note: string
}) {
  return (
    <div
      className={`flex flex-col justify-between rounded-card border border-border bg-card p-5 shadow-card ${statHeightClass}`}
    >
      <dt className="flex items-center justify-between gap-3 text-sm text-muted-fg">
        {label}
        <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.5} />
      </dt>
      <dd className="text-3xl font-semibold tabular-nums">{value}</dd>
      <dd className="truncate text-xs text-muted-fg tabular-nums">{note}</dd>
    </div>
  )
}
