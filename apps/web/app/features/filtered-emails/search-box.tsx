import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { longestSearch } from '../../lib/mail-filters.ts'
import { inputClass } from '../../ui/input.tsx'

const fieldId = 'email-search'
const pauseMs = 250

export function focusSearch(): void {
  document.getElementById(fieldId)?.focus()
}

/** Searches once the typing pauses, or at once on Enter. */
export function SearchBox({
  search,
  onSearch,
}: {
  search: string
  onSearch: (search: string) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Synchronises with the address, where others may change the search, but never under somebody's fingers.
  useEffect(() => {
    const input = field.current
    if (input && input !== document.activeElement) input.value = search
  }, [search])

  // Synchronises with leaving the page, after which nothing is searched any more.
  useEffect(() => () => clearTimeout(pause.current), [])

  function searchAfter(ms: number) {
    clearTimeout(pause.current)
    pause.current = setTimeout(() => onSearch(field.current?.value ?? ''), ms)
  }

  return (
    <form
      role="search"
      className="relative min-w-0 grow basis-60"
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
        id={fieldId}
        type="search"
        aria-label="Search sender or subject"
        placeholder="Search sender or subject"
        defaultValue={search}
        maxLength={longestSearch}
        autoComplete="off"
        enterKeyHint="search"
        onChange={() => searchAfter(pauseMs)}
        className={`${inputClass} ps-9`}
      />
    </form>
  )
}
