import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { inputClass } from './input.tsx'

const debounceMs = 250

/**
 * Searches after a pause in typing, or at once on Enter. With a `name`, the browser itself can send it
 * while the page is not ready: `kept` are the other parameters of the address.
 */
export function SearchField({
  id,
  label,
  search,
  maxLength,
  name,
  kept = [],
  onSearch,
}: {
  id?: string
  label: string
  search: string
  maxLength: number
  name?: string
  kept?: Iterable<readonly [string, string]>
  onSearch: (search: string) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Searches for what was typed before hydration.
  const searchForTyped = useEffectEvent(() => {
    if (field.current?.value.trim() !== search) searchAfter(0)
  })
  useEffect(() => searchForTyped(), [])

  // Follows changes of the search in the URL, but never overwrites the field while the user types.
  const shown = useRef(search)
  useEffect(() => {
    if (shown.current === search) return
    shown.current = search
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
      {[...kept].map(([parameter, value]) => (
        <input key={parameter} type="hidden" name={parameter} value={value} />
      ))}
      <Search
        aria-hidden
        className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted-fg"
      />
      <input
        ref={field}
        id={id}
        name={name}
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
