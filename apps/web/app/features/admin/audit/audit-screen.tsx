import { auditExportPath } from '@doorman/contract/admin-audit'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft, Search } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/basics/button.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { MoreButton } from '../more-button.tsx'
import {
  actChoices,
  maxSearchLength,
  toActChoice,
  toAuditFilters,
  toAuditParams,
  type ActChoice,
  type AuditFilters,
} from './audit-filters.ts'
import { auditLog } from './audit-queries.ts'
import { AuditEntry } from './audit-entry.tsx'
import { ChainCheck } from './chain-check.tsx'
import { toActTitle } from './describe-act.ts'

const actOptions = actChoices.map((value) => ({ value, label: toChoiceTitle(value) }))

function toChoiceTitle(choice: ActChoice): string {
  if (choice === 'decisions') return 'Main events'
  return choice === 'everything' ? 'All events and requests' : toActTitle(choice)
}

export function AuditScreen() {
  const [params, setParams] = useSearchParams()
  const filters = toAuditFilters(params)
  const list = useInfiniteQuery({ ...auditLog(filters), placeholderData: keepPreviousData })

  function change(part: Partial<AuditFilters>) {
    // The field debounces, so `filters` may be out of date. The address is not.
    const current = toAuditFilters(new URLSearchParams(location.search))
    setParams(toAuditParams({ ...current, ...part }), { replace: true, preventScrollReset: true })
  }

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="secondary">
          <Link to={paths.admin}>
            <ArrowLeft aria-hidden /> Admin Panel
          </Link>
        </Button>
        <Button asChild variant="secondary">
          <a href={auditExportPath} download>
            Export
          </a>
        </Button>
        <ChainCheck />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 grow basis-60 sm:max-w-md">
          <SearchField
            label="Search by address or id"
            search={filters.search}
            onSearch={(search) => change({ search })}
            maxLength={maxSearchLength}
          />
        </div>
        <div className="w-full sm:w-64">
          <Select
            aria-label="Act"
            options={actOptions}
            value={filters.act}
            onChange={({ target }) => change({ act: toActChoice(target.value) })}
          />
        </div>
      </div>
      <Loaded query={list} what="the audit log">
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.list)
          if (rows.length === 0) return <NoEntries filters={filters} onClear={() => setParams()} />
          return (
            <div>
              <ol
                aria-label="Audit log"
                aria-busy={list.isFetching}
                className="divide-y divide-border rounded-card border border-border bg-card shadow-card"
              >
                {rows.map((row) => (
                  <AuditEntry key={row.id} row={row} asOf={new Date(list.dataUpdatedAt)} />
                ))}
              </ol>
              <MoreButton list={list} />
            </div>
          )
        }}
      </Loaded>
    </>
  )
}

function NoEntries({ filters, onClear }: { filters: AuditFilters; onClear: () => void }) {
  const isFiltered = filters.search !== '' || filters.act !== 'decisions'
  return (
    <Empty
      icon={Search}
      title={isFiltered ? 'No matching entries' : 'Nothing recorded yet'}
      action={
        isFiltered && (
          <Button variant="secondary" onClick={onClear}>
            Clear filters
          </Button>
        )
      }
    >
      {isFiltered
        ? 'Search covers addresses and ids of admins and of what they acted on.'
        : 'What admins do from now on is listed here.'}
    </Empty>
  )
}
