import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'

/** Views of one thing, one at a time. On phones the row scrolls sideways. */
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
  return (
    <RadixTabs.Root value={value} onValueChange={onChange}>
      <RadixTabs.List
        aria-label={label}
        className="flex max-w-full gap-1 overflow-x-auto border-b border-border"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px h-11 shrink-0 border-b-2 border-transparent px-3 text-sm font-medium text-muted-fg hover:text-fg focus-visible:-outline-offset-2 data-[state=active]:border-primary data-[state=active]:text-fg md:h-9"
          >
            {tab.title}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
