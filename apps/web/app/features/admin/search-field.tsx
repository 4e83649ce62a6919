import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { inputClass } from '../../ui/forms/input.tsx'

const debounceMs = 250
const maxLength = 254

/**
 * Searches after a pause in typing, or at once on Enter. The search of filtered emails is its own
 * component, because sharing one would cost that page more bytes than its budget has left.
 */
export function SearchField({
  label,
  search,
  onSearch,
}: {
  label: string
  search: string
  onSearch: (search: string) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Follows the search in the address, but never overwrites the field while the user types.
  useEffect(() => {
    const input = field.current
    if (input && input !== document.activeElement) input.value = search
  }, [search])

  // A timer that fires after leaving the tab would change the next tab's address.
  useEffect(() => () => clearTimeout(timer.current), [])

  function searchAfter(ms: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(field.current?.value.trim() ?? ''), ms)
  }

  return (
    <form
      role="search"
      className="relative min-w-0 grow basis-60 sm:max-w-md"
      onSubmit={(event) => {
        event.preventDefault()
        searchAfter(0)
      }}
    >
      <Search
        aria-hidden
        className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted-fg"
      />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        defaultValue={search}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={() => searchAfter(debounceMs)}
        className={`${inputClass} ps-9`}
      />
    </form>
  )
}
