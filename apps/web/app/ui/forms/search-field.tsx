import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { inputClass } from './input.tsx'

const debounceMs = 250

/** Searches after a pause in typing, or at once on Enter. */
export function SearchField({
  id,
  label,
  search,
  maxLength,
  onSearch,
}: {
  id?: string
  label: string
  search: string
  maxLength: number
  onSearch: (search: string) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Follows changes of the search in the URL, but never overwrites the field while the user types.
  useEffect(() => {
    const input = field.current
    if (input && input !== document.activeElement) input.value = search
  }, [search])

  // A timer that fires after leaving the page would change the next page's URL.
  useEffect(() => () => clearTimeout(timer.current), [])

  function searchAfter(ms: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(field.current?.value.trim() ?? ''), ms)
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
        id={id}
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
