import type { ReactNode } from 'react'
import { isAnyScanning, useAccounts } from '../../lib/mailboxes/connected-accounts.ts'
import { useListFilters } from '../../lib/lists/list-filters.ts'
import { useScanEnd } from '../../lib/mailboxes/use-scan-end.ts'
import { FilterBar } from './filter-bar.tsx'
import { Scans } from './scans.tsx'

/** The filters, and below them the list as `children`: if the list fails, the filters stay usable. */
export function FilteredEmailsScreen({ children }: { children: ReactNode }) {
  const { accounts } = useAccounts()
  const { filters, changeFilters } = useListFilters()
  useScanEnd(isAnyScanning(accounts))

  return (
    <>
      <Scans accounts={accounts} />
      {accounts.length > 0 && (
        <FilterBar accounts={accounts} filters={filters} onChange={changeFilters} />
      )}
      {children}
    </>
  )
}
