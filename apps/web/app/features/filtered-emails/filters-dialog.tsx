import { noFilters } from '../../lib/lists/list-filters.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { CustomDays } from './custom-days.tsx'
import { FilterFields, type FilterProps } from './filter-fields.tsx'

/** The filters on narrow screens. They apply at once. */
export function FiltersDialog({ onClose, ...props }: FilterProps & { onClose: () => void }) {
  const { filters, onChange } = props
  return (
    <Dialog
      title="Filters"
      description="Choose which emails are listed."
      isOpen
      onOpenChange={onClose}
    >
      <div className="grid gap-4">
        <FilterFields {...props} hasLabels />
        <CustomDays filters={filters} onChange={onChange} />
        <div className="flex justify-end gap-3 pt-1">
          <Button
            variant="secondary"
            onClick={() => onChange({ ...noFilters, search: filters.search, order: filters.order })}
          >
            Clear all
          </Button>
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  )
}
