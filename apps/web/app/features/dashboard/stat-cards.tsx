import type { DashboardStats } from '@doorman/contract/dashboard'
import { secondsPerColdEmail, toFilteredShare, toTimeSaved } from '@doorman/domain/site/dashboard'
import { Link } from 'react-router'
import { formatCount, formatEmails, formatPercent, formatTimeSaved } from '../../lib/format.ts'
import { toFilteredEmailsPath } from '../../lib/lists/list-filters.ts'
import { paths } from '../../lib/paths.ts'
import { statGridClass, statHeightClass } from './layout-classes.ts'
import type { Observing } from './observing.ts'

/** The numbers of a range. Each leads to the emails behind it. */
export function StatCards({ stats, observing }: { stats: DashboardStats; observing: Observing }) {
  const { firstDay: since, totalFiltered, totalProcessed, wouldMove } = stats
  const filteredPath = toFilteredEmailsPath({ since, state: 'filtered' })
  const isObserveOnly = observing === 'all'
  return (
    <dl className={statGridClass}>
      <StatCard
        label="Emails filtered"
        value={formatCount(totalFiltered)}
        note={isObserveOnly ? 'Nothing is moved while observing' : 'Moved, never deleted'}
        path={filteredPath}
        leadsTo="show them"
      />
      {hasObservedCard(stats, observing) && (
        <StatCard
          label="Would move"
          value={formatCount(wouldMove)}
          note="Still in your inbox"
          path={toFilteredEmailsPath({ since, state: 'would-move' })}
          leadsTo="review them"
        />
      )}
      <StatCard
        label="Share of processed email"
        value={formatPercent(stats.spamPercentage)}
        note={
          isObserveOnly
            ? `Would be ${formatPercent(toFilteredShare({ processed: totalProcessed, filtered: totalFiltered + wouldMove }))} of ${formatEmails(totalProcessed)}`
            : `Of ${formatEmails(totalProcessed)} processed`
        }
        path={paths.activity}
        leadsTo="show all activity"
      />
      <StatCard
        label="Time saved"
        value={formatTimeSaved(stats.timeSavedMinutes)}
        note={
          isObserveOnly
            ? `Would be ${formatTimeSaved(toTimeSaved(totalFiltered + wouldMove).minutes)}`
            : `At ${secondsPerColdEmail} seconds each`
        }
        path={filteredPath}
        leadsTo="show the filtered emails"
      />
    </dl>
  )
}

/** Emails may be waiting from a time when an account was observe-only. */
function hasObservedCard({ wouldMove }: DashboardStats, observing: Observing): boolean {
  return wouldMove > 0 || observing !== 'none'
}

/** A longer value, such as '1,144.0 hours', needs smaller letters. */
const maxLargeChars = 10

function StatCard({
  label,
  value,
  note,
  path,
  leadsTo,
}: {
  label: string
  value: string
  note: string
  path: string
  /** Completes the link's name for screen readers. */
  leadsTo: string
}) {
  return (
    <div
      className={`relative flex flex-col justify-between rounded-card border border-border bg-card p-4 shadow-card hover:border-input has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary md:p-5 ${statHeightClass}`}
    >
      <dt className="text-xs text-muted-fg sm:text-sm">{label}</dt>
      <dd
        className={`font-semibold whitespace-nowrap tabular-nums ${value.length > maxLargeChars ? 'text-lg md:text-2xl' : 'text-2xl md:text-3xl'}`}
      >
        {/* Covers the card. */}
        <Link
          to={path}
          aria-label={`${value} ${label.toLowerCase()}: ${leadsTo}`}
          className="outline-none after:absolute after:inset-0 after:rounded-card"
        >
          {value}
        </Link>
      </dd>
      <dd className="truncate text-xs text-muted-fg tabular-nums" title={note}>
        {note}
      </dd>
    </div>
  )
}
