import { listFilteredEmails } from '@doorman/contract/filtered-emails'
import { Keyboard, RotateCw } from 'lucide-react'
import { toAccountOptions, type Account } from '../../lib/mailboxes/connected-accounts.ts'
import type { ListFilters } from '../../lib/lists/list-filters.ts'
import { refetch } from '../../lib/api/query-client.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { SearchBox } from './search-box.tsx'

export function FilterBar({
  accounts,
  filters,
  onChange,
  onHelp,
}: {
  accounts: readonly Account[]
  filters: ListFilters
  onChange: (change: Partial<ListFilters>) => void
  onHelp: () => void
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox search={filters.search} onSearch={(search) => onChange({ search })} />
      <div className="min-w-0 grow basis-40 sm:max-w-72">
        <Select
          aria-label="Account"
          options={toAccountOptions(accounts)}
          value={filters.accountId ?? ''}
          onChange={({ target }) => {
            const account = accounts.find(({ id }) => id === target.value)
            onChange({ accountId: account?.id ?? null })
          }}
        />
      </div>
      <Tooltip label="Check for new emails">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Refresh"
          onClick={() => void refetch(listFilteredEmails)}
        >
          <RotateCw aria-hidden />
        </Button>
      </Tooltip>
      <div className="hidden md:block">
        <Tooltip label="Keyboard shortcuts">
          <Button variant="ghost" size="icon" aria-label="Keyboard shortcuts" onClick={onHelp}>
            <Keyboard aria-hidden />
          </Button>
        </Tooltip>
      </div>
    </div>
  )
}
