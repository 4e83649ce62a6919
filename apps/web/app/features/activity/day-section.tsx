import type { ActivityDay } from '@doorman/contract/activity'
import type { MailboxId } from '@doorman/domain/ids'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { countKept, describeDay, nameDay } from './activity-words.ts'
import { Entries } from './entries.tsx'
import { KeptLine } from './kept-line.tsx'
import { MovedRow } from './moved-row.tsx'

/** One day: the emails that were taken out or would be, then one line about the others. */
export function DaySection({
  day,
  today,
  accountId,
  accounts,
  isOpenAtFirst,
}: {
  day: ActivityDay
  today: string
  accountId: MailboxId | null
  accounts: readonly Account[]
  isOpenAtFirst: boolean
}) {
  const id = useId()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const counts = { 'would-move': day.wouldMove, filtered: day.filtered, restored: day.restored }
  const groups = (['would-move', 'filtered', 'restored'] as const).filter(
    (group) => counts[group] > 0,
  )

  return (
    <section>
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 w-full flex-wrap items-center gap-x-2 rounded-card px-4 py-2 text-start text-sm hover:bg-muted/50 focus-visible:-outline-offset-2"
        >
          <ChevronRight
            aria-hidden
            className={`size-4 shrink-0 text-muted-fg ${isOpen ? 'rotate-90' : ''}`}
          />
          <span className="grow font-semibold">{nameDay(day.day, today)}</span>
          <span className="text-xs text-muted-fg tabular-nums">{describeDay(day)}</span>
        </button>
      </h2>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <>
            {groups.map((group) => (
              <Entries
                key={group}
                label={groupLabels[group]}
                input={{ accountId, day: day.day, group, count: counts[group] }}
              >
                {(entry) => <MovedRow entry={entry} accounts={accounts} />}
              </Entries>
            ))}
            {countKept(day) > 0 && <KeptLine day={day} accountId={accountId} accounts={accounts} />}
          </>
        )}
      </div>
    </section>
  )
}

const groupLabels = {
  'would-move': 'Would move',
  filtered: 'Filtered',
  restored: 'Back in your inbox',
} as const
