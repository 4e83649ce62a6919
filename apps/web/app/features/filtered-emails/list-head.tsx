import { listFilteredEmails } from '@doorman/contract/filtered-emails'
import { ChevronDown, Download, Keyboard, RotateCw } from 'lucide-react'
import { memo } from 'react'
import { refetch } from '../../lib/api/query-client.ts'
import { formatEmails } from '../../lib/format.ts'
import { withShownUser } from '../../lib/session/shown-user.ts'
import type { ListFilters } from '../../lib/lists/list-filters.ts'
import { showOverlay } from '../../lib/shortcuts/overlay.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { orderOptions } from './filter-options.ts'
import { toExportPath } from './filtered-emails.ts'

/** Above the rows: selection and number, order, and what concerns the whole list. */
export const ListHead = memo(function ListHead({
  count,
  hasMore,
  filters,
  isAllSelected,
  isAnySelected,
  onSelectAll,
  onChange,
}: {
  count: number
  hasMore: boolean
  filters: ListFilters
  isAllSelected: boolean
  isAnySelected: boolean
  onSelectAll: () => void
  onChange: (change: Partial<ListFilters>) => void
}) {
  return (
    <div className="flex items-center gap-1 px-1 @3xl:px-2">
      <Checkbox
        label="Select all"
        checked={isAllSelected}
        isMixed={isAnySelected}
        onChange={onSelectAll}
      />
      <p role="status" className="truncate px-2 text-xs text-muted-fg tabular-nums">
        {formatEmails(count)}
        {hasMore && ' so far'}
      </p>
      <div className="screen-only ms-auto flex shrink-0 items-center">
        <div className="relative">
          <select
            aria-label="Order"
            value={filters.order ?? ''}
            onChange={({ target }) =>
              onChange({ order: target.value === 'least-certain' ? target.value : null })
            }
            className="h-11 field-sizing-content appearance-none rounded-control bg-card ps-2 pe-7 text-xs text-muted-fg hover:text-fg md:h-9"
          >
            {orderOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute end-2 top-1/2 size-3.5 -translate-y-1/2 text-muted-fg"
          />
        </div>
        <Tooltip label="Export as CSV">
          <Button asChild variant="ghost" size="icon">
            <a
              href={toExportPath(filters)}
              download
              aria-label="Export as CSV"
              onClick={({ currentTarget }) => {
                currentTarget.href = withShownUser(toExportPath(filters))
              }}
            >
              <Download aria-hidden />
            </a>
          </Button>
        </Tooltip>
        <div className="hidden @sm:block">
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
        </div>
        <div className="hidden md:block">
          <Tooltip label="Keyboard shortcuts">
            <Button
              variant="ghost"
              size="icon"
              aria-label="Keyboard shortcuts"
              onClick={() => showOverlay('shortcuts')}
            >
              <Keyboard aria-hidden />
            </Button>
          </Tooltip>
        </div>
      </div>
    </div>
  )
})
