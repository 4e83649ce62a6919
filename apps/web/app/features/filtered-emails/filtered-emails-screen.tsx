import { lazy, Suspense, useState, type ReactNode } from 'react'
import { isAnyScanning, useAccounts } from '../../lib/mailboxes/connected-accounts.ts'
import { useListFilters } from '../../lib/lists/list-filters.ts'
import { FilterBar } from './filter-bar.tsx'
import { Scans } from './scans.tsx'
import { useScanEnd } from './use-scan-end.ts'

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}))

/** The filters, and below them the list as `children`: if the list fails, the filters stay usable. */
export function FilteredEmailsScreen({
  children,
}: {
  children: (showHelp: () => void) => ReactNode
}) {
  const { accounts } = useAccounts()
  const { filters, changeFilters } = useListFilters()
  const [helpOpener, setHelpOpener] = useState<HTMLElement | null>(null)
  useScanEnd(isAnyScanning(accounts))

  function showHelp() {
    if (document.activeElement instanceof HTMLElement) setHelpOpener(document.activeElement)
  }

  return (
    <>
      <Scans accounts={accounts} />
      {accounts.length > 0 && (
        <FilterBar
          accounts={accounts}
          filters={filters}
          onChange={changeFilters}
          onHelp={showHelp}
        />
      )}
      {children(showHelp)}
      {helpOpener && (
        <Suspense>
          <ShortcutsDialog opener={helpOpener} onClose={() => setHelpOpener(null)} />
        </Suspense>
      )}
    </>
  )
}
