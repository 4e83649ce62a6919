import { categories } from '@doorman/domain/screening/categories'
import { useId, type ReactNode } from 'react'
import { certainties, states, toOneOf, type ListFilters } from '../../lib/lists/list-filters.ts'
import { toAccountOptions, type Account } from '../../lib/mailboxes/connected-accounts.ts'
import { toToday } from '../../lib/format.ts'
import { useToday, useZone } from '../../lib/session/reader.ts'
import { Select } from '../../ui/forms/select.tsx'
import { dateOptions, findDateOption, toDays } from './days.ts'
import { certaintyOptions, kindOptions, stateOptions } from './filter-options.ts'

export type FilterProps = {
  accounts: readonly Account[]
  filters: ListFilters
  onChange: (change: Partial<ListFilters>) => void
}

/** One select for each filter. With `hasLabels` their names are visible. */
export function FilterFields({
  accounts,
  filters,
  onChange,
  hasLabels = false,
}: FilterProps & { hasLabels?: boolean }) {
  const today = useToday()
  const zone = useZone()
  const fields = [
    {
      name: 'Kind',
      options: kindOptions,
      value: filters.kind ?? '',
      onChoose: (value: string) => onChange({ kind: toOneOf(categories, value) }),
    },
    {
      name: 'Account',
      options: toAccountOptions(accounts),
      value: filters.accountId ?? '',
      onChoose: (value: string) =>
        onChange({ accountId: accounts.find(({ id }) => id === value)?.id ?? null }),
    },
    {
      name: 'Date',
      options: dateOptions,
      value: findDateOption(filters, today),
      onChoose: (value: string) => onChange(toDays(value, filters, toToday(new Date(), zone))),
    },
    {
      name: 'Certainty',
      options: certaintyOptions,
      value: filters.certainty ?? '',
      onChoose: (value: string) => onChange({ certainty: toOneOf(certainties, value) }),
    },
    {
      name: 'State',
      options: stateOptions,
      value: filters.state ?? '',
      onChoose: (value: string) => onChange({ state: toOneOf(states, value) }),
    },
  ] as const
  return fields.map(({ name, options, value, onChoose }) => (
    <Labelled key={name} name={name} isVisible={hasLabels}>
      {(id) => (
        <div className={value ? '[&>div>select]:border-primary' : ''}>
          <Select
            id={id}
            aria-label={name}
            options={options}
            value={value}
            onChange={({ target }) => onChoose(target.value)}
          />
        </div>
      )}
    </Labelled>
  ))
}

function Labelled({
  name,
  isVisible,
  children,
}: {
  name: string
  isVisible: boolean
  children: (id: string) => ReactNode
}) {
  const id = useId()
  if (!isVisible) return children(id)
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {name}
      </label>
      {children(id)}
    </div>
  )
}
