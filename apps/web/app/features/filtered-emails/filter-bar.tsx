import { ListFilter, X } from 'lucide-react'
import { lazy, memo, Suspense, useRef, useState } from 'react'
import {
  countFilters,
  maxSearchLength,
  noFilters,
  toSearchParams,
  type ListFilters,
} from '../../lib/lists/list-filters.ts'
import { useToday } from '../../lib/session/reader.ts'
import { Button } from '../../ui/basics/button.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { CustomDays } from './custom-days.tsx'
import { FilterFields, type FilterProps } from './filter-fields.tsx'
import { toActiveFilters } from './filter-options.ts'
import { searchFieldId } from './focus-search.ts'

const FiltersDialog = lazy(async () => ({
  default: (await import('./filters-dialog.tsx')).FiltersDialog,
}))

/** Search and filters: in one line, or behind a button where the screen is narrow. */
export const FilterBar = memo(function FilterBar(props: FilterProps) {
  const { accounts, filters, onChange } = props
  const [isDialogOpen, setDialogOpen] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const active = toActiveFilters(filters, accounts, useToday())
  const inDialog = countFilters({ ...filters, search: '' })

  /** The pressed button disappears, so the bar gets the focus. */
  function change(removal: Partial<ListFilters>) {
    onChange(removal)
    bar.current?.focus()
  }

  return (
    <div
      ref={bar}
      tabIndex={-1}
      role="group"
      aria-label="Filters"
      className="screen-only @container grid gap-3"
    >
      <div className="flex items-center gap-2 @4xl:grid @4xl:grid-cols-[minmax(11rem,1fr)_repeat(5,minmax(0,8.5rem))]">
        <SearchField
          id={searchFieldId}
          label="Search sender or subject"
          search={filters.search}
          maxLength={maxSearchLength}
          name="search"
          kept={toSearchParams({ ...filters, search: '', openId: null })}
          onSearch={(search) => onChange({ search })}
        />
        <div className="hidden @4xl:contents">
          <FilterFields {...props} />
        </div>
        <div className="@4xl:hidden">
          <Button variant="secondary" onClick={() => setDialogOpen(true)}>
            <ListFilter aria-hidden />
            Filters
            {inDialog > 0 && <span className="text-primary tabular-nums">{inDialog}</span>}
          </Button>
        </div>
      </div>
      {active.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <div className="hidden @4xl:block">
            <CustomDays filters={filters} onChange={onChange} />
          </div>
          <ul aria-label="Active filters" className="contents">
            {active.map(({ label, removal }) => (
              <li key={label} className="max-w-full">
                <button
                  type="button"
                  aria-label={`Remove filter ${label}`}
                  onClick={() => change(removal)}
                  className="flex h-11 max-w-full items-center gap-1.5 rounded-full border border-border bg-card ps-3 pe-2 text-xs hover:bg-muted md:h-7"
                >
                  <span className="truncate">{label}</span>
                  <X aria-hidden className="size-3.5 shrink-0 text-muted-fg" />
                </button>
              </li>
            ))}
          </ul>
          <Button
            variant="ghost"
            size="small"
            onClick={() => change({ ...noFilters, order: filters.order })}
          >
            Clear all
          </Button>
        </div>
      )}
      {isDialogOpen && (
        <Suspense>
          <FiltersDialog {...props} onClose={() => setDialogOpen(false)} />
        </Suspense>
      )}
    </div>
  )
})
