import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { DecisionId } from '@doorman/domain/ids'
import { lazy, Suspense, useState } from 'react'
import { isAnyScanning, useAccounts } from '../../lib/accounts.ts'
import { formatEmails } from '../../lib/format.ts'
import { hasFilters, noFilters, useMailFilters } from '../../lib/mail-filters.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { toIds, withWishes, type Act } from './acts.ts'
import { FilteredEmailRow } from './filtered-email-row.tsx'
import { useFilteredEmails } from './filtered-emails.ts'
import { NoEmails } from './no-emails.tsx'
import { focusSearch } from './search-box.tsx'
import { useActs } from './use-acts.ts'
import { useCurrentRow } from './use-current-row.ts'
import { useSelection } from './use-selection.ts'
import { useShortcuts } from './use-shortcuts.ts'

const rowPx = 64

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }))

/** What the filters let through, and everything one can do with it. */
export function FilteredEmailList({ showHelp }: { showHelp: () => void }) {
  const { accounts } = useAccounts()
  const { filters, changeFilters } = useMailFilters()
  const { emails: stored, more, asOf } = useFilteredEmails(filters, isAnyScanning(accounts))
  const { wishes, act } = useActs()
  const emails = withWishes(stored, wishes)
  const selection = useSelection(emails)
  const row = useCurrentRow(toIds(emails))
  const [opened, setOpened] = useState<ReadonlySet<DecisionId>>(new Set())

  const pending = new Set(wishes.flatMap((wish) => toIds(wish.emails)))

  function toggleOpen(id: DecisionId) {
    const changed = new Set(opened)
    if (!changed.delete(id)) changed.add(id)
    setOpened(changed)
  }

  function actOnSelected(kind: Act) {
    act(kind, selection.selected)
    selection.clear()
  }

  /** What a key means: all that is selected, or else the row one is at. */
  function actByKey(kind: Act) {
    if (selection.selected.length > 0) actOnSelected(kind)
    else
      act(
        kind,
        emails.filter(({ id }) => id === row.currentId),
      )
  }

  useShortcuts({
    next: () => row.move(1),
    previous: () => row.move(-1),
    select: () => row.currentId && selection.toggle(row.currentId, false),
    restore: () => actByKey('restore'),
    spam: () => actByKey('spam'),
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
            {more.state !== 'none' && ' so far, more as you scroll'}
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
              isPending={pending.has(email.id)}
              onSelect={(isRange) => selection.toggle(email.id, isRange)}
              onToggle={() => toggleOpen(email.id)}
              onAct={(kind) => act(kind, [email])}
              onFocus={() => row.setCurrentId(email.id)}
            />
          )}
        </LongList>
      </div>
      {selection.selected.length > 0 && (
        <Suspense>
          <BulkBar
            count={selection.selected.length}
            onRestore={() => actOnSelected('restore')}
            onSpam={() => actOnSelected('spam')}
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
