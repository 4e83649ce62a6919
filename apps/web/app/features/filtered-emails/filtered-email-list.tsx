import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { DecisionId } from '@doorman/domain/ids'
import type { UserAction } from '@doorman/domain/screening/user-action'
import { lazy, Suspense, useState } from 'react'
import { isAnyScanning, useAccounts } from '../../lib/mailboxes/connected-accounts.ts'
import { formatEmails } from '../../lib/format.ts'
import { hasFilters, noFilters, useListFilters } from '../../lib/lists/list-filters.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { LongList } from '../../ui/lists/long-list.tsx'
import { toIds, withPending } from './pending-actions.ts'
import { FilteredEmailRow } from './filtered-email-row.tsx'
import { useFilteredEmails } from './filtered-emails.ts'
import { NoEmails } from './no-emails.tsx'
import { focusSearch } from './search-box.tsx'
import { useUserActions } from './use-user-actions.ts'
import { useCurrentRow } from './use-current-row.ts'
import { useSelection } from './use-selection.ts'
import { useShortcuts } from './use-shortcuts.ts'

const rowPx = 64

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }))

/** The emails that match the filters, with their actions, selection and shortcuts. */
export function FilteredEmailList({ showHelp }: { showHelp: () => void }) {
  const { accounts } = useAccounts()
  const { filters, changeFilters } = useListFilters()
  const { emails: stored, more, asOf } = useFilteredEmails(filters, isAnyScanning(accounts))
  const { pending, take } = useUserActions()
  const emails = withPending(stored, pending)
  const selection = useSelection(emails)
  const row = useCurrentRow(toIds(emails))
  const [opened, setOpened] = useState<ReadonlySet<DecisionId>>(new Set())

  const pendingIds = new Set(pending.flatMap((action) => toIds(action.emails)))

  function toggleOpen(id: DecisionId) {
    const changed = new Set(opened)
    if (!changed.delete(id)) changed.add(id)
    setOpened(changed)
  }

  function takeOnSelected(action: UserAction) {
    take(action, selection.selected)
    selection.clear()
  }

  /** A key applies to all selected emails or, if none are selected, to the current row. */
  function takeByKey(action: UserAction) {
    if (selection.selected.length > 0) takeOnSelected(action)
    else
      take(
        action,
        emails.filter(({ id }) => id === row.currentId),
      )
  }

  useShortcuts({
    next: () => row.move(1),
    previous: () => row.move(-1),
    select: () => row.currentId && selection.toggle(row.currentId, false),
    restore: () => takeByKey('restore'),
    spam: () => takeByKey('report-spam'),
    search: focusSearch,
    help: showHelp,
  })

  if (emails.length === 0)
    return (
      <NoEmails
        accounts={accounts}
        asOf={asOf}
        isFiltered={hasFilters(filters)}
        onClearFilters={() => changeFilters(noFilters)}
      />
    )
  return (
    <>
      <div className="@container rounded-card border border-border bg-card shadow-card">
        <div className="flex items-center gap-2 px-1 @3xl:px-2">
          <Checkbox
            label="Select all"
            checked={selection.isAll}
            isMixed={selection.selected.length > 0}
            onChange={selection.toggleAll}
          />
          <p role="status" className="text-xs text-muted-fg tabular-nums">
            {formatEmails(emails.length)}
            {more.state !== 'none' && ' so far. Scroll for more'}
          </p>
        </div>
        <LongList
          label="Filtered emails"
          items={emails}
          rowPx={rowPx}
          more={more}
          keptRows={row.keptRows}
        >
          {(email) => (
            <FilteredEmailRow
              email={email}
              account={accounts.find(({ id }) => id === toAccountId(email))}
              asOf={asOf}
              isSelected={selection.has(email.id)}
              isOpen={opened.has(email.id)}
              isPending={pendingIds.has(email.id)}
              onSelect={(isRange) => selection.toggle(email.id, isRange)}
              onToggle={() => toggleOpen(email.id)}
              onAction={(action) => take(action, [email])}
              onFocus={() => row.setCurrentId(email.id)}
            />
          )}
        </LongList>
      </div>
      {selection.selected.length > 0 && (
        <Suspense>
          <BulkBar
            count={selection.selected.length}
            onRestore={() => takeOnSelected('restore')}
            onReportSpam={() => takeOnSelected('report-spam')}
            onClear={selection.clear}
          />
        </Suspense>
      )}
    </>
  )
}

function toAccountId({ gmailAccountId, microsoftAccountId }: FilteredEmail) {
  return gmailAccountId ?? microsoftAccountId
}
