import { toDay, type ListFilters } from '../../lib/lists/list-filters.ts'
import { useToday } from '../../lib/session/reader.ts'
import { Input } from '../../ui/forms/input.tsx'
import { findDateOption } from './days.ts'

/** The first and the last day, if the user has chosen custom dates. */
export function CustomDays({
  filters,
  onChange,
}: {
  filters: ListFilters
  onChange: (change: Partial<ListFilters>) => void
}) {
  const today = useToday()
  if (findDateOption(filters, today) !== 'custom') return null
  const { since, until } = filters
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-muted-fg">
      <DayInput label="From" day={since} onChange={(day) => onChange({ since: day })} />
      <DayInput label="To" day={until} onChange={(day) => onChange({ until: day })} />
    </div>
  )
}

/** Not controlled: a half-typed year is no valid day, and must not be overwritten. */
function DayInput({
  label,
  day,
  onChange,
}: {
  label: string
  day: string | null
  onChange: (day: string | null) => void
}) {
  return (
    <label className="flex items-center gap-2">
      <span className="min-w-9">{label}</span>
      <span className="w-38">
        <Input
          type="date"
          defaultValue={day ?? ''}
          onChange={({ target }) => {
            const chosen = toDay(target.value)
            if (chosen !== null || target.value === '') onChange(chosen)
          }}
        />
      </span>
    </label>
  )
}
