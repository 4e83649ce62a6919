import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { inputClass } from './input.tsx'

/** The browser's own select: it works best on phones and needs no injected styles. */
export function Select({
  options,
  ...props
}: Omit<ComponentProps<'select'>, 'className' | 'children'> & {
  options: readonly { value: string; label: string }[]
}) {
  return (
    <div className="relative">
      <select className={`${inputClass} appearance-none pe-9`} {...props}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-muted-fg"
      />
    </div>
  )
}
