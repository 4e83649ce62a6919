import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { findNextTab } from './next-tab.ts'

/** Tabs with their panels. Arrow keys move between tabs; on phones the row scrolls sideways. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string
  tabs: readonly { value: string; title: string; content: ReactNode }[]
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  const idOf = (part: 'tab' | 'panel', tab: string) => `${id}-${part}-${tab}`

  function onKeyDown(event: KeyboardEvent, current: number) {
    const index = findNextTab(event.key, current, tabs.length)
    const next = index === null ? undefined : tabs[index]
    if (!next) return
    event.preventDefault()
    document.getElementById(idOf('tab', next.value))?.focus()
    onChange(next.value)
  }

  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        // On phones the end of the row fades out: there may be more.
        className="flex max-w-full gap-1 overflow-x-auto border-b border-border max-md:[mask-image:linear-gradient(90deg,#000_90%,#0000)] max-md:pe-8"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={idOf('tab', tab.value)}
            aria-selected={tab.value === value}
            aria-controls={idOf('panel', tab.value)}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={(event) => onKeyDown(event, index)}
            className="-mb-px h-11 shrink-0 border-b-2 border-transparent px-3 text-sm font-medium text-muted-fg hover:text-fg focus-visible:-outline-offset-2 aria-selected:border-primary aria-selected:text-fg md:h-9"
          >
            {tab.title}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={idOf('panel', tab.value)}
          aria-labelledby={idOf('tab', tab.value)}
          hidden={tab.value !== value}
          className="pt-5"
        >
          {tab.value === value && tab.content}
        </div>
      ))}
    </div>
  )
}
