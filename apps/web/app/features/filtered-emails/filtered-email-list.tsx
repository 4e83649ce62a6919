import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { DecisionId } from '@doorman/domain/ids'
import type { UserAction } from '@doorman/domain/screening/user-action'
import { minuteMs } from '@doorman/domain/time'
import { lazy, Suspense, useMemo, useState } from 'react'
import { isAnyScanning, useAccounts } from '../../lib/mailboxes/connected-accounts.ts'
import {
  hasFilters,
  noFilters,
  toSearchParams,
  useListFilters,
} from '../../lib/lists/list-filters.ts'
import { useStable } from '../../lib/use-stable.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LongList } from '../../ui/lists/long-list.tsx'
import { toBulkChoices } from './choices.ts'
import { FilteredEmailRow } from './filtered-email-row.tsx'
import { startAgain, toMailboxPath, useFilteredEmails } from './filtered-emails.ts'
import { ListHead } from './list-head.tsx'
import { NewEmailsButton } from './new-emails-button.tsx'
import { NoEmails } from './no-emails.tsx'
import { isInState, toIds, withPending } from './pending-actions.ts'
import { focusSearch } from './focus-search.ts'
import { focusRow, useCurrentRow } from './use-current-row.ts'
import { rowsMark, useIncoming } from './use-incoming.ts'
import { useLinkedEmail } from './use-linked-email.ts'
import { useSelection } from './use-selection.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { undoStack } from './undo-stack.ts'
import { useUserActions } from './use-user-actions.ts'

const rowPx = 65

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }))

/** The emails that match the filters, with their actions, selection and shortcuts. */
export function FilteredEmailList() {
  const { accounts } = useAccounts()
  const { filters, changeFilters } = useListFilters()
  const { emails: stored, newest, more, asOf } = useFilteredEmails(filters, isAnyScanning(accounts))
  const rowsAsOf = useQuarterHour(asOf)
  const { pending, take } = useUserActions()
  const { shown, incoming, showIncoming } = useIncoming(
    stored,
    toSearchParams({ ...filters, openId: null }).toString(),
  )
  // An action may take an email out of the list, and does so at once.
  const emails = withPending(shown, pending).filter((email) => isInState(email, filters.state))
  const ids = toIds(emails)
  const selection = useSelection(emails)
  const { openId } = filters
  const row = useCurrentRow(ids, openId)
  const linked = useLinkedEmail(openId, ids, more)
  const [opened, setOpened] = useState(() => new Set(openId ? [openId] : []))
  // The address can link to another email while the list is on the screen.
  const [linkedId, setLinkedId] = useState(openId)
  if (openId !== linkedId) {
    setLinkedId(openId)
    row.setCurrentId(openId)
    if (openId) setOpened(new Set([...opened, openId]))
  }
  const before = new Map(pending.flatMap((action) => action.emails.map((each) => [each.id, each])))

  const toggleSelected = useStable(selection.toggle)
  const toggleAll = useStable(selection.toggleAll)
  const toggleOpen = useStable((id: DecisionId) => {
    const changed = new Set(opened)
    if (!changed.delete(id)) changed.add(id)
    setOpened(changed)
  })
  const takeOnRow = useStable((action: UserAction, email: FilteredEmail, isByMouse: boolean) => {
    // The pressed button is about to disappear.
    row.goOnAfter(email.id, { preventScroll: isByMouse })
    take(action, [email])
  })

  function takeOnSelected(action: UserAction) {
    take(action, selection.selected)
    selection.clear()
  }

  /** A key applies to all selected emails or, if none are selected, to the current row. */
  function takeByKey(action: UserAction) {
    if (selection.selected.length > 0) return takeOnSelected(action)
    const email = emails.find(({ id }) => id === row.currentId)
    if (!email) return
    take(action, [email])
    row.goOnAfter(email.id)
  }

  function undoByKey() {
    const id = undoStack.undoLast()
    if (id) focusRow(id)
  }

  function showNew() {
    if (newest.length > 0) void startAgain(filters)
    showIncoming()
    window.scrollTo({ top: 0 })
  }

  useShortcuts({
    next: () => row.move(1),
    previous: () => row.move(-1),
    select: () => row.currentId && selection.toggle(row.currentId, false),
    mailbox: () => row.currentId && open(toMailboxPath(row.currentId), '_blank', 'noopener'),
    restore: () => takeByKey('restore'),
    spam: () => takeByKey('report-spam'),
    move: () => takeByKey('set-aside'),
    undo: undoByKey,
    search: focusSearch,
  })

  const missing = linked && (
    <Banner tone="info">
      {linked === 'missing'
        ? 'The email you’re looking for is no longer in this list.'
        : 'The email you’re looking for is further down. Search for its sender or subject.'}
    </Banner>
  )

  if (emails.length === 0)
    return (
      <>
        {missing}
        <NoEmails
          accounts={accounts}
          asOf={asOf}
          isFiltered={hasFilters(filters)}
          onClearFilters={() => changeFilters(noFilters)}
        />
      </>
    )
  return (
    <>
      {missing}
      <div
        {...rowsMark}
        className="@container rounded-card border border-border bg-card shadow-card"
      >
        <NewEmailsButton count={incoming.length + newest.length} onShow={showNew} />
        <ListHead
          count={emails.length}
          hasMore={more.state !== 'none'}
          filters={filters}
          isAllSelected={selection.isAll}
          isAnySelected={selection.selected.length > 0}
          onSelectAll={toggleAll}
          onChange={changeFilters}
        />
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
              before={before.get(email.id)}
              accountEmail={accounts.find(({ id }) => id === toAccountId(email))?.email}
              asOf={rowsAsOf}
              isSelected={selection.has(email.id)}
              isOpen={opened.has(email.id)}
              showsConfidence={filters.order === 'least-certain'}
              onSelect={toggleSelected}
              onToggle={toggleOpen}
              onAction={takeOnRow}
              onFocus={row.setCurrentId}
            />
          )}
        </LongList>
      </div>
      {selection.selected.length > 0 && (
        <Suspense>
          <BulkBar
            count={selection.selected.length}
            choices={toBulkChoices(selection.selected)}
            onAction={takeOnSelected}
            onClear={selection.clear}
          />
        </Suspense>
      )}
    </>
  )
}

const quarterHourMs = 15 * minuteMs

/**
 * The moment, rounded down to a quarter of an hour. Rows need only the day, and in every time zone a
 * day begins at a full quarter. So a refetch that changes nothing does not render rows again.
 */
function useQuarterHour(moment: Date): Date {
  const quarter = Math.floor(moment.getTime() / quarterHourMs)
  return useMemo(() => new Date(quarter * quarterHourMs), [quarter])
}

function toAccountId({ gmailAccountId, microsoftAccountId }: FilteredEmail) {
  return gmailAccountId ?? microsoftAccountId
}
